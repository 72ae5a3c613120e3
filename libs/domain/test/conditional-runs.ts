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
    const [word = "", wantedText = ""] = when.split(" ");
    return word === "above" ? above(Number(wantedText), input) : says(wantedText, input);
  },
};

const missingField = (field: string) => text("input.missing", { field });

function above(limit: number, { document: { amount } }: ConditionInput): ConditionResult {
  if (amount === undefined) return { outcome: "ERROR", error: missingField("amount"), values: {} };
  return { outcome: Number(amount) > limit, values: { "document.amount": amount } };
}

function says(wantedText: string, { document: { facts } }: ConditionInput): ConditionResult {
  const needs = facts.get("needs");
  if (needs === undefined) return { outcome: "ERROR", error: missingField("needs"), values: {} };
  return { outcome: needs === wantedText, values: { "document.facts.needs": needs } };
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
