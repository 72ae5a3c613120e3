import { type FormEvent, useState } from "react";

import { Button } from "../design/button.tsx";
import { Dialog } from "../design/dialog.tsx";
import { Muted, Row, Stack } from "../design/layout.tsx";
import { Failure } from "../design/notice.tsx";
import { PublishRuleDocument } from "../graphql/generated/documents.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { SheetFields } from "./change-sheet.tsx";
import { useChangeSheet } from "./use-change-sheet.ts";
import { Compared } from "./compared.tsx";
import { comparedLines, linesOf } from "./rule-lines.ts";
import { sentenceOf } from "./sentence.ts";
import { type StoredRule, isSwitched, ruleOf, storedInput } from "./stored-rule.ts";
import type { KnownRules } from "./use-rules.ts";
import styles from "./rules.module.css";

/** The engine's code where another version is in force than the one that was read. */
const OUTDATED = "CONFLICT";

interface PublishDialogProps {
  /** A rule with a draft. */
  rule: StoredRule;
  known: KnownRules;
  onClose: () => void;
  onPublished: () => Promise<void>;
  /** Called when somebody else has changed the rule since it was read. */
  onOutdated: () => void;
}

/** Shows what the draft of a rule changes, and puts it in force. */
export function PublishDialog({ rule, known, onClose, onPublished, onOutdated }: PublishDialogProps) {
  const t = useTranslate();
  const locale = useFormats();
  const sheet = useChangeSheet([{ kind: rule.kind, draft: storedInput(rule) }]);
  const command = useCommand(PublishRuleDocument);
  const isNew = rule.state === "DRAFT";
  const draft = ruleOf(rule, rule.draft ?? rule, known.groups);
  const before = isNew ? [] : linesOf(t, locale, ruleOf(rule, rule, known.groups));
  const lines = comparedLines(before, linesOf(t, locale, draft));
  const [isOutdated, setIsOutdated] = useState(false);
  const publish = async () => {
    setIsOutdated(false);
    const { data, refusal } = await command.send({
      id: rule.id,
      expectedVersion: rule.version,
      expectedDraft: rule.draft?.version ?? 0,
      changeNote: sheet.changeNote,
    });
    if (refusal?.code === OUTDATED) {
      setIsOutdated(true);
      sheet.refresh();
      onOutdated();
    } else if (data) await onPublished();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Enter in the only field of a form sends it, too, while its button is busy.
    if (!command.isBusy && sheet.isShown) void publish();
  };
  return (
    <Dialog title={t("rules.publish.title")} isOpen onClose={onClose} busy={command.isBusy} wide>
      <form onSubmit={submit}>
        <Stack>
          <p className={styles["said"]}>{sentenceOf(t, locale, draft)}</p>
          <Muted>
            {t(isNew ? "rules.publish.first" : "rules.publish.next", {
              version: rule.version + 1,
              before: rule.version,
            })}
          </Muted>
          <Compared lines={lines} isNew={isNew} />
          {isSwitched(rule) ? (
            <Muted tone="warn">{t(rule.draft?.enabled ? "rules.publish.on" : "rules.publish.off")}</Muted>
          ) : null}
          <SheetFields sheet={sheet} known={known} />
          {rule.sharedBy > 0 ? (
            <Muted tone="warn">{t("rules.shared", { count: rule.sharedBy })}</Muted>
          ) : null}
          {isOutdated ? <Failure>{t("rules.publish.outdated")}</Failure> : null}
          {isOutdated || command.refusal === undefined ? null : <Failure>{command.refusal.message}</Failure>}
          <Row>
            <Button type="submit" look="primary" busy={command.isBusy || !sheet.isShown} autoFocus>
              {t("rules.publish.confirm")}
            </Button>
            <Button look="quiet" isDisabled={command.isBusy} onPress={onClose}>
              {t("action.cancel")}
            </Button>
          </Row>
        </Stack>
      </form>
    </Dialog>
  );
}
