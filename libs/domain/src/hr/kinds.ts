import type { WorkflowTaskKind, WorkflowTaskStatus } from "../approval/index.ts";
import { WORKFLOW_TASK_STATUSES } from "../approval/index.ts";
import type { HrApprovalKind, HrApprovalStatus } from "./types.ts";

/** The kinds of document that follow HR's policies. */
export type HrTaskKind = "Leave" | "Claim" | "Loan" | "Advance";

const KIND_OF: Readonly<Record<HrTaskKind, HrApprovalKind>> = {
  Leave: "LEAVE",
  Claim: "CLAIM",
  Loan: "LOAN",
  Advance: "ADVANCE",
};

const TASK_KIND_OF: Readonly<Record<HrApprovalKind, HrTaskKind>> = {
  LEAVE: "Leave",
  CLAIM: "Claim",
  LOAN: "Loan",
  ADVANCE: "Advance",
};

const STATUS_OF: Readonly<Record<WorkflowTaskStatus, HrApprovalStatus>> = {
  PENDING: "PENDING",
  AWAITING_APPROVAL: "PENDING",
  APPROVED: "APPROVED",
  REJECTED: "REJECTED",
  ARCHIEVED: "CANCELLED",
};

/** Whether documents of the kind follow HR's policies. */
export function isHrTaskKind(kind: WorkflowTaskKind): kind is HrTaskKind {
  return Object.hasOwn(KIND_OF, kind);
}

/** The kind of policy for documents of the kind (specification: "HR approver resolution", 1). */
export function hrKindOf(kind: HrTaskKind): HrApprovalKind {
  return KIND_OF[kind];
}

/** The kind of document of a kind of policy. */
export function taskKindOf(kind: HrApprovalKind): HrTaskKind {
  return TASK_KIND_OF[kind];
}

/** How the HR facade shows a task's status (contract: "HrApprovalStatus"). */
export function hrStatusOf(status: WorkflowTaskStatus): HrApprovalStatus {
  return STATUS_OF[status];
}

/** The task statuses that the HR facade shows as one; a filter by it finds these. */
export function taskStatusesOf(status: HrApprovalStatus): WorkflowTaskStatus[] {
  return WORKFLOW_TASK_STATUSES.filter((candidate) => STATUS_OF[candidate] === status);
}
