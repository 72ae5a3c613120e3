import type { ApproveBy, RejectBy, WorkflowTaskStatus } from "@countersign/domain/approval";

import type { DefinitionStatus } from "../definitions/index.ts";
import type { DocumentState } from "../runs/index.ts";

// Enum values as people read them.

export const TASK_STATUS_LABELS: Readonly<Record<WorkflowTaskStatus, string>> = {
  PENDING: "Pending",
  AWAITING_APPROVAL: "Awaiting approval",
  APPROVED: "Approved",
  REJECTED: "Rejected",
  ARCHIEVED: "Archived",
};

export const DOCUMENT_STATE_LABELS: Readonly<Record<DocumentState, string>> = {
  IN_PROGRESS: "In progress",
  APPROVED: "Approved",
  REJECTED: "Rejected",
  RECALLED: "Recalled",
  CANCELLED: "Cancelled",
  EXPIRED: "Expired",
};

export const WORKFLOW_STATUS_LABELS: Readonly<Record<DefinitionStatus, string>> = {
  DRAFT: "Draft",
  IN_PROGRESS: "In progress",
  COMPLETED: "Completed",
  CANCELLED: "Cancelled",
};

export const RULE_LABELS: Readonly<Record<ApproveBy, string>> = {
  ANY: "Any approver",
  ALL: "All approvers",
  COUNT: "Number of approvers",
  PERCENT: "Share of approvers",
  PER_GROUP: "Every group",
};

export const REJECT_LABELS: Readonly<Record<RejectBy, string>> = {
  VETO: "One rejection",
  UNREACHABLE: "Quorum out of reach",
};
