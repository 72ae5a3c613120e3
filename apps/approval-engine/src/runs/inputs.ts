import { LIMITS, hexId, line, prose, stage, submission } from "@countersign/contracts";
import {
  WORKFLOW_APPROVAL_STATUSES,
  WORKFLOW_TASK_KINDS,
  WORKFLOW_TASK_STATUSES,
} from "@countersign/domain/approval";
import { z } from "zod";

import {
  clearable,
  documentFields,
  label,
  optional,
  optionalRef,
  optionalRequestId,
} from "../shared/inputs.ts";
import { finderOf, keyword, optionalObjectId, pageOf } from "../shared/page-inputs.ts";

/** `submit` (specification: "Submit rules"). */
export const submitInput = z.object({
  workflowId: optional(hexId),
  refId: hexId,
  kind: submission.shape.kind,
  ref: optionalRef,
  submitterId: hexId,
  dynamicStages: optional(
    z
      .array(stage.extend({ name: label(LIMITS.stageName) }))
      .max(LIMITS.stages, `must have at most ${LIMITS.stages} items`),
  ),
  requestId: optionalRequestId,
});
export type SubmitInput = z.input<typeof submitInput>;

export const cancelInput = z.object({ refId: hexId });
export type CancelInput = z.input<typeof cancelInput>;

/** A verdict without its task. The rule refuses other statuses with a text of its own. */
export const verdictFields = { status: line(LIMITS.name), remark: optional(prose(LIMITS.remark)) };

/** `updateWorkflowApprovalStatus` */
export const decideInput = z.object({ taskId: hexId, ...verdictFields, returnToStageId: optional(hexId) });
export type DecideInput = z.input<typeof decideInput>;

/** Fields of a task that users may change: never its status, its run or its place in it. */
export const updateWorkflowTaskInput = z.object({
  ref: optionalRef,
  title: optional(label(LIMITS.name)),
  ...documentFields,
});
export type UpdateWorkflowTaskInput = z.input<typeof updateWorkflowTaskInput>;

export const createWorkflowApprovalInput = z.object({ taskId: hexId, approverId: hexId, ...documentFields });
export type CreateWorkflowApprovalInput = z.input<typeof createWorkflowApprovalInput>;
export const updateWorkflowApprovalInput = z.object({
  remark: clearable(prose(LIMITS.remark)),
  ...documentFields,
});
export type UpdateWorkflowApprovalInput = z.input<typeof updateWorkflowApprovalInput>;

const taskStatus = z.enum(WORKFLOW_TASK_STATUSES).nullish();
const kinds = z.array(z.enum(WORKFLOW_TASK_KINDS)).max(WORKFLOW_TASK_KINDS.length).nullish();

export const workflowTaskPageInput = pageOf({
  keyword,
  status: taskStatus,
  kinds,
  involvedUserId: optionalObjectId,
});
export const workflowTaskSubmissionsPageInput = pageOf({
  keyword,
  status: taskStatus,
  kinds,
  archived: z.boolean().nullish(),
});
export const queryWorkflowTaskInput = finderOf({
  _id: optionalObjectId,
  refId: optionalObjectId,
  runId: optionalObjectId,
  workflowId: optionalObjectId,
  stageId: optionalObjectId,
  kind: z.enum(WORKFLOW_TASK_KINDS).nullish(),
  status: taskStatus,
  archived: z.boolean().nullish(),
});
export const queryWorkflowApprovalInput = finderOf({
  _id: optionalObjectId,
  taskId: optionalObjectId,
  stageId: optionalObjectId,
  workflowId: optionalObjectId,
  approverId: optionalObjectId,
  status: z.enum(WORKFLOW_APPROVAL_STATUSES).nullish(),
  archived: z.boolean().nullish(),
});
