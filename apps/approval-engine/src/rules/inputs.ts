import { LIMITS, currency, decimal, hexId } from "@countersign/contracts";
import { z } from "zod";

import { publishWorkflowInput } from "../definitions/index.ts";
import { label, optional, optionalDocument } from "../shared/inputs.ts";
import { thresholdOrder } from "../thresholds/index.ts";

const amountAbove = decimal
  .refine((amount) => !amount.startsWith("-"), "must be at least 0")
  .refine((amount) => Number(amount) <= LIMITS.amount, `must be at most ${LIMITS.amount}`);
const discountAbove = z
  .number("must be a number")
  .min(0, "must be at least 0")
  .max(100, "must be at most 100");

/** `saveRule` (contract-3, CON-17): a rule as a whole. */
export const saveRuleInput = z.object({
  id: optional(hexId),
  kind: z.string(),
  name: optional(label(LIMITS.name)),
  order: optional(thresholdOrder),
  enabled: optional(z.boolean()),
  amountAbove: optional(amountAbove),
  currency: optional(currency),
  discountAbove: optional(discountAbove),
  when: optional(label(500)),
  facts: publishWorkflowInput.shape.facts,
  stages: publishWorkflowInput.shape.stages,
});
export type SaveRuleInput = z.input<typeof saveRuleInput>;
export type GivenRule = z.output<typeof saveRuleInput>;

/** `matchingRule`: a document, and a rule that is not saved. */
export const matchingRuleInput = z.object({
  kind: z.string(),
  document: optionalDocument,
  discount: optional(discountAbove),
  submitterId: optional(hexId),
  asPerson: optional(z.boolean()),
  written: optional(saveRuleInput),
});
export type MatchingRuleInput = z.input<typeof matchingRuleInput>;
export type GivenDocument = z.output<typeof matchingRuleInput>;

/** `publishRule` and `discardRule`. */
export const publishRuleInput = z.object({
  id: hexId,
  expectedVersion: optional(z.int("must be a whole number").min(0, "must be at least 0")),
  note: publishWorkflowInput.shape.note,
});
