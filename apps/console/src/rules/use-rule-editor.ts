import { useState } from "react";

import { SaveRuleDocument } from "../graphql/generated/documents.ts";
import { type Refusal, messageAt } from "../graphql/refusal.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useKept, useSending } from "../shell/kept.ts";
import { needsLimit, originOfNew } from "./kinds.ts";
import { type DraftAction, type PlacedFault, type RuleDraft, changeDraft, faultsOf } from "./rule-draft.ts";
import { type StoredRule, inputOf } from "./stored-rule.ts";
import { useAsShown } from "./use-as-shown.ts";

/** A rule that is being written. */
export interface RuleEditor {
  draft: RuleDraft;
  /** Whether something was typed that is not saved. */
  isChanged: boolean;
  isSaving: boolean;
  /** The refusal of the last attempt to save, unless it is at a field. */
  refusal: Refusal | undefined;
  faults: readonly PlacedFault[];
  onAction: (action: DraftAction) => void;
  /** The fault or refusal of a field. */
  errorOf: (field: string) => string | undefined;
  /**
   * Saves the draft and shows the rule that has it. What is typed meanwhile is a change of that one.
   *
   * @param show - goes to a rule
   * @returns whether it was saved: nothing is missing or refused
   */
  save: (show: (id: string) => Promise<void>) => Promise<boolean>;
  /** Forgets what was typed. */
  forget: () => void;
}

interface Kept {
  draft: RuleDraft;
}

/**
 * Edits a rule; what was typed is kept until it is saved.
 *
 * @param rule - the present one; absent: a new one
 * @param storedDraft - its draft, or what is in force
 * @param reload - reads the stored rules again
 */
export function useRuleEditor(
  kind: string,
  rule: StoredRule | undefined,
  storedDraft: RuleDraft,
  reload: () => Promise<unknown>,
): RuleEditor {
  const t = useTranslate();
  const nameOf = (id = "new") => `rule.${kind}.${id}`;
  const [keptDraft, keep] = useKept<Kept>(nameOf(rule?.id));
  const sendState = useSending();
  const isAsShown = useAsShown();
  const [areFaultsShown, showFaults] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const [isSaving, setIsSaving] = useState(false);
  const { send } = useCommand(SaveRuleDocument);
  const draft = keptDraft?.draft ?? storedDraft;
  const faults = faultsOf(draft, needsLimit({ kind, origin: rule?.origin ?? originOfNew(kind) }));
  const faultText = (field: string) => {
    const fault = areFaultsShown ? faults.find((candidate) => candidate.field === field)?.fault : undefined;
    return fault && t(`rules.fault.${fault}`);
  };
  /** Says that the rule was changed once it is shown as it is now: whoever presses again has seen it. */
  const showAnew = async () => {
    await reload();
    setRefusal({ message: t("company.outdated") });
    return false;
  };
  /** Saves the draft, unless the rule is stored otherwise than it is shown. */
  const save = async (show: (id: string) => Promise<void>): Promise<boolean> => {
    // A draft that was published meanwhile is gone, and its version with it: only reading again finds that.
    if (rule !== undefined && !(await isAsShown(rule))) return showAnew();
    const { carry, finish } = sendState(nameOf(rule?.id));
    const { data, refusal: sendRefusal } = await send({
      input: inputOf(kind, rule, draft),
      ...(rule && { expectedVersion: rule.draft?.version ?? 0 }),
    });
    if (sendRefusal?.field === "expectedVersion") return showAnew();
    setRefusal(sendRefusal);
    if (data === undefined) return false;
    const name = nameOf(data.saveRule.id);
    await reload();
    carry(name);
    await show(data.saveRule.id);
    finish(name);
    return true;
  };
  return {
    draft,
    isChanged: keptDraft !== undefined,
    isSaving,
    refusal,
    faults,
    onAction: (action) => {
      setRefusal(undefined);
      const takenKeys = storedDraft.stages.flatMap(({ key = [] }) => key);
      const ownAction = action.type === "addStage" ? { ...action, takenKeys } : action;
      keep({ draft: changeDraft(draft, ownAction) });
    },
    errorOf: (field) => faultText(field) ?? messageAt(refusal, field),
    save: async (show) => {
      showFaults(true);
      if (faults.length > 0) return false;
      setIsSaving(true);
      return save(show).finally(() => setIsSaving(false));
    },
    forget: () => {
      setRefusal(undefined);
      showFaults(false);
      keep(undefined);
    },
  };
}
