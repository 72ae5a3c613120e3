import type { Id } from "@countersign/domain/approval";
import { isShadowedBy, neverApplies } from "@countersign/domain/routing";

import { isOrderKind } from "../rules/index.ts";
import type { ListedRule } from "../shared/rule-lists.ts";

/** A rule that another keeps from being asked; null: the new rule. */
export interface RuleShadow {
  ruleId: Id | null;
  byRuleId: Id | null;
}

/** The rules that are never asked. */
export interface UnaskedRules {
  neverApplies: Id[];
  shadowedBy: RuleShadow[];
}

/**
 * The rules in force that are never asked, as far as their terms prove it (contract-4, HIST-2).
 *
 * @param rules - in the order in which they are asked
 * @param newId - the id of a rule that has none yet
 */
export function unaskedRules(
  kind: string,
  rules: readonly ListedRule[],
  newId: Id | undefined,
): UnaskedRules {
  const isOfOrders = isOrderKind(kind);
  const shownId = ({ id }: ListedRule): Id | null => (id === newId ? null : id);
  const shadowedBy = rules.flatMap((rule, place): RuleShadow[] => {
    const earlier = rules.slice(0, place).find((candidate) => isShadowedBy(rule, candidate, isOfOrders));
    return earlier === undefined ? [] : [{ ruleId: shownId(rule), byRuleId: shownId(earlier) }];
  });
  const unaskedIds = [
    ...rules.filter((rule) => neverApplies(rule, isOfOrders)).map(shownId),
    ...shadowedBy.map(({ ruleId }) => ruleId),
  ];
  return { neverApplies: [...new Set(unaskedIds.filter((id) => id !== null))], shadowedBy };
}
