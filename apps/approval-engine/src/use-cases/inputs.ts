import { APPROVE_BY, WORKFLOW_TASK_KINDS } from "@countersign/domain/approval";
import { z } from "zod";

import {
  APPROVAL_THRESHOLD_KINDS,
  DEFINITION_STATUSES,
  HR_APPROVAL_KINDS,
  HR_APPROVAL_ROLES,
} from "../repositories/documents.ts";

/** Bounds of what callers send; strings in UTF-16 code units. */
export const BOUNDS = {
  name: 200,
  ref: 100,
  text: 2_000,
  requestId: 200,
  stages: 50,
  approversPerStage: 200,
  policyLevels: 20,
} as const;

const id = z
  .string()
  .regex(/^[0-9a-fA-F]{24}$/u, "must be 24 hexadecimal characters")
  .toLowerCase();
const name = z.string().trim().min(1).max(BOUNDS.name);
const ref = z.string().min(1).max(BOUNDS.ref);
const text = z.string().max(BOUNDS.text);
const order = z.number();
const ids = z.array(id).max(BOUNDS.approversPerStage);
const documentFields = {
  documentCode: z.string().max(BOUNDS.ref).nullish(),
  /** Milliseconds since 1970. */
  documentDate: z.number().int().min(0).max(8.64e15).nullish(),
};

const dynamicStage = z.object({
  name,
  order,
  approveBy: z.enum(APPROVE_BY),
  approverIds: ids,
});

/** `submit` (specification: "Submit rules"). */
export const submitInput = z.object({
  workflowId: id.nullish(),
  refId: id,
  kind: z.enum(WORKFLOW_TASK_KINDS),
  ref: ref.nullish(),
  submitterId: id,
  dynamicStages: z.array(dynamicStage).max(BOUNDS.stages).nullish(),
  requestId: z.string().min(1).max(BOUNDS.requestId).nullish(),
});
export type SubmitInput = z.input<typeof submitInput>;

/** Submission of an HR document, whose approvers the company's policy names. */
export const submitHrInput = z.object({
  kind: z.enum(["Leave", "Claim", "Loan", "Advance"]),
  refId: id,
  ref: ref.nullish(),
  employeeId: id,
  submitterId: id,
  requestId: z.string().min(1).max(BOUNDS.requestId).nullish(),
});
export type SubmitHrInput = z.input<typeof submitHrInput>;

export const cancelInput = z.object({ refId: id });
export type CancelInput = z.input<typeof cancelInput>;

/** `updateWorkflowApprovalStatus`; the status is judged by the rule, which has its own text. */
export const decideInput = z.object({
  taskId: id,
  status: z.string().max(50),
  remark: text.nullish(),
  returnToStageId: id.nullish(),
});
export type DecideInput = z.input<typeof decideInput>;

export const actionApprovalInput = z.object({ status: z.string().max(50), remark: text.nullish() });
export type ActionApprovalInput = z.input<typeof actionApprovalInput>;

const workflowFields = {
  name: name.nullish(),
  description: text.nullish(),
  stageId: z.string().max(BOUNDS.ref).nullish(),
  ...documentFields,
};
export const createWorkflowInput = z.object({
  ...workflowFields,
  name,
  status: z.enum(DEFINITION_STATUSES).nullish(),
});
export type CreateWorkflowInput = z.input<typeof createWorkflowInput>;
export const updateWorkflowInput = z.object({
  ...workflowFields,
  status: z.enum(DEFINITION_STATUSES).nullish(),
});
export type UpdateWorkflowInput = z.input<typeof updateWorkflowInput>;

export const createWorkflowStageInput = z.object({
  name,
  workflowId: id,
  order,
  approveBy: z.enum(APPROVE_BY).nullish(),
  status: z.enum(DEFINITION_STATUSES).nullish(),
  approverIds: ids.nullish(),
  ...documentFields,
});
export type CreateWorkflowStageInput = z.input<typeof createWorkflowStageInput>;
export const updateWorkflowStageInput = z.object({
  name: name.nullish(),
  order: order.nullish(),
  approveBy: z.enum(APPROVE_BY).nullish(),
  status: z.enum(DEFINITION_STATUSES).nullish(),
  approverIds: ids.nullish(),
  ...documentFields,
});
export type UpdateWorkflowStageInput = z.input<typeof updateWorkflowStageInput>;

/** The workflow is the stage's: only a contradiction is refused. */
export const createWorkflowApproverInput = z.object({
  stageId: id,
  workflowId: id.nullish(),
  approverId: id,
  ...documentFields,
});
export type CreateWorkflowApproverInput = z.input<typeof createWorkflowApproverInput>;
export const updateWorkflowApproverInput = z.object({ approverId: id.nullish(), ...documentFields });
export type UpdateWorkflowApproverInput = z.input<typeof updateWorkflowApproverInput>;

/** What may be changed on a task by hand: never its status, its run or its place in it. */
export const updateWorkflowTaskInput = z.object({
  ref: ref.nullish(),
  title: name.nullish(),
  ...documentFields,
});
export type UpdateWorkflowTaskInput = z.input<typeof updateWorkflowTaskInput>;

export const createWorkflowApprovalInput = z.object({
  taskId: id,
  approverId: id,
  ...documentFields,
});
export type CreateWorkflowApprovalInput = z.input<typeof createWorkflowApprovalInput>;
export const updateWorkflowApprovalInput = z.object({ ...documentFields });
export type UpdateWorkflowApprovalInput = z.input<typeof updateWorkflowApprovalInput>;

const policyLevels = z
  .array(z.object({ role: z.enum(HR_APPROVAL_ROLES), order: z.number(), approveBy: z.enum(APPROVE_BY) }))
  .max(BOUNDS.policyLevels);
export const createHrApprovalPolicyInput = z.object({
  kind: z.enum(HR_APPROVAL_KINDS),
  levels: policyLevels,
  ...documentFields,
});
export type CreateHrApprovalPolicyInput = z.input<typeof createHrApprovalPolicyInput>;
export const updateHrApprovalPolicyInput = z.object({
  kind: z.enum(HR_APPROVAL_KINDS).nullish(),
  levels: policyLevels.nullish(),
  ...documentFields,
});
export type UpdateHrApprovalPolicyInput = z.input<typeof updateHrApprovalPolicyInput>;

const limit = z.number().min(0).nullish();
export const createApprovalThresholdInput = z.object({
  kind: z.enum(APPROVAL_THRESHOLD_KINDS),
  workflowId: id,
  amountThreshold: limit,
  discountPercentageThreshold: limit,
  enabled: z.boolean().nullish(),
  ...documentFields,
});
export type CreateApprovalThresholdInput = z.input<typeof createApprovalThresholdInput>;
export const updateApprovalThresholdInput = z.object({
  kind: z.enum(APPROVAL_THRESHOLD_KINDS).nullish(),
  workflowId: id.nullish(),
  amountThreshold: limit,
  discountPercentageThreshold: limit,
  enabled: z.boolean().nullish(),
  ...documentFields,
});
export type UpdateApprovalThresholdInput = z.input<typeof updateApprovalThresholdInput>;

/** The order as the inventory service tells it. */
export const orderInput = z.object({
  _id: id,
  kind: z.enum(APPROVAL_THRESHOLD_KINDS),
  ref: ref.nullish(),
  totalAmount: z.number(),
  discount: z.object({ valueType: z.string().max(50), value: z.number() }).nullish(),
});
export type OrderInput = z.input<typeof orderInput>;
