import { LIMITS, currency, decimal, hexId } from "@countersign/contracts";
import { z } from "zod";

import { publishWorkflowInput } from "../definitions/index.ts";
import { noteFields } from "../shared/change-note.ts";
import { label, optional, optionalDocument } from "../shared/inputs.ts";
import { retryFields } from "../shared/retry-safe.ts";
import { RULES_OF_KIND_MAX, thresholdOrder } from "../thresholds/index.ts";

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

const order = z.array(hexId).max(RULES_OF_KIND_MAX, `must have at most ${RULES_OF_KIND_MAX} items`);

/** A change of a kind's rules that is only asked about: the draft in, the removed rule out, then ordered. */
export const rulesChange = {
  draft: optional(saveRuleInput),
  remove: optional(hexId),
  order: optional(order),
};

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

/** A version that the caller has seen. */
const seenVersion = optional(z.int("must be a whole number").min(0, "must be at least 0"));

/** `saveRule` beside the rule. */
export const saveRuleOptions = z.object({ expectedVersion: seenVersion });

const versionNumber = z.int("must be a whole number").min(1, "must be at least 1");

/** `ruleDiff` (contract-4, HIST-3). */
export const ruleDiffInput = z.object({
  kind: z.string(),
  ruleId: hexId,
  a: versionNumber,
  b: versionNumber,
});

const HISTORY_MAX = 100;

/** `ruleHistory` (contract-4, HIST-3). */
export const ruleHistoryInput = z.object({
  kind: z.string(),
  ruleId: hexId,
  before: optional(z.date()),
  take: z
    .int("must be a whole number")
    .min(1, "must be at least 1")
    .max(HISTORY_MAX, `must be at most ${HISTORY_MAX}`)
    .nullish()
    .transform((take) => take ?? 20),
});

/** `publishRule` */
export const publishRuleInput = z.object({
  id: hexId,
  expectedVersion: seenVersion,
  expectedDraft: seenVersion,
  note: publishWorkflowInput.shape.note,
  ...noteFields,
});

/** `discardRule` */
export const discardRuleInput = z.object({ id: hexId, expectedVersion: seenVersion, ...noteFields });

/** `switchRule` (contract-4, HIST-2). */
export const switchRuleInput = z.object({ id: hexId, enabled: z.boolean(), ...retryFields });

/** `orderRules` (contract-4, HIST-2). */
export const orderRulesInput = z.object({
  kind: z.string(),
  order,
  expectedOrder: optional(order),
  ...retryFields,
});
