import { useState } from "react";

import { SaveRuleDocument } from "../graphql/generated/documents.ts";
import { type Refusal, messageAt } from "../graphql/refusal.ts";
import { useCommand } from "../graphql/use-command.ts";
import { useTranslate } from "../messages/i18n.ts";
import { useKept } from "../shell/kept.ts";
import { needsLimit, originOfNew } from "./kinds.ts";
import { type DraftAction, type PlacedFault, type RuleDraft, changed, faultsOf } from "./rule-draft.ts";
import { type StoredRule, inputOf } from "./stored-rule.ts";

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
  /** Saves the draft. @returns the rule's id; undefined where something is missing or refused */
  save: () => Promise<{ id: string } | undefined>;
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
 * @param stored - its draft, or what is in force
 * @param reload - reads the stored rules again
 */
export function useRuleEditor(
  kind: string,
  rule: StoredRule | undefined,
  stored: RuleDraft,
  reload: () => Promise<unknown>,
): RuleEditor {
  const t = useTranslate();
  const [kept, keep] = useKept<Kept>(`rule.${kind}.${rule?.id ?? "new"}`);
  const [areFaultsShown, showFaults] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const command = useCommand(SaveRuleDocument);
  const draft = kept?.draft ?? stored;
  const faults = faultsOf(draft, needsLimit({ kind, origin: rule?.origin ?? originOfNew(kind) }));
  const faultText = (field: string) => {
    const fault = areFaultsShown ? faults.find((one) => one.field === field)?.fault : undefined;
    return fault && t(`rules.fault.${fault}`);
  };
  return {
    draft,
    isChanged: kept !== undefined,
    isSaving: command.isBusy,
    refusal,
    faults,
    onAction: (action) => {
      setRefusal(undefined);
      keep({ draft: changed(draft, action) });
    },
    errorOf: (field) => faultText(field) ?? messageAt(refusal, field),
    save: async () => {
      showFaults(true);
      if (faults.length > 0) return undefined;
      const { data, refusal: refused } = await command.send({ input: inputOf(t, kind, rule, draft) });
      setRefusal(refused);
      if (data === undefined) return undefined;
      await reload();
      keep(undefined);
      return data.saveRule;
    },
    forget: () => {
      setRefusal(undefined);
      showFaults(false);
      keep(undefined);
    },
  };
}
