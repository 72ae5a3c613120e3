import type { ApproveBy, ApproverSource, Id, LadderFields, RejectBy } from "../approval/index.ts";

export const HR_APPROVAL_KINDS = ["LEAVE", "CLAIM", "LOAN", "ADVANCE"] as const;
export type HrApprovalKind = (typeof HR_APPROVAL_KINDS)[number];

export const HR_APPROVAL_ROLES = ["MANAGER", "HEAD_OF_DEPARTMENT", "HR"] as const;
/** The approver's role at a level, relative to the employee of the document. */
export type HrApprovalRole = (typeof HR_APPROVAL_ROLES)[number];

export const HR_APPROVAL_STATUSES = ["PENDING", "APPROVED", "REJECTED", "CANCELLED"] as const;
/** A task's status as the HR facade shows it. */
export type HrApprovalStatus = (typeof HR_APPROVAL_STATUSES)[number];

/** Somebody who approves a level beside the holder of its role: a user, or users of a source (contract-3, SRC-1). */
export type LevelApprover = { groups?: string[] } & ({ approverId: Id } | { source: ApproverSource });

/** One level of a company's policy; it becomes a stage, which has its ladder (contract-3, TIME-3). */
export interface PolicyLevel extends LadderFields {
  role: HrApprovalRole;
  /** A positive integer; levels run ascending. */
  order: number;
  approveBy: ApproveBy;
  /** The number of COUNT and PERCENT. */
  quorum?: number;
  /** Default `VETO`. */
  rejectBy?: RejectBy;
  /** `false`: the stage is not decided in bulk (contract-2, CTRL-6). */
  bulk?: false;
  /** The approvers beside the holder of the role. */
  approvers?: LevelApprover[];
}

/** The approval policy of a company for documents of one kind. */
export interface HrApprovalPolicy {
  kind: HrApprovalKind;
  levels: readonly PolicyLevel[];
}

/** The fields of an employee that the resolver reads. */
export interface Employee {
  id: Id;
  userId?: Id;
  /** The manager, an employee. */
  reportingTo?: Id;
  /** The employee who does HR for them. */
  hrId?: Id;
}

/** The fields of a department that the resolver reads. */
export interface Department {
  /** The head, a user. */
  hodId?: Id;
}
