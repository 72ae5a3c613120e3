import { useState } from "react";

import { Button } from "../design/button.tsx";
import { CommandForm } from "../frame/command-form.tsx";
import { DiscardRuleDocument } from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { SheetFields } from "./change-sheet.tsx";
import { useChangeSheet } from "./use-change-sheet.ts";
import { sentenceOf } from "./sentence.ts";
import { type StoredRule, ruleOf } from "./stored-rule.ts";
import type { KnownRules } from "./use-rules.ts";
import styles from "./rules.module.css";

interface DeleteRuleProps {
  /** A rule that is switched off, without a draft. */
  rule: StoredRule;
  known: KnownRules;
  onDeleted: () => void;
}

/** Deletes a rule, after the sheet of that (contract-4, HIST-2). */
export function DeleteRule(props: DeleteRuleProps) {
  const t = useTranslate();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div>
      <Button onPress={() => setIsAsking(true)}>{t("company.delete")}</Button>
      {isAsking ? <DeleteDialog {...props} onClose={() => setIsAsking(false)} /> : null}
    </div>
  );
}

function DeleteDialog({ rule, known, onDeleted, onClose }: DeleteRuleProps & { onClose: () => void }) {
  const t = useTranslate();
  const locale = useFormats();
  const command = useCommand(DiscardRuleDocument);
  const { id, kind } = rule;
  const sheet = useChangeSheet([{ kind, remove: id }]);
  const send = async () => {
    const { changeNote } = sheet;
    const { refusal } = await command.send({ id, expectedVersion: 0, changeNote });
    if (refusal === undefined) onDeleted();
    else sheet.refresh();
  };
  return (
    <CommandForm
      title={t("company.confirmDelete")}
      lead={t("rules.deleteThis")}
      confirm={t("company.confirmDelete")}
      look="bad"
      command={command}
      isReady={sheet.isShown}
      isWide
      onClose={onClose}
      onConfirm={send}
    >
      <p className={styles["said"]}>{sentenceOf(t, locale, ruleOf(rule, rule, known.groups))}</p>
      <SheetFields sheet={sheet} known={known} />
    </CommandForm>
  );
}
