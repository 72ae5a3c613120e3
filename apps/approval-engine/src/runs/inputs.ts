import {
  type KindRegistry,
  LIMITS,
  type Stage,
  hexId,
  knownKind,
  line,
  prose,
  stageSchema,
} from "@countersign/contracts";
import {
  APPROVER_POSITIONS,
  type StageInput,
  WORKFLOW_APPROVAL_STATUSES,
  WORKFLOW_TASK_STATUSES,
} from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { z } from "zod";

import { seatsAmong } from "../definitions/index.ts";
import {
  approvalDocument,
  clearable,
  documentFields,
  label,
  optional,
  optionalDocument,
  optionalRef,
  optionalRequestId,
} from "../shared/inputs.ts";
import { retryFields, seenFields } from "../shared/retry-safe.ts";
import { LIST_MAXIMA } from "../shared/list-maxima.ts";
import { finderOf, keyword, optionalObjectId, pageOf } from "../shared/page-inputs.ts";

/** `submit` (specification: "Submit rules"). */
export function submitInputOf(kinds: KindRegistry) {
  return z.object({
    workflowId: optional(hexId),
    refId: hexId,
    kind: knownKind(kinds),
    ref: optionalRef,
    submitterId: hexId,
    dynamicStages: optional(
      z
        .array(stageSchema(label).transform(stageInputOf))
        .max(LIMITS.stages, `must have at most ${LIMITS.stages} items`),
    ),
    document: optionalDocument,
    requestId: optionalRequestId,
    ...retryFields,
  });
}
export type SubmitInput = z.input<ReturnType<typeof submitInputOf>>;

/** A stage of a message as decisions take it. */
function stageInputOf({ approvers, approverIds = [], bulk, ...rule }: Stage): StageInput {
  return defined<StageInput>({
    ...rule,
    bulk: bulk === false ? bulk : undefined,
    ...(approvers ? seatsAmong(approvers) : { approverIds }),
  });
}

export const cancelInput = z.object({ refId: hexId });
export type CancelInput = z.input<typeof cancelInput>;

/** `amend` (contract-2, DOC-3). */
export const amendInput = z.object({
  refId: hexId,
  document: approvalDocument,
  note: optional(prose(LIMITS.remark)),
});
export type AmendInput = z.input<typeof amendInput>;

/** A verdict without its task. The rule refuses other statuses with a text of its own. */
export const verdictFields = { status: line(LIMITS.name), remark: optional(prose(LIMITS.remark)) };

/** `updateWorkflowApprovalStatus` */
export const decideInput = z.object({
  taskId: hexId,
  ...verdictFields,
  returnToStageId: optional(hexId),
  ...seenFields,
});
export type DecideInput = z.input<typeof decideInput>;

const reason = prose(LIMITS.remark).refine((text) => text.trim() !== "", "must not be blank");

/** `reassignApproval` (contract-2, PPL-7) */
export const reassignApprovalInput = z.object({
  taskId: hexId,
  fromUserId: optional(hexId),
  toUserId: hexId,
  reason,
  ...seenFields,
});
export type ReassignApprovalInput = z.input<typeof reassignApprovalInput>;

/** `addApprover` (contract-2, PPL-7) */
export const addApproverInput = z.object({
  taskId: hexId,
  userId: hexId,
  position: z.enum(APPROVER_POSITIONS),
  reason: optional(prose(LIMITS.remark)),
  ...seenFields,
});
export type AddApproverInput = z.input<typeof addApproverInput>;

/** `withdrawVerdict` (contract-2, PPL-7) */
export const withdrawVerdictInput = z.object({ taskId: hexId, ...seenFields });
export type WithdrawVerdictInput = z.input<typeof withdrawVerdictInput>;

/** `recallDocument` (contract-2, CTRL-3) */
export const recallDocumentInput = z.object({ refId: hexId, reason, ...retryFields });
export type RecallDocumentInput = z.input<typeof recallDocumentInput>;

/** `decideMany` (contract-2, CTRL-6): one remark for all items, or one of an item's own. */
export const decideManyInput = z
  .object({
    items: z
      .array(
        z.object({
          taskId: hexId,
          ...verdictFields,
          returnToStageId: optional(hexId),
          expectedRevision: seenFields.expectedRevision,
        }),
      )
      .min(1, "must have at least 1 item")
      .max(LIST_MAXIMA.itemsOfBatch, `must have at most ${LIST_MAXIMA.itemsOfBatch} items`),
    remark: optional(prose(LIMITS.remark)),
    ...retryFields,
  })
  .superRefine(({ items, remark: ofAll = "" }, context) => {
    const seen = new Set<string>();
    for (const [at, { taskId, status, remark = ofAll }] of items.entries()) {
      const issue = { code: "custom", input: items } as const;
      if (seen.has(taskId)) {
        context.addIssue({
          ...issue,
          path: ["items", at, "taskId"],
          message: "must not name a task a second time",
        });
      }
      if (status === "REJECTED" && remark.trim() === "") {
        context.addIssue({ ...issue, path: ["items", at, "remark"], message: "must say why it is rejected" });
      }
      seen.add(taskId);
    }
  });
export type DecideManyInput = z.input<typeof decideManyInput>;

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

const taskStatus = z.enum(WORKFLOW_TASK_STATUSES).nullish();
/** Most kinds that a page may be narrowed by: with every status, a list then reads 200 ranges of its index at most. */
const KINDS_OF_PAGE_MAX = 20;

/** The inputs that find and filter tasks. */
export function taskInputsOf(registry: KindRegistry) {
  const kind = knownKind(registry);
  const kinds = z.array(kind).max(Math.min(registry.kinds.length, KINDS_OF_PAGE_MAX)).nullish();
  return {
    workflowTaskPageInput: pageOf({
      keyword,
      status: taskStatus,
      kinds,
      involvedUserId: optionalObjectId,
    }),
    inboxPageInput: pageOf({ keyword, kinds }),
    unassignedTaskPageInput: pageOf({}),
    workflowTaskSubmissionsPageInput: pageOf({
      keyword,
      status: taskStatus,
      kinds,
      archived: z.boolean().nullish(),
    }),
    queryWorkflowTaskInput: finderOf({
      _id: optionalObjectId,
      refId: optionalObjectId,
      runId: optionalObjectId,
      workflowId: optionalObjectId,
      stageId: optionalObjectId,
      kind: kind.nullish(),
      status: taskStatus,
      archived: z.boolean().nullish(),
    }),
  };
}
export const queryWorkflowApprovalInput = finderOf({
  _id: optionalObjectId,
  taskId: optionalObjectId,
  stageId: optionalObjectId,
  workflowId: optionalObjectId,
  approverId: optionalObjectId,
  status: z.enum(WORKFLOW_APPROVAL_STATUSES).nullish(),
  archived: z.boolean().nullish(),
});
