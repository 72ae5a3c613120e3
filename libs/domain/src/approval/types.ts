import type { Text } from "@countersign/texts";

import type { ConditionFactType, ConditionFactValue } from "../routing/conditions.ts";
import type { Id } from "./id.ts";
import type { Ladder } from "./ladder.ts";

export type { Id };

/** The kinds of the specification; a deployment may have others beside them (contract-2, DOC-1). */
export const WORKFLOW_TASK_KINDS = [
  "PurchaseRequisition",
  "PurchaseOrder",
  "SalesQuotation",
  "SalesOrder",
  "Leave",
  "Claim",
  "Loan",
  "Advance",
] as const;
/** The kind of the document that is approved; it decides which service owns the outcome. */
export type WorkflowTaskKind = string;

export const WORKFLOW_TASK_STATUSES = [
  "PENDING",
  "AWAITING_APPROVAL",
  "APPROVED",
  "REJECTED",
  "ARCHIEVED",
] as const;
/** `ARCHIEVED` is the specification's own spelling and the wire value. */
export type WorkflowTaskStatus = (typeof WORKFLOW_TASK_STATUSES)[number];

export const WORKFLOW_APPROVAL_STATUSES = [
  "PENDING",
  "AWAITING_APPROVAL",
  "APPROVED",
  "REJECTED",
  "COMPLETED",
  "NOT_NEEDED",
] as const;
/** `NOT_NEEDED`: the seat was left out when its stage was asked, or the stage was decided without it (PPL-4, PPL-5). */
export type WorkflowApprovalStatus = (typeof WORKFLOW_APPROVAL_STATUSES)[number];

export const APPROVE_BY = ["ANY", "ALL", "COUNT", "PERCENT", "PER_GROUP"] as const;
/**
 * `ANY`: one approval completes the stage. `ALL`: every approver's is needed. The others take a `quorum` (contract-2,
 * PPL-4): so many approvals, that share of the seats, or so many of each group.
 */
export type ApproveBy = (typeof APPROVE_BY)[number];

export const REJECT_BY = ["VETO", "UNREACHABLE"] as const;
/** `VETO`: one rejection rejects the stage. `UNREACHABLE`: rejections do once the quorum cannot be reached any more. */
export type RejectBy = (typeof REJECT_BY)[number];

export const SEAT_REASONS = [
  "RULE",
  "MANAGER_OF",
  "HEAD_OF",
  "HR_OF",
  "ADDED_BY",
  "REASSIGNED_FROM",
  "FALLBACK",
  "GROUP",
  "FACT",
  "PREVIOUS_APPROVER_MANAGER",
] as const;
/**
 * Why somebody has a seat (contract-2, PPL-5; contract-3, SRC-1). `RULE`: the workflow or the submission names them. The
 * last three, and `MANAGER_OF` and `HEAD_OF`, are reasons of sources too.
 */
export type SeatReason = (typeof SEAT_REASONS)[number];

export const WORKFLOW_EVENT_TYPES = [
  "TASK_CREATED",
  "STAGE_ADVANCED",
  "APPROVED",
  "REJECTED",
  "COMPLETED",
  "RESUBMITTED",
  "AMENDED",
  "OBJECTED",
  "REASSIGNED",
  "APPROVER_ADDED",
  "VERDICT_WITHDRAWN",
  "RECALLED",
  "SKIPPED",
  "UNASSIGNED",
  "APPROVER_LEFT",
  "REPLACED",
  "STAGE_ADDED",
  "REMINDED",
  "ESCALATED",
  "ESCALATION_FAILED",
  "TIMED_OUT",
  "EXPIRED",
  "SEAT_LOST",
  "CHANGES_WANTED",
  "QUESTION_ANSWERED",
] as const;
export type WorkflowEventType = (typeof WORKFLOW_EVENT_TYPES)[number];

export const ON_AMEND = ["REFUSE", "ASK_AGAIN", "KEEP_VERDICTS"] as const;
/** The treatment of a run when its document changes (contract-2, DOC-3); the default is `REFUSE`. */
export type OnAmend = (typeof ON_AMEND)[number];

/** The business services whose documents the specification knows. */
export type BuiltInOwner = "hr" | "inventory";

export const DUTIES = [
  "submitterNeverDecides",
  "onePersonOneStage",
  "exclusiveGroups",
  "editorIds",
  "agentsMayDecide",
  "agent",
] as const;
/** A rule that keeps a person from deciding (contract-2, PPL-6; contract-3, AGT-3), by the name of its setting or field. */
export type Duty = (typeof DUTIES)[number];

/**
 * Why a seat was left out when its stage was asked: its holder had left, was the submitter, had it by a change of their own
 * after the submission (contract-4, MEET-3), or a duty forbade it. Or because its holder was late: somebody who stood in
 * decided, or has the seat instead (contract-3, TIME-3).
 */
export type LeftOut = "INACTIVE" | "SUBMITTER" | "OWN_CHANGE" | Duty | Late;
/** Why somebody who was late does not decide any more. */
export type Late = "STOOD_IN" | "REPLACED";

/** One live stage of a run. */
export interface Task {
  id: Id;
  runId: Id;
  refId: Id;
  parentId?: Id;
  ref?: string;
  title: string;
  orderNo: number;
  archived: boolean;
  status: WorkflowTaskStatus;
  stageId?: Id;
  workflowId?: Id;
  stageName: string;
  approveBy: ApproveBy;
  /** The number of COUNT, PERCENT and PER_GROUP, as it was submitted. */
  quorum?: number;
  /** Default `VETO`. */
  rejectBy?: RejectBy;
  /** Of PER_GROUP: the groups that approvers carried when the run was submitted. */
  groups?: readonly string[];
  /** Approvers whom the stage does not name; their seats are derived when it is asked. */
  sources?: readonly SourcedSeats[];
  /** Why sources yielded nobody when the stage was last asked. */
  sourceFaults?: readonly Text[];
  /** The stage's key in its version; absent without sources and conditions. */
  stageKey?: string;
  /** A person added the stage to the run, after another one (contract-2, PPL-7): its definition has no such stage. */
  addedByHand?: true;
  /**
   * People who changed the stage after the submission: in its workflow, or by marking an approver as a leaver whose seat
   * another removed then. It seats none of them, and they decide there for nobody else (contract-4, MEET-3).
   */
  changerIds?: readonly Id[];
  /** `false`: the stage is not decided in bulk (contract-2, CTRL-6). */
  bulk?: false;
  /** How often the stage was entered; absent: once. Whatever sends a stage back raises it. */
  activation?: number;
  /** How often the labels that approvers see were changed while the stage waited; absent: never. */
  relabelled?: number;
  /** The approvals that the stage needed when it was last asked; absent with ALL, which needs its seats. */
  askedNeeded?: number;
  /**
   * The approvals that it needs at least besides required ones, since somebody who has approved took a seat of it (contract-4,
   * MEET-3).
   */
  leastNeeded?: number;
  /** The effects of time on it; absent: none. */
  ladder?: Ladder;
  /** The calendar by which its times were reckoned when it was last asked; absent: every hour counted. */
  calendarId?: Id;
  /** When it is due, since it was last asked. Milliseconds since 1970. */
  dueMs?: number;
  /** When its approvers were last nudged, since it was last asked. Milliseconds since 1970. */
  nudgedMs?: number;
  /** Time has approved or rejected it. */
  byTime?: true;
  /** Its time stood still, since it was last asked: a changed calendar moves it no more (contract-4, TALK-2). */
  stoodStill?: true;
  kind: WorkflowTaskKind;
  submitterId: Id;
  /** The user whom an HR document is about (SAFE-4). */
  beneficiaryId?: Id;
  /** Whole seconds since 1970. */
  completionDate?: number;
}

/** One approver's seat on one task, and their verdict. */
export interface Approval {
  id: Id;
  taskId: Id;
  stageId?: Id;
  workflowId?: Id;
  approverId: Id;
  /** Whether a person added the row to the task, instead of the submission (SAFE-3). */
  addedByHand?: boolean;
  /** Labels that PER_GROUP and `exclusiveGroups` ask for. */
  groups?: readonly string[];
  /** Added in parallel: its approval is needed besides those that the rule needs (PPL-7). */
  required?: boolean;
  /** Default `RULE`. */
  reason?: SeatReason;
  /** The user of the reason: whose manager, added by whom, reassigned from whom. */
  reasonUserId?: Id;
  /** The group of the reason `GROUP`. */
  reasonGroupId?: Id;
  /** People whose changes after the submission gave it to its holder: they decide on it for themselves alone (contract-4, MEET-3). */
  givenByIds?: readonly Id[];
  /** A limit gave it, and who has it needs one for the amount (contract-4, MEET-5, MEET-7). */
  byLimit?: true;
  /** How often the seat was reassigned; absent: never. */
  hops?: number;
  /** Made when the stage was asked, by a setting or a source; made anew when it is asked again. */
  derived?: true;
  /** Of a seat in a stage with sources that was given to somebody else: its first holder, whom sources may name. */
  sourcedFor?: Id;
  /** Those of its groups that it has from sources that name the same person, or as the submitter's manager. */
  sourcedGroups?: readonly string[];
  /** Added because others were late, see `standsInFor`; it goes when the stage is asked again. */
  escalated?: true;
  /** The late seat with which this one has a single vote: the first verdict on either of them counts. */
  standsInFor?: Id;
  /** Why the seat was left out when the stage was asked; it is judged anew when the stage is asked again. */
  leftOut?: LeftOut;
  remark?: string;
  archived: boolean;
  /** The user who gave the verdict in the approver's place; absent: the approver. */
  decidedBy?: Id;
  /** Whose seat it was before the approver took it over with their verdict. */
  takenFrom?: Id;
  /** The revision that the verdict judged, as {@link revisionOf} of the task was. */
  revision?: string;
  /** The approval of the stage before counts here too (`onRepeatedApprover`). */
  skipped?: true;
  /** Whole seconds since 1970. */
  statusUpdateDate?: number;
  status: WorkflowApprovalStatus;
}

/** All tasks and approvals of one run of a document, archived ones included. */
export interface Run {
  tasks: readonly Task[];
  approvals: readonly Approval[];
  /** The document as the rules know it; absent: none was sent. */
  document?: RunDocument;
  /** With whose tokens agents submitted the document, in this run or an earlier one (contract-3, AGT-3). */
  agentPrincipalIds?: readonly Id[];
  /** From when on no verdict counts any more, in milliseconds since 1970 (contract-3, ASK-3); absent: never. */
  expiresAtMs?: number;
  /** When it was submitted, in milliseconds since 1970; absent: it is about to be. */
  submittedMs?: number;
  /** The changes that an approver wants of the submitter; the stage waits for them. */
  changesWanted?: WantedChanges;
  /** How often changes were wanted in it; absent: never. */
  changesAsked?: number;
}

/** Changes that an approver wants of the submitter (contract-4, TALK-2). */
export interface WantedChanges {
  /** The message that says so. */
  id: Id;
  taskId: Id;
  /** The activation of the task. */
  activation: number;
  /** The seat on which they are wanted. */
  seatId: Id;
  /** The user whose seat it is. */
  principalId: Id;
  /** The user who wants them: the same, or who stands in for them. */
  askerId: Id;
  text: string;
  /** Milliseconds since 1970. */
  sinceMs: number;
  /** The working time that was left until the stage was due, in milliseconds; absent: it had no due time. */
  leftMs?: number;
}

/** The document of a run, as far as the rules that every run has depend on it. */
export interface RunDocument {
  /** Counts its changes, 1 first. */
  revision: number;
  /** Users who wrote it and therefore never decide (contract-2, PPL-6). */
  editorIds?: readonly Id[];
}

/** One thing to know about a document, as far as rules read it. */
export interface DocumentFact {
  key: string;
  type: ConditionFactType;
  value: ConditionFactValue;
}

/** The parts of a document that sources and conditions read (contract-3, SRC-1, ROUTE-3). */
export interface DocumentContent {
  /** Whether its owner describes it: people whom somebody else's description names are not asked (SRC-1, ROUTE-4). */
  byOwner: boolean;
  title?: string | undefined;
  /** Decimal text, with a currency. */
  amount?: string | undefined;
  currency?: string | undefined;
  facts: readonly DocumentFact[];
}

/** How far up from the submitter a manager is: so many levels (1 to 5), or until one may approve the amount (SRC-3). */
export type ManagerReach = { levels: number } | { untilLimit: true };

/**
 * A source of approvers, where a stage names no user (contract-3, SRC-1). It is resolved when the stage is asked.
 *
 * `departmentHead.of` and `fact`: the key of a fact of the document; `SUBMITTER` is the submitter's own department.
 */
export type ApproverSource =
  | { groupId: Id }
  | { submitterManager: ManagerReach }
  | { departmentHead: { of: string } }
  | { fact: string }
  | { previousApproverManager: true };

/** A source of approvers, and the labels that those whom it yields carry for PER_GROUP. */
export interface SourcedSeats {
  source: ApproverSource;
  groups?: readonly string[];
}

/** A submitted stage, from a stored workflow or inline. */
export interface StageInput {
  stageId?: Id;
  name: string;
  order: number;
  approveBy: ApproveBy;
  quorum?: number;
  rejectBy?: RejectBy;
  bulk?: false;
  approverIds: readonly Id[];
  /** Those of them whose approval it needs besides those that its rule needs (contract-4, MEET-1). */
  requiredIds?: readonly Id[];
  /** The labels of approvers who carry any, by user. */
  groups?: Readonly<Record<Id, readonly string[]>>;
  /** Approvers whom the stage does not name. */
  sources?: readonly SourcedSeats[];
  /** Names the stage in every version of its workflow. */
  key?: string;
  /** The condition under which the stage is on the document's way (contract-3, ROUTE-3); absent: always. */
  when?: string;
  /**
   * The stage is on the way only because nobody vouches for what the document says: a rule gives it that a document of its
   * owner might not have met (contract-4, MEET-2).
   */
  unverified?: true;
  /** Of a stage that a return takes from the workflow as it is now: see the task's. */
  changerIds?: readonly Id[];
  /** The effects of time on the stage (contract-3, TIME-3); absent: none. */
  ladder?: Ladder;
  /** Why the approvers have their seats; default `RULE`. */
  reason?: SeatReason;
  /** The same of some of them, by user. */
  reasons?: Readonly<Record<Id, SeatReason>>;
}
