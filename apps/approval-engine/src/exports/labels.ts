import type { ApproveBy, RejectBy, SeatReason, WorkflowTaskStatus } from "@countersign/domain/approval";

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

export const VERDICT_LABELS = { APPROVED: "Approved", REJECTED: "Rejected" } as const;

/** Why somebody was asked. Those with `{who}` name the user or group by whom they were. */
const REASON_LABELS: Readonly<Record<SeatReason, { known: string; unknown: string }>> = {
  RULE: { known: "Named by the workflow", unknown: "Named by the workflow" },
  MANAGER_OF: { known: "Manager of {who}", unknown: "Manager" },
  HEAD_OF: { known: "Head of department", unknown: "Head of department" },
  HR_OF: { known: "HR officer", unknown: "HR officer" },
  ADDED_BY: { known: "Added by {who}", unknown: "Added" },
  REASSIGNED_FROM: { known: "Given on by {who}", unknown: "Given on" },
  FALLBACK: { known: "Fallback approver", unknown: "Fallback approver" },
  GROUP: { known: "Member of {who}", unknown: "Member of a group" },
  FACT: { known: "Named by the document", unknown: "Named by the document" },
  PREVIOUS_APPROVER_MANAGER: {
    known: "Manager of {who}, who approved the stage before",
    unknown: "Manager of somebody who approved the stage before",
  },
};

/** @param reason - default `RULE` */
export function reasonLabel(reason: SeatReason = "RULE", personName?: string): string {
  const { known, unknown } = REASON_LABELS[reason];
  return personName === undefined ? unknown : known.replace("{who}", () => personName);
}
