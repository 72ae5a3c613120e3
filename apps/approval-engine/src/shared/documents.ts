import type {
  ApproveBy,
  WorkflowApprovalStatus,
  WorkflowEventType,
  WorkflowTaskKind,
  WorkflowTaskStatus,
} from "@countersign/domain/approval";
import type { HrApprovalKind, PolicyLevel } from "@countersign/domain/hr";
import type { ApprovalThresholdKind, OrderTerms } from "@countersign/domain/inventory";
import type { ObjectId } from "mongodb";

/** Stored form of the fields that every record carries. Dates are BSON dates; a live record has `deletedAt: null`. */
export interface BaseDocument {
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

export const DEFINITION_STATUSES = ["DRAFT", "IN_PROGRESS", "COMPLETED", "CANCELLED"] as const;
/** Lifecycle of a workflow or stage definition. */
export type DefinitionStatus = (typeof DEFINITION_STATUSES)[number];

/** `workflows` */
export interface WorkflowDocument extends BaseDocument {
  name: string;
  description?: string;
  /** Legacy, unused; kept because the specification lists it. */
  stageId?: string;
  status: DefinitionStatus;
}

/** `workflow_stages` */
export interface WorkflowStageDocument extends BaseDocument {
  name: string;
  workflowId: ObjectId;
  order: number;
  approveBy: ApproveBy;
  status: DefinitionStatus;
}

/** `workflow_approvers` */
export interface WorkflowApproverDocument extends BaseDocument {
  stageId: ObjectId;
  workflowId: ObjectId;
  approverId: ObjectId;
}

/** `workflow_tasks` */
export interface WorkflowTaskDocument extends BaseDocument {
  runId: ObjectId;
  /** 1 for the document's first run. It tells the current one, whatever the replicas' clocks say. */
  runNumber: number;
  refId: ObjectId;
  parentId?: ObjectId;
  title: string;
  orderNo: number;
  archived: boolean;
  status: WorkflowTaskStatus;
  stageId?: ObjectId;
  workflowId?: ObjectId;
  stageName: string;
  approveBy: ApproveBy;
  kind: WorkflowTaskKind;
  submitterId: ObjectId;
  /** The user whom an HR document is about; absent on what older versions stored. */
  beneficiaryId?: ObjectId;
  /** Whether the service that owns the document submitted the run, or a person did; absent on runs from before. */
  byOwner?: boolean;
  /** Of an order's run: what the order said when the run began, as far as approvers answer for it. */
  submittedOrder?: OrderTerms;
  /** Of an order's run: the order was not there when it began. */
  orderUnknown?: true;
  /** Submitter and current approvers of this task, each once: what the inbox rule and `involvedUserId` ask for. */
  involvedIds: ObjectId[];
  /** Derived: whose inbox shows the task, and the company's id for that of all; `false`: nobody's. */
  listedFor?: ObjectId[] | false;
  /** Derived: whose submissions show the task; absent when it is deleted. */
  submissionOf?: ObjectId;
  /** Whole seconds since 1970. */
  completionDate?: number;
  /** Present on one task of every open run: the unique index on it allows one open run per document. */
  openRun?: true;
  /** Counts the decisions on the task, so that two at once conflict instead of passing each other. */
  version: number;
}

/** `workflow_approvals` */
export interface WorkflowApprovalDocument extends BaseDocument {
  runId: ObjectId;
  taskId: ObjectId;
  /** Derived: the company whose lists show the row; `false`: none. */
  listedFor?: ObjectId | false;
  /** Kind and current status of the task, kept beside the verdict so that the HR facade pages without a join. */
  kind: WorkflowTaskKind;
  taskStatus: WorkflowTaskStatus;
  stageId?: ObjectId;
  workflowId?: ObjectId;
  approverId: ObjectId;
  /** Whether a person added the row to its task. */
  addedByHand?: boolean;
  remark?: string;
  archived: boolean;
  /** Whole seconds since 1970. */
  statusUpdateDate?: number;
  status: WorkflowApprovalStatus;
}

/** What happened, beyond who and when. */
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
}

/** `workflow_events`: written once, never changed. */
export interface WorkflowEventDocument extends BaseDocument {
  runId: ObjectId;
  refId: ObjectId;
  workflowId?: ObjectId;
  taskId?: ObjectId;
  stageId?: ObjectId;
  kind: WorkflowTaskKind;
  event: WorkflowEventType;
  actorId: ObjectId;
  targetIds: ObjectId[];
  metadata: WorkflowEventMetadata;
}

/** `workflow_notifications` */
export interface WorkflowNotificationDocument extends BaseDocument {
  userId: ObjectId;
  eventId: ObjectId;
  workflowId?: ObjectId;
  taskId?: ObjectId;
  refId: ObjectId;
  kind: WorkflowTaskKind;
  message: string;
  read: boolean;
}

/** `hr_approval_policies` */
export interface HrApprovalPolicyDocument extends BaseDocument {
  kind: HrApprovalKind;
  levels: PolicyLevel[];
}

/** `approval_thresholds`; a limit that is null is ignored. */
export interface ApprovalThresholdDocument extends BaseDocument {
  kind: ApprovalThresholdKind;
  workflowId: ObjectId;
  amountThreshold: number | null;
  discountPercentageThreshold: number | null;
  enabled: boolean;
}

/** Collections that other modules own and the engine reads. */
export interface UserDocument {
  _id: ObjectId;
  companyId: ObjectId;
  name?: string;
  email?: string;
}
export interface EmployeeDocument {
  _id: ObjectId;
  companyId: ObjectId;
  userId?: ObjectId;
  departmentId?: ObjectId;
  /** An employee. */
  reportingTo?: ObjectId;
  /** An employee. */
  hrId?: ObjectId;
}
export interface DepartmentDocument {
  _id: ObjectId;
  companyId: ObjectId;
  name?: string;
  /** A user. */
  hodId?: ObjectId;
}
export interface OrderDocument {
  _id: ObjectId;
  companyId: ObjectId;
  kind: ApprovalThresholdKind;
  /** Of an invoice: the order whose approval counts. */
  orderId?: ObjectId;
  ref?: string;
  totalAmount: number;
  discount?: { valueType: string; value: number };
  /** `POSTED` once it is final. */
  status?: string;
}
