import type {
  ApproveBy,
  Ladder,
  LeftOut,
  RejectBy,
  SeatReason,
  SourcedSeats,
  WorkflowApprovalStatus,
  WorkflowTaskKind,
  WorkflowTaskStatus,
} from "@countersign/domain/approval";
import type { StatedBy } from "@countersign/contracts";
import type { OrderTerms } from "@countersign/domain/inventory";
import type { Text } from "@countersign/texts";
import type { Decimal128, ObjectId } from "mongodb";

import type { DocumentReference } from "../documents/index.ts";
import type { BaseRecord } from "../shared/records.ts";
import type { RecordOf } from "../shared/record-of.ts";

/** How the run of a document stands, or how it ended. */
export const DOCUMENT_STATES = [
  "IN_PROGRESS",
  "APPROVED",
  "REJECTED",
  "RECALLED",
  "CANCELLED",
  "EXPIRED",
] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];

/** How and when a run ended. */
export interface RunEnd {
  state: Exclude<DocumentState, "IN_PROGRESS">;
  at: Date;
}

/** `workflow_tasks`: rows that follow from runs, for lists and outside readers (contract-4, ONE-4). */
export interface WorkflowTaskRecord extends BaseRecord {
  runId: ObjectId;
  /** 1 for the document's first run. The greatest is the current run's, whatever the replicas' clocks say. */
  runNumber: number;
  refId: ObjectId;
  parentId?: ObjectId;
  title: string;
  orderNo: number;
  archived: boolean;
  status: WorkflowTaskStatus;
  stageId?: ObjectId;
  workflowId?: ObjectId;
  /** The version of the workflow that the run follows; absent without a workflow, and on runs from before versions. */
  workflowVersion?: number;
  stageName: string;
  approveBy: ApproveBy;
  /** The rule's number and what else it needs (contract-2, PPL-4); absent with ANY and ALL. */
  quorum?: number;
  rejectBy?: RejectBy;
  groups?: string[];
  /** Where approvers come from whom the stage does not name (contract-3, SRC-1). */
  sources?: SourcedSeats[];
  /** Why sources yielded nobody when the stage was last asked. */
  sourceFaults?: Text[];
  /** The stage's key in its version; absent without sources and conditions. */
  stageKey?: string;
  /** A person added the stage to the run. */
  addedByHand?: true;
  /** People who changed the stage in its workflow after the submission, which a return took from there. */
  changerIds?: ObjectId[];
  kind: WorkflowTaskKind;
  submitterId: ObjectId;
  /** The user whom an HR document is about; absent on what older versions stored. */
  beneficiaryId?: ObjectId;
  /** Whether the service that owns the document submitted the run, or a person did; absent on runs from before. */
  byOwner?: boolean;
  /** The author of the document's description; absent on older runs. */
  statedBy?: StatedBy;
  /** The owner's id of the submission: the event id of its command, or the `requestId` of its request. */
  requestId?: string;
  /** Of an order's run: the terms that approvers answer for, as they were when the run began. */
  submittedOrder?: OrderTerms;
  /** Of an order's run: the order was not there when it began. */
  orderUnknown?: true;
  /** The program that submitted the run with the submitter's token; absent: a person or an owner did. */
  submittedBy?: SubmittedByRecord;
  /** People whose agents submitted the document, in this run or an earlier one: they never decide on it (AGT-3). */
  agentPrincipalIds?: ObjectId[];
  /** From when on no verdict counts (contract-3, ASK-3); the same on all tasks of the run. */
  expiresAt?: Date;
  /**
   * The document that approvers decide on: the run's latest revision; the same on all its tasks, absent without one.
   */
  document?: DocumentReference;
  /** Submitter and current approvers of this task, each once: what the inbox rule and `involvedUserId` ask for. */
  involvedIds: ObjectId[];
  /** Approvers who can decide now; empty unless the stage is active. Absent on records of older versions. */
  askedIds?: ObjectId[];
  /** Nobody can complete the stage: it waits until a privileged user names somebody. */
  unassigned?: true;
  /**
   * Derived: ids of the users whose inbox shows the task; the company's id stands for privileged users. For everybody
   * who is asked also the texts of `askedText`, by which their substitutes find it. `false`: nobody.
   */
  listedFor?: (ObjectId | string)[] | false;
  /** Derived: the user whose submissions show the task; absent when it is deleted. */
  submissionOf?: ObjectId;
  /** Whole seconds since 1970. */
  completionDate?: number;
  /** `false`: the stage is not decided in bulk. */
  bulk?: false;
  /** How often the stage was entered; absent: once. */
  activation?: number;
  /** When the stage was asked, the last time it was; absent while it never was, and on ended tasks of older releases. */
  askedAt?: Date;
  /** How often its labels changed while it waited, and what it needed when it was asked; see the domain's `Task`. */
  relabelled?: number;
  askedNeeded?: number;
  leastNeeded?: number;
  /** The effects of time on the stage (contract-3, TIME-3); absent: none. */
  ladder?: Ladder;
  /** The calendar by which its times were reckoned when it was last asked; absent: every hour counts. */
  calendarId?: ObjectId;
  /** When it is due, since it was last asked. */
  dueAt?: Date;
  /** When its submitter last nudged its approvers, since it was last asked. */
  nudgedAt?: Date;
  /** Time has approved or rejected it. */
  byTime?: true;
  /** Its time stood still, since it was last asked: a changed calendar moves it no more. */
  stoodStill?: true;
  /** Those who want changes, while the stage waits for the submitter's answer (contract-4, TALK-2). */
  waitsOnAnswer?: { askerId: ObjectId; principalId: ObjectId };
  /** The version of the run that wrote the row last: a lower one never replaces it. */
  version: number;
}

/** An amount as lists sort it: by currency, then value. The fields are compared in this order. */
export interface SortAmount {
  currency: string;
  value: Decimal128;
}

/** A program that submitted a document, and with whose token. */
interface SubmittedByRecord {
  userId: ObjectId;
  agent: true;
  /** Its name. */
  client?: string;
}

/** `workflow_approvals`: likewise. */
export interface WorkflowApprovalRecord extends BaseRecord {
  runId: ObjectId;
  taskId: ObjectId;
  /** Derived: the company whose lists show the row; `false`: none. */
  listedFor?: ObjectId | false;
  /** Derived: the user who gave the verdict; absent: nobody, or it was carried over. */
  deciderId?: ObjectId;
  /** Kind and current status of the task, kept beside the verdict so that the HR facade pages without a join. */
  kind: WorkflowTaskKind;
  taskStatus: WorkflowTaskStatus;
  stageId?: ObjectId;
  workflowId?: ObjectId;
  approverId: ObjectId;
  /** Whether a person added the row to its task. */
  addedByHand?: boolean;
  /** How the seat came to be, and what the rules know of it; see the domain's `Approval`. */
  groups?: string[];
  required?: boolean;
  reason?: SeatReason;
  reasonUserId?: ObjectId;
  reasonGroupId?: ObjectId;
  /** Those whose changes gave it to its holder. */
  givenByIds?: ObjectId[];
  /** A limit gave it. */
  byLimit?: true;
  hops?: number;
  derived?: true;
  sourcedFor?: ObjectId;
  sourcedGroups?: string[];
  leftOut?: LeftOut;
  /** Added because others were late. */
  escalated?: true;
  /** The late seat with which it has a single vote. */
  standsInFor?: ObjectId;
  /** The substitute who gave the verdict. */
  decidedBy?: ObjectId;
  /** The former approver of a seat that somebody took over with the verdict. */
  takenFrom?: ObjectId;
  skipped?: true;
  remark?: string;
  /**
   * The revision that the verdict judged: `revisionOf` the task then. Absent without a verdict, and on older records.
   */
  revision?: string;
  archived: boolean;
  /** Whole seconds since 1970. */
  statusUpdateDate?: number;
  status: WorkflowApprovalStatus;
  /** The version of the run that wrote the row last: a lower one never replaces it. */
  version: number;
}

/** Fields that only rows have: what lists derive, and the version that wrote the row. */
export type FieldOfRows = "listedFor" | "submissionOf" | "deciderId" | "version";

/** A task of a run, as use cases have it. */
export type WorkflowTask = Omit<RecordOf<WorkflowTaskRecord>, FieldOfRows>;
export type SubmittedBy = RecordOf<SubmittedByRecord>;

/**
 * Fields of a task that only lists and rules need, and readers do not: a task of 200 approvers has a thousand values in
 * these fields.
 */
export const UNSHOWN_OF_TASK = ["listedFor", "submissionOf", "involvedIds", "askedIds", "version"] as const;
/** A task as its readers get it. */
export type ShownTaskRecord = Omit<WorkflowTaskRecord, (typeof UNSHOWN_OF_TASK)[number]>;
export type ShownTask = RecordOf<ShownTaskRecord>;
/** A seat on a task of a run, as use cases have it. */
export type WorkflowApproval = Omit<RecordOf<WorkflowApprovalRecord>, FieldOfRows>;
