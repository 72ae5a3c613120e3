import { amount, currency, hexId, thresholdKind } from "@countersign/contracts";
import { APPROVAL_THRESHOLD_KINDS } from "@countersign/domain/inventory";
import { z } from "zod";

import { clearable, documentFields, optional } from "../shared/inputs.ts";
import { pageOf } from "../shared/page-inputs.ts";

const limit = clearable(amount.min(0, "must be at least 0"));
/** Greatest place among the rules of a kind. */
export const ORDER_MAX = 1_000_000;
/** Place among the thresholds of a kind. */
export const thresholdOrder = z
  .int("must be a whole number")
  .min(1, "must be at least 1")
  .max(ORDER_MAX, `must be at most ${ORDER_MAX}`);
const thresholdFields = {
  amountThreshold: limit,
  discountPercentageThreshold: limit,
  currency: clearable(currency),
  order: clearable(thresholdOrder),
  enabled: optional(z.boolean()),
  ...documentFields,
};
export const createApprovalThresholdInput = z.object({
  kind: thresholdKind,
  workflowId: hexId,
  ...thresholdFields,
});
export type CreateApprovalThresholdInput = z.input<typeof createApprovalThresholdInput>;
export const updateApprovalThresholdInput = z.object({
  kind: optional(thresholdKind),
  workflowId: optional(hexId),
  ...thresholdFields,
});

export const approvalThresholdPageInput = pageOf({
  kind: z.enum(APPROVAL_THRESHOLD_KINDS).nullish(),
  enabled: z.boolean().nullish(),
});
