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
 * The rule that a document starts by: the first that applies. A rule applies unless something that the document's owner
 * states says that it does not: a missing amount, a condition that lacks a fact, and whatever anybody else states leave it
 * in (compare contract-3, ROUTE-4 and SAFE-10).
 *
 * @param rules - in the order in which they are asked
 */
export function firstRule<R extends RuleCondition>(
  rules: readonly R[],
  document: JudgedDocument,
  conditions: Conditions,
): R | undefined {
  return rules.find((rule) => isAmountMet(rule, document) && isConditionMet(rule, document, conditions));
}

function isAmountMet({ amountAbove, currency }: RuleCondition, { content }: JudgedDocument): boolean {
  if (!content?.byOwner) return true;
  if (currency !== null && content.currency !== undefined && content.currency !== currency) return false;
  if (amountAbove === null || content.amount === undefined) return true;
  // Texts of at most 15 digits: each is a number of its own.
  return Number(content.amount) > Number(amountAbove);
}

function isConditionMet(
  { when, facts }: RuleCondition,
  document: JudgedDocument,
  conditions: Conditions,
): boolean {
  if (when === null) return true;
  return inclusionsOf({ facts }, document, conditions)({ when }).included;
}
