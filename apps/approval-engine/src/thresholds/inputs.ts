import { amount, hexId, thresholdKind } from "@countersign/contracts";
import { APPROVAL_THRESHOLD_KINDS } from "@countersign/domain/inventory";
import { z } from "zod";

import { clearable, documentFields, optional } from "../shared/inputs.ts";
import { pageOf } from "../shared/page-inputs.ts";

const limit = clearable(amount.min(0, "must be at least 0"));
const thresholdFields = {
  amountThreshold: limit,
  discountPercentageThreshold: limit,
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
