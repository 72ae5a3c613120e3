/** A MongoDB object id as 24 lower-case hexadecimal characters. */
export type Id = string;

/** The kinds of the specification; a deployment may have others beside them (contract-2, DOC-1). */
export const WORKFLOW_TASK_KINDS = [
  "PurchaseRequisition",
  "PurchaseOrder",
  "SalesQuotation",
  "SalesOrder",
  "Leave",
  "Claim",
  "Loan",
  "Advance",
] as const;
/** The kind of the document that is approved; it decides which service owns the outcome. */
export type WorkflowTaskKind = string;

export const WORKFLOW_TASK_STATUSES = [
  "PENDING",
  "AWAITING_APPROVAL",
  "APPROVED",
  "REJECTED",
  "ARCHIEVED",
] as const;
/** `ARCHIEVED` is the specification's own spelling and the wire value. */
export type WorkflowTaskStatus = (typeof WORKFLOW_TASK_STATUSES)[number];

export const WORKFLOW_APPROVAL_STATUSES = [
  "PENDING",
  "AWAITING_APPROVAL",
  "APPROVED",
  "REJECTED",
  "COMPLETED",
] as const;
export type WorkflowApprovalStatus = (typeof WORKFLOW_APPROVAL_STATUSES)[number];

export const APPROVE_BY = ["ANY", "ALL"] as const;
/** `ANY`: one approval completes the stage. `ALL`: every approver's is needed. */
export type ApproveBy = (typeof APPROVE_BY)[number];

export const WORKFLOW_EVENT_TYPES = [
  "TASK_CREATED",
  "STAGE_ADVANCED",
  "APPROVED",
  "REJECTED",
  "COMPLETED",
  "RESUBMITTED",
  "AMENDED",
] as const;
export type WorkflowEventType = (typeof WORKFLOW_EVENT_TYPES)[number];

export const ON_AMEND = ["REFUSE", "ASK_AGAIN", "KEEP_VERDICTS"] as const;
/** What becomes of a run when its document changes (contract-2, DOC-3); the default is `REFUSE`. */
export type OnAmend = (typeof ON_AMEND)[number];

/** The business services whose documents the specification knows. */
export type BuiltInOwner = "hr" | "inventory";

/** One live stage of a run. */
export interface Task {
  id: Id;
  runId: Id;
  refId: Id;
  parentId?: Id;
  ref?: string;
  title: string;
  orderNo: number;
  archived: boolean;
  status: WorkflowTaskStatus;
  stageId?: Id;
  workflowId?: Id;
  stageName: string;
  approveBy: ApproveBy;
  kind: WorkflowTaskKind;
  submitterId: Id;
  /** The user whom an HR document is about (SAFE-4); unknown on tasks that an older version stored. */
  beneficiaryId?: Id;
  /** Whole seconds since 1970. */
  completionDate?: number;
}

/** One approver's verdict on one task. */
export interface Approval {
  id: Id;
  taskId: Id;
  stageId?: Id;
  workflowId?: Id;
  approverId: Id;
  /** Whether a person added the row to the task, instead of the submission (SAFE-3). */
  addedByHand?: boolean;
  remark?: string;
  archived: boolean;
  /** Whole seconds since 1970. */
  statusUpdateDate?: number;
  status: WorkflowApprovalStatus;
}

/** All tasks and approvals of one run of a document, archived ones included. */
export interface Run {
  tasks: readonly Task[];
  approvals: readonly Approval[];
}

/** A submitted stage, from a stored workflow or inline. */
export interface StageInput {
  stageId?: Id;
  name: string;
  order: number;
  approveBy: ApproveBy;
  approverIds: readonly Id[];
}
