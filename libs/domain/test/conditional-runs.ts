import { text } from "@countersign/texts";

import type {
  ConditionInput,
  ConditionResult,
  Conditions,
  FactDeclaration,
} from "../src/routing/conditions.ts";
import type { DocumentContent, DocumentFact } from "../src/approval/types.ts";

/**
 * Conditions that are easy to read in tests: `above 1000` asks for the amount, `says legal` for the fact `needs`, which may
 * be missing.
 */
export const testConditions: Conditions = {
  faultOf: () => undefined,
  amountsAbove: () => [],
  evaluate: (when, _facts, input): ConditionResult => {
    const [word = "", wanted = ""] = when.split(" ");
    return word === "above" ? above(Number(wanted), input) : says(wanted, input);
  },
};

const missing = (field: string) => text("input.missing", { field });

function above(limit: number, { document: { amount } }: ConditionInput): ConditionResult {
  if (amount === undefined) return { outcome: "ERROR", error: missing("amount"), values: {} };
  return { outcome: Number(amount) > limit, values: { "document.amount": amount } };
}

function says(wanted: string, { document: { facts } }: ConditionInput): ConditionResult {
  const needs = facts.get("needs");
  if (needs === undefined) return { outcome: "ERROR", error: missing("needs"), values: {} };
  return { outcome: needs === wanted, values: { "document.facts.needs": needs } };
}

export const NEEDS: FactDeclaration = { key: "needs", type: "TEXT" };

/** A document as its owner describes it: an amount, and what it needs. */
export function contentOf(
  amount?: number,
  needs?: string,
  more: readonly DocumentFact[] = [],
): DocumentContent {
  return {
    byOwner: true,
    ...(amount !== undefined && { amount: String(amount), currency: "EUR" }),
    facts: [...(needs === undefined ? [] : [{ key: "needs", type: "TEXT", value: needs } as const]), ...more],
  };
}
