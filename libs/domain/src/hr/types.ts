import type { ApproveBy, Id } from "../approval/index.ts";

export const HR_APPROVAL_KINDS = ["LEAVE", "CLAIM", "LOAN", "ADVANCE"] as const;
export type HrApprovalKind = (typeof HR_APPROVAL_KINDS)[number];

export const HR_APPROVAL_ROLES = ["MANAGER", "HEAD_OF_DEPARTMENT", "HR"] as const;
/** Who is asked at a level, seen from the employee whose document it is. */
export type HrApprovalRole = (typeof HR_APPROVAL_ROLES)[number];

export const HR_APPROVAL_STATUSES = ["PENDING", "APPROVED", "REJECTED", "CANCELLED"] as const;
/** A task's status as the HR facade shows it. */
export type HrApprovalStatus = (typeof HR_APPROVAL_STATUSES)[number];

/** One stage to be of a company's policy. */
export interface PolicyLevel {
  role: HrApprovalRole;
  /** A positive integer; levels run ascending. */
  order: number;
  approveBy: ApproveBy;
}

/** Who approves a company's documents of one kind. */
export interface HrApprovalPolicy {
  kind: HrApprovalKind;
  levels: readonly PolicyLevel[];
}

/** What the resolver reads of an employee. */
export interface Employee {
  id: Id;
  userId?: Id;
  /** The manager, an employee. */
  reportingTo?: Id;
  /** Who does HR for them, an employee. */
  hrId?: Id;
}

/** What the resolver reads of a department. */
export interface Department {
  /** The head, a user. */
  hodId?: Id;
}
