import { CommandForm } from "../frame/command-form.tsx";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { Replayed } from "./replayed.tsx";
import { sentenceOf } from "./sentence.ts";
import { ruleOf } from "./stored-rule.ts";
import type { MoveRule, RuleMove } from "./use-move-rule.ts";
import type { KnownRules } from "./use-rules.ts";
import styles from "./rules.module.css";

interface MoveDialogProps {
  move: RuleMove;
  known: KnownRules;
  command: Pick<MoveRule, "isBusy" | "refusal">;
  onClose: () => void;
  onConfirm: () => Promise<void>;
}

/** Shows what another order of the rules changes, before it holds (contract-4, HIST-2). */
export function MoveDialog({ move, known, command, onClose, onConfirm }: MoveDialogProps) {
  const t = useTranslate();
  const locale = useFormats();
  const { kind, first, second, after } = move;
  return (
    <CommandForm
      title={t("rules.move.title")}
      lead={t("rules.move.lead")}
      confirm={t("rules.move.confirm")}
      command={command}
      isReady
      isWide
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <ol className={styles["said"]}>
        {[first, second].map((rule) => (
          <li key={rule.id}>{sentenceOf(t, locale, ruleOf(rule, rule, known.groups))}</li>
        ))}
      </ol>
      <Replayed change={{ kind, order: [...after] }} known={known} />
    </CommandForm>
  );
}
