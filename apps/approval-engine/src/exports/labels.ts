import type { ApproveBy, WorkflowTaskKind, WorkflowTaskStatus } from "@countersign/domain/approval";

import type { DefinitionStatus } from "../definitions/index.ts";

/** Enum values as people read them. */
export const KIND_LABELS: Readonly<Record<WorkflowTaskKind, string>> = {
  PurchaseRequisition: "Purchase requisition",
  PurchaseOrder: "Purchase order",
  SalesQuotation: "Sales quotation",
  SalesOrder: "Sales order",
  Leave: "Leave",
  Claim: "Claim",
  Loan: "Loan",
  Advance: "Advance",
};

export const TASK_STATUS_LABELS: Readonly<Record<WorkflowTaskStatus, string>> = {
  PENDING: "Pending",
  AWAITING_APPROVAL: "Awaiting approval",
  APPROVED: "Approved",
  REJECTED: "Rejected",
  ARCHIEVED: "Archived",
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
};
