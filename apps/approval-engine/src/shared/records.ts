import type { SubmittedBy } from "@countersign/contracts";
import type { WorkflowTaskKind } from "@countersign/domain/approval";
import type { ApprovalThresholdKind } from "@countersign/domain/inventory";
import type { ObjectId } from "mongodb";

/** Stored form of the fields that every record carries. Dates are BSON dates; a live record has `deletedAt: null`. */
export interface BaseRecord {
  _id: ObjectId;
  companyId: ObjectId;
  branchId?: ObjectId;
  /** Number of the record within its company (`WF-000001`), or the document's own reference on the records of a run. */
  ref?: string;
  documentCode?: string;
  documentDate?: Date;
  createdAt: Date;
  updatedAt: Date;
  createdBy?: ObjectId;
  updatedBy?: ObjectId;
  deletedAt: Date | null;
  canUpdate: boolean;
  canView: boolean;
  canDelete: boolean;
  canPost: boolean;
}

/** `workflow_notifications`; here because every transaction announces those that it wrote. */
export interface WorkflowNotificationRecord extends BaseRecord {
  userId: ObjectId;
  eventId: ObjectId;
  workflowId?: ObjectId;
  taskId?: ObjectId;
  refId: ObjectId;
  kind: WorkflowTaskKind;
  message: string;
  read: boolean;
}

/** Collections that other modules own and the engine reads. */
export interface UserRecord {
  _id: ObjectId;
  companyId: ObjectId;
  name?: string;
  email?: string;
}
export interface EmployeeRecord {
  _id: ObjectId;
  companyId: ObjectId;
  userId?: ObjectId;
  departmentId?: ObjectId;
  /** An employee. */
  reportingTo?: ObjectId;
  /** An employee. */
  hrId?: ObjectId;
}
export interface DepartmentRecord {
  _id: ObjectId;
  companyId: ObjectId;
  name?: string;
  /** A user. */
  hodId?: ObjectId;
}
export interface OrderRecord {
  _id: ObjectId;
  companyId: ObjectId;
  kind: ApprovalThresholdKind;
  /** Of an invoice: the order whose approval counts. */
  orderId?: ObjectId;
  ref?: string;
  totalAmount: number;
  /** ISO 4217 code of its amounts, where its owner keeps one. */
  currency?: string;
  discount?: { valueType: string; value: number };
  note?: string;
  /** The user who created it, where its owner keeps them. */
  createdBy?: ObjectId;
  /** The agent that created it with the creator's token, where its owner keeps that. */
  submittedBy?: SubmittedBy;
  /** `POSTED` once it is final. */
  status?: string;
}
