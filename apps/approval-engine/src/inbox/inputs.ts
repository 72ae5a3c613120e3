import { type KindRegistry, knownKind } from "@countersign/contracts";
import { WORKFLOW_APPROVAL_STATUSES, WORKFLOW_TASK_STATUSES } from "@countersign/domain/approval";
import { z } from "zod";

import { finderOf, keyword, optionalObjectId, pageOf } from "../shared/page-inputs.ts";

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
