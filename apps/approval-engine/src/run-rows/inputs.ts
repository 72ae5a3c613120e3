import { LIMITS, hexId, prose } from "@countersign/contracts";
import { z } from "zod";

import { clearable, documentFields, label, optional, optionalRef } from "../shared/inputs.ts";
import { seenFields } from "../shared/retry-safe.ts";

/** Fields of a task that users may change: never its status, its run or its place in it. */
export const updateWorkflowTaskInput = z.object({
  ref: optionalRef,
  title: optional(label(LIMITS.name)),
  ...documentFields,
  ...seenFields,
});
export type UpdateWorkflowTaskInput = z.input<typeof updateWorkflowTaskInput>;

export const createWorkflowApprovalInput = z.object({
  taskId: hexId,
  approverId: hexId,
  ...documentFields,
  ...seenFields,
});
export type CreateWorkflowApprovalInput = z.input<typeof createWorkflowApprovalInput>;
export const updateWorkflowApprovalInput = z.object({
  remark: clearable(prose(LIMITS.remark)),
  ...documentFields,
  ...seenFields,
});
export type UpdateWorkflowApprovalInput = z.input<typeof updateWorkflowApprovalInput>;
