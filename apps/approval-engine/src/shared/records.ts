import type { SubmittedBy } from "@countersign/contracts";
import type {
  ApproveBy,
  ApproverPosition,
  NotificationPart,
  RejectBy,
  WorkflowEventType,
  WorkflowTaskKind,
} from "@countersign/domain/approval";
import type { Change } from "@countersign/domain/approval";
import type { ApprovalThresholdKind } from "@countersign/domain/inventory";
import type { RouteWarning } from "@countersign/domain/routing";
import type { Text } from "@countersign/texts";
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

/** `workflow_notifications` */
export interface WorkflowNotificationRecord extends BaseRecord {
  userId: ObjectId;
  eventId: ObjectId;
  workflowId?: ObjectId;
  taskId?: ObjectId;
  refId: ObjectId;
  kind: WorkflowTaskKind;
  /** In English. */
  message: string;
  /** The message without its words; absent, as the next two, on rows from before (contract-3, TEXT-1). */
  text?: Text;
  /** The event; absent also where the notification is about no document's run. */
  event?: WorkflowEventType;
  /** The recipient's part in it. */
  part?: NotificationPart;
  read: boolean;
}

/** The details of an event, beyond its actor and time. */
export interface WorkflowEventMetadata {
  ref?: string;
  stageName?: string;
  remark?: string;
  actorName?: string;
  fromStageId?: ObjectId;
  toStageId?: ObjectId;
  returnToStageId?: ObjectId;
  /** Set when the acting user took the approval over from somebody else. */
  reassignedFrom?: ObjectId;
  reassignedTo?: ObjectId;
  /** Of a change of the document: its new revision. */
  revision?: number;
  /** The person for whom a substitute acted, or from whom an approval was reassigned. */
  principalId?: ObjectId;
  principalName?: string;
  /** The person the event is about: added, reassigned to, skipped, or gone. */
  userId?: ObjectId;
  userName?: string;
  position?: ApproverPosition;
  /** Of a stage that was asked, if it has a quorum or `UNREACHABLE`. */
  approveBy?: ApproveBy;
  quorum?: number;
  rejectBy?: RejectBy;
  /** Of a submission or change: stages that are asked because their condition could not be evaluated. */
  warnings?: RouteWarning[];
  /** A program acted with the actor's token. */
  agent?: true;
  /** Its name. */
  client?: string;
  /** Set where the event has no `actorId`: time brought it about. */
  actor?: "system";
}

/** `workflow_events`: written once, never changed. */
export interface WorkflowEventRecord extends BaseRecord {
  runId: ObjectId;
  refId: ObjectId;
  workflowId?: ObjectId;
  taskId?: ObjectId;
  stageId?: ObjectId;
  kind: WorkflowTaskKind;
  event: WorkflowEventType;
  /** The acting user; absent where the platform acted by time. */
  actorId?: ObjectId;
  targetIds: ObjectId[];
  metadata: WorkflowEventMetadata;
}

/** Collections that other modules own and the engine reads. */
export interface UserRecord {
  _id: ObjectId;
  companyId: ObjectId;
  name?: string;
  email?: string;
  /** A BCP 47 language tag. */
  locale?: string;
  /** IANA name. */
  timeZone?: string;
}
/** The people who changed fields of a record of the directory last (contract-4, MEET-3). */
export interface FieldsMadeBy {
  fields?: Partial<Record<"active" | "userId" | "departmentId" | "reportingTo" | "hodId", Change>>;
  /** Of an employee: who took it from a user. */
  partings?: (Change & { from: string })[];
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
  /** `false`: the employment has ended; its user may have another. */
  active?: boolean | null;
  madeBy?: FieldsMadeBy;
}
export interface DepartmentRecord {
  _id: ObjectId;
  companyId: ObjectId;
  name?: string;
  /** A user. */
  hodId?: ObjectId;
  /** `false`: it was closed, and asks nobody. */
  active?: boolean | null;
  madeBy?: FieldsMadeBy;
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
