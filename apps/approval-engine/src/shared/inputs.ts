import {
  LIMITS,
  amount,
  approveBy,
  hexId,
  hrSubmission,
  line,
  orderSummary,
  prose,
  stage,
  submission,
  thresholdKind,
} from "@countersign/contracts";
import { HR_APPROVAL_KINDS, HR_APPROVAL_ROLES } from "@countersign/domain/hr";
import { labelProblem } from "@countersign/domain/text";
import { z } from "zod";

import { DEFINITION_STATUSES } from "./documents.ts";

// GraphQL clients send null for what they leave out. `optional` reads it as absent; `clearable` hands it on, and an
// update then removes the field.
function optional<S extends z.ZodType>(schema: S) {
  return schema.nullish().transform((value) => value ?? undefined);
}
function clearable<S extends z.ZodType>(schema: S) {
  return schema.nullish();
}

/** A name, a reference or a title as somebody gives it: one line whose reader sees what it says (SAFE-7). */
function label(maxLength: number) {
  return line(maxLength).superRefine((text, context) => {
    const message = labelProblem(text);
    if (message !== undefined) context.addIssue({ code: "custom", message });
  });
}

const name = label(LIMITS.name);
const status = z.enum(DEFINITION_STATUSES);
const order = z.number("must be a finite number");
const { approverIds } = stage.shape;
const { ref, requestId } = {
  ref: optional(label(LIMITS.ref)),
  requestId: optional(line(LIMITS.requestId)),
};
/** Latest moment that a date can tell, in milliseconds since 1970. */
const MAX_DATE_MS = 8.64e15;
const documentFields = {
  documentCode: clearable(label(LIMITS.ref)),
  /** Milliseconds since 1970. */
  documentDate: optional(
    z
      .int("must be whole milliseconds")
      .min(0)
      .max(MAX_DATE_MS)
      .transform((ms) => new Date(ms)),
  ),
};

/** One bare id argument. */
export function idInput(field: string) {
  return z.preprocess(
    (id) => ({ [field]: id }),
    z.object({ [field]: hexId }).transform((read) => read[field] as string),
  );
}

/** `submit` (specification: "Submit rules"). */
export const submitInput = z.object({
  workflowId: optional(hexId),
  refId: hexId,
  kind: submission.shape.kind,
  ref,
  submitterId: hexId,
  dynamicStages: optional(
    z
      .array(stage.extend({ name: label(LIMITS.stageName) }))
      .max(LIMITS.stages, `must have at most ${LIMITS.stages} items`),
  ),
  requestId,
});
export type SubmitInput = z.input<typeof submitInput>;

/** Submission of an HR document, whose approvers the company's policy names. */
export const submitHrInput = z.object({
  kind: hrSubmission.shape.kind,
  refId: hexId,
  ref,
  employeeId: hexId,
  submitterId: hexId,
  requestId,
});
export type SubmitHrInput = z.input<typeof submitHrInput>;

export const cancelInput = z.object({ refId: hexId });
export type CancelInput = z.input<typeof cancelInput>;

// The rule refuses other statuses with a text of its own.
const verdictFields = { status: line(LIMITS.name), remark: optional(prose(LIMITS.remark)) };

/** `updateWorkflowApprovalStatus` */
export const decideInput = z.object({ taskId: hexId, ...verdictFields, returnToStageId: optional(hexId) });
export type DecideInput = z.input<typeof decideInput>;

export const actionApprovalInput = z.object(verdictFields);
export type ActionApprovalInput = z.input<typeof actionApprovalInput>;

const workflowFields = {
  description: clearable(prose(LIMITS.remark)),
  stageId: clearable(label(LIMITS.ref)),
  status: optional(status),
  ...documentFields,
};
export const createWorkflowInput = z.object({ name, ...workflowFields });
export type CreateWorkflowInput = z.input<typeof createWorkflowInput>;
export const updateWorkflowInput = z.object({ name: optional(name), ...workflowFields });
export type UpdateWorkflowInput = z.input<typeof updateWorkflowInput>;

const stageFields = {
  approveBy: optional(approveBy),
  status: optional(status),
  approverIds: optional(approverIds),
  ...documentFields,
};
export const createWorkflowStageInput = z.object({ name, workflowId: hexId, order, ...stageFields });
export type CreateWorkflowStageInput = z.input<typeof createWorkflowStageInput>;
export const updateWorkflowStageInput = z.object({
  name: optional(name),
  order: optional(order),
  ...stageFields,
});
export type UpdateWorkflowStageInput = z.input<typeof updateWorkflowStageInput>;

/** The workflow is the stage's: naming another one is refused. */
export const createWorkflowApproverInput = z.object({
  stageId: hexId,
  workflowId: optional(hexId),
  approverId: hexId,
  ...documentFields,
});
export type CreateWorkflowApproverInput = z.input<typeof createWorkflowApproverInput>;
export const updateWorkflowApproverInput = z.object({ approverId: optional(hexId), ...documentFields });
export type UpdateWorkflowApproverInput = z.input<typeof updateWorkflowApproverInput>;

/** What may be changed on a task by hand: never its status, its run or its place in it. */
export const updateWorkflowTaskInput = z.object({
  ref,
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

/** More than any policy can hold: each role stands in it once. */
export const MAX_POLICY_LEVELS = 20;
const kind = z.enum(HR_APPROVAL_KINDS);
const levels = z
  .array(z.object({ role: z.enum(HR_APPROVAL_ROLES), order: z.number(), approveBy }))
  .max(MAX_POLICY_LEVELS);
export const createHrApprovalPolicyInput = z.object({ kind, levels, ...documentFields });
export type CreateHrApprovalPolicyInput = z.input<typeof createHrApprovalPolicyInput>;
export const updateHrApprovalPolicyInput = z.object({
  kind: optional(kind),
  levels: optional(levels),
  ...documentFields,
});
export type UpdateHrApprovalPolicyInput = z.input<typeof updateHrApprovalPolicyInput>;

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
export type UpdateApprovalThresholdInput = z.input<typeof updateApprovalThresholdInput>;

/** The order as the inventory service tells it. */
export const orderInput = orderSummary.extend({ ref: label(LIMITS.ref).optional() });
export type OrderInput = z.input<typeof orderInput>;
