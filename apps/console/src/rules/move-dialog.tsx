import { CommandForm } from "../frame/command-form.tsx";
import { useFormats, useTranslate } from "../messages/i18n.ts";
import { SheetFields } from "./change-sheet.tsx";
import { type ChangeSheet, useChangeSheet } from "./use-change-sheet.ts";
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
  onConfirm: (changeNote: ChangeSheet["changeNote"]) => Promise<void>;
}

/** Shows what another order of the rules changes, before it holds (contract-4, HIST-2). */
export function MoveDialog({ move, known, command, onClose, onConfirm }: MoveDialogProps) {
  const t = useTranslate();
  const locale = useFormats();
  const { kind, first, second, after } = move;
  const sheet = useChangeSheet([{ kind, order: [...after] }]);
  return (
    <CommandForm
      title={t("rules.move.title")}
      lead={t("rules.move.lead")}
      confirm={t("rules.move.confirm")}
      command={command}
      isReady={sheet.isShown}
      isWide
      onClose={onClose}
      onConfirm={() => onConfirm(sheet.changeNote)}
    >
      <ol className={styles["said"]}>
        {[first, second].map((rule) => (
          <li key={rule.id}>{sentenceOf(t, locale, ruleOf(rule, rule, known.groups))}</li>
        ))}
      </ol>
      <SheetFields sheet={sheet} known={known} />
    </CommandForm>
  );
}
