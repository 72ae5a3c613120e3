import type { Conditions, FactDeclaration } from "./conditions.ts";
import { type JudgedDocument, inclusionsOf } from "./inclusion.ts";

/** When a rule of an added kind applies to a document; null where something does not matter (contract-3, CON-17). */
export interface RuleCondition {
  /** Decimal text. */
  amountAbove: string | null;
  /** ISO 4217 code. */
  currency: string | null;
  when: string | null;
  /** The facts that `when` may read. */
  facts?: readonly FactDeclaration[] | undefined;
}

/**
 * The rules that a document starts by. Of a document that its owner describes it is the first that applies: a rule applies
 * unless the owner's words say that it does not, so a missing amount and a condition that lacks a fact leave it in (compare
 * contract-3, ROUTE-4 and SAFE-10). Nobody vouches for what a person or an agent states: they could describe the document so
 * that a weaker rule comes first, and so every rule applies (contract-4, MEET-2).
 *
 * @param rules - in the order in which they are asked
 */
export function applyingRules<R extends RuleCondition>(
  rules: readonly R[],
  document: JudgedDocument,
  conditions: Conditions,
): R[] {
  if (!document.content?.byOwner) return [...rules];
  const { rule } = chosenRule(rules, document, conditions);
  return rule === undefined ? [] : [rule];
}

/** The rule by which a document starts. */
export interface ChosenRule<R> {
  /** Absent: no rule applies. */
  rule?: R;
  /** Whether the document lacks something that the rule reads, and the rule applies for want of it. */
  isUnknown: boolean;
}

/** The first rule that applies to a document that its owner describes. @param rules - in the order in which they are asked */
export function chosenRule<R extends RuleCondition>(
  rules: readonly R[],
  document: JudgedDocument,
  conditions: Conditions,
): ChosenRule<R> {
  for (const rule of rules) {
    const amount = isAmountMet(rule, document);
    const condition = amount !== false && isConditionMet(rule, document, conditions);
    if (amount === false || condition === false) continue;
    return { rule, isUnknown: amount === "UNKNOWN" || condition === "UNKNOWN" };
  }
  return { isUnknown: false };
}

/** Whether the rule applies to every document. */
export function isForAll({ amountAbove, currency, when }: RuleCondition): boolean {
  return amountAbove === null && currency === null && when === null;
}

/** Whether a document meets a part of a rule. */
type Met = boolean | "UNKNOWN";

/** The size of an amount counts: a credit of 900,000 is as large as an invoice (contract-4, MEET-8). */
function isAmountMet({ amountAbove, currency }: RuleCondition, { content }: JudgedDocument): Met {
  if (currency !== null && content?.currency !== undefined && content.currency !== currency) return false;
  if (amountAbove === null) return true;
  if (content?.amount === undefined) return "UNKNOWN";
  // Texts of at most 15 digits: each is a number of its own.
  return Math.abs(Number(content.amount)) > Number(amountAbove);
}

function isConditionMet(
  { when, facts }: RuleCondition,
  document: JudgedDocument,
  conditions: Conditions,
): Met {
  if (when === null) return true;
  const { included, reason } = inclusionsOf({ facts }, document, conditions)({ when });
  return reason === "ERROR" ? "UNKNOWN" : included;
}
