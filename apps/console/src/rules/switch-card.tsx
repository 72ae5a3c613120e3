import { useState } from "react";

import { Button } from "../design/button.tsx";
import { Card, Muted } from "../design/layout.tsx";
import { CommandForm } from "../frame/command-form.tsx";
import { SwitchRuleDocument } from "../graphql/generated/documents.ts";
import { useKeyedCommand } from "../graphql/use-command.ts";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { useAnnounce } from "../shell/announcer.tsx";
import { SheetFields } from "./change-sheet.tsx";
import { useChangeSheet } from "./use-change-sheet.ts";
import { sentenceOf } from "./sentence.ts";
import { type StoredRule, ruleOf, storedInput } from "./stored-rule.ts";
import type { KnownRules } from "./use-rules.ts";
import styles from "./rules.module.css";

interface SwitchCardProps {
  /** A rule that was published. */
  rule: StoredRule;
  known: KnownRules;
  reload: () => Promise<void>;
}

/** Says whether a rule is asked, and switches it (contract-4, HIST-2). */
export function SwitchCard({ rule, known, reload }: SwitchCardProps) {
  const t = useTranslate();
  const announce = useAnnounce();
  const [isAsking, setIsAsking] = useState(false);
  const isOn = rule.state === "IN_FORCE";
  return (
    <Card aria-label={t("rules.switch")}>
      <Muted>{t(isOn ? "rules.switch.isOn" : "rules.switch.isOff")}</Muted>
      <div>
        <Button onPress={() => setIsAsking(true)}>
          {t(isOn ? "rules.switch.askOff" : "rules.switch.askOn")}
        </Button>
      </div>
      {isAsking ? (
        <SwitchDialog
          rule={rule}
          known={known}
          onClose={() => setIsAsking(false)}
          onDone={async () => {
            await reload();
            setIsAsking(false);
            announce(t(isOn ? "rules.switch.isOff" : "rules.switch.isOn"));
          }}
        />
      ) : null}
    </Card>
  );
}

interface SwitchDialogProps extends Pick<SwitchCardProps, "rule" | "known"> {
  onClose: () => void;
  onDone: () => Promise<void>;
}

function SwitchDialog({ rule, known, onClose, onDone }: SwitchDialogProps) {
  const t = useTranslate();
  const locale = useFormats();
  const command = useKeyedCommand(SwitchRuleDocument);
  const { id, kind } = rule;
  const isOn = rule.state === "IN_FORCE";
  const ruleInForce = { ...rule, draft: null };
  const switchedOn = { draft: { ...storedInput(ruleInForce), enabled: true } };
  const sheet = useChangeSheet([{ kind, ...(isOn ? { remove: id } : switchedOn) }]);
  const word = t(isOn ? "rules.switch.off" : "rules.switch.on");
  const send = async () => {
    const { changeNote } = sheet;
    const { refusal } = await command.send({ id, enabled: !isOn }, { changeNote });
    if (refusal === undefined) await onDone();
    else sheet.refresh();
  };
  return (
    <CommandForm
      title={word}
      confirm={word}
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
