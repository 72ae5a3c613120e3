import { LIMITS, hexId, line } from "@countersign/contracts";
import {
  WORKFLOW_APPROVAL_STATUSES,
  WORKFLOW_TASK_KINDS,
  WORKFLOW_TASK_STATUSES,
} from "@countersign/domain/approval";
import { HR_APPROVAL_KINDS, HR_APPROVAL_STATUSES } from "@countersign/domain/hr";
import { APPROVAL_THRESHOLD_KINDS } from "@countersign/domain/inventory";
import { ObjectId } from "mongodb";
import { z } from "zod";

import { DEFINITION_STATUSES } from "./documents.ts";

/** Greatest number of records that a page leaves out. */
const SKIP_MAX = 1_000_000;
export const TAKE_MAX = 100;
export const TAKE_DEFAULT = 20;

/** A 24-character hex string, read as an object id. */
export const objectId = hexId.transform((hex) => new ObjectId(hex));

const label = line(LIMITS.name);
/** A search box that is left empty asks for nothing. */
const keyword = z.preprocess((text) => (text === "" ? undefined : text), line(LIMITS.name).nullish());

const paging = {
  skip: z.int().min(0, "must be at least 0").max(SKIP_MAX, `must be at most ${SKIP_MAX}`).nullish(),
  take: z.int().min(1, "must be at least 1").max(TAKE_MAX, `must be at most ${TAKE_MAX}`).nullish(),
};

/** A page's input: its own filter fields, and which part of the matches to show. */
function pageOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z.strictObject({ ...paging, ...shape });
}

/** A finder's input: without any field it would answer an arbitrary record. */
function finderOf<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  return z
    .strictObject(shape)
    .refine(
      (input) => Object.values(input).some((value) => value !== null && value !== undefined),
      `at least one of ${Object.keys(shape).join(", ")} is required`,
    );
}

const definitionStatus = z.enum(DEFINITION_STATUSES).nullish();
const taskStatus = z.enum(WORKFLOW_TASK_STATUSES).nullish();
const kinds = z.array(z.enum(WORKFLOW_TASK_KINDS)).max(WORKFLOW_TASK_KINDS.length).nullish();
const id = objectId.nullish();

export const workflowPageInput = pageOf({ keyword, status: definitionStatus });
export const queryWorkflowInput = finderOf({
  _id: id,
  ref: line(LIMITS.ref).nullish(),
  name: label.nullish(),
  status: definitionStatus,
});
export const workflowStagePageInput = pageOf({
  keyword,
  workflowId: id,
  status: definitionStatus,
});
export const findWorkflowStageInput = finderOf({
  _id: id,
  ref: line(LIMITS.ref).nullish(),
  name: label.nullish(),
  workflowId: id,
  order: z.number().nullish(),
});
export const workflowApproverPageInput = pageOf({ workflowId: id, stageId: id, approverId: id });
export const findWorkflowApproverInput = finderOf({ _id: id, workflowId: id, stageId: id, approverId: id });

export const workflowTaskPageInput = pageOf({
  keyword,
  status: taskStatus,
  kinds,
  involvedUserId: id,
});
export const workflowTaskSubmissionsPageInput = pageOf({
  keyword,
  status: taskStatus,
  kinds,
  archived: z.boolean().nullish(),
});
export const queryWorkflowTaskInput = finderOf({
  _id: id,
  refId: id,
  runId: id,
  workflowId: id,
  stageId: id,
  kind: z.enum(WORKFLOW_TASK_KINDS).nullish(),
  status: taskStatus,
  archived: z.boolean().nullish(),
});
export const queryWorkflowApprovalInput = finderOf({
  _id: id,
  taskId: id,
  stageId: id,
  workflowId: id,
  approverId: id,
  status: z.enum(WORKFLOW_APPROVAL_STATUSES).nullish(),
  archived: z.boolean().nullish(),
});

export const approvalPageInput = pageOf({
  status: z.enum(HR_APPROVAL_STATUSES).nullish(),
  kind: z.enum(HR_APPROVAL_KINDS).nullish(),
  approverId: id,
});
export const hrApprovalPolicyPageInput = pageOf({ kind: z.enum(HR_APPROVAL_KINDS).nullish() });
export const approvalThresholdPageInput = pageOf({
  kind: z.enum(APPROVAL_THRESHOLD_KINDS).nullish(),
  enabled: z.boolean().nullish(),
});
export const auditLogPageInput = pageOf({
  entity: line(LIMITS.name).nullish(),
  entityId: id,
  actorId: id,
  action: line(LIMITS.name).nullish(),
});
