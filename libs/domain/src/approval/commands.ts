import type { Organisation, People } from "./people.ts";
import type { Conditions, FactDeclaration } from "../routing/conditions.ts";
import type { RouteWarning } from "../routing/route-warning.ts";
import type { RunRoute } from "../routing/run-route.ts";
import type { AtEnd, Calendars, EscalationMode } from "./ladder.ts";
import type { ApprovalRules } from "./rules.ts";
import type { ApproverPosition, SeatCommand } from "./seat-commands.ts";
import type { Grant, Substitution } from "./substitution.ts";
import type { TalkCommand } from "./talk-commands.ts";
import type { TimeCommand } from "./time-commands.ts";
import type {
  Approval,
  ApproveBy,
  DocumentContent,
  Id,
  OnAmend,
  RejectBy,
  Run,
  RunDocument,
  StageInput,
  Task,
  WorkflowEventType,
  WorkflowTaskKind,
} from "./types.ts";

/** A stage of a stored workflow with its stored approvers. */
export interface StoredStage extends StageInput {
  stageId: Id;
  workflowId: Id;
}

/**
 * Starts a run from `workflowId` or `dynamicStages`, never both. The use case loads the stages of the stored workflow
 * into `storedStages`, and leaves it out when the company has no such workflow.
 */
export interface SubmitCommand {
  type: "submit";
  refId: Id;
  kind: WorkflowTaskKind;
  ref?: string | undefined;
  submitterId: Id;
  /** The user whom an HR document is about. Default: the submitter. */
  beneficiaryId?: Id | undefined;
  /** The user who starts the run. Default: the submitter. */
  actorId?: Id | undefined;
  /** Name of that user, for messages. */
  actorName?: string | undefined;
  workflowId?: Id | undefined;
  storedStages?: readonly StoredStage[] | undefined;
  /** Stages that are asked before those of the stored workflow, in their order (contract-4, MEET-1, MEET-6). */
  stagesBefore?: readonly Omit<StageInput, "order">[] | undefined;
  dynamicStages?: readonly StageInput[] | undefined;
  /** The facts that conditions of the stages may read, and those that the version requires. */
  facts?: readonly FactDeclaration[] | undefined;
  /** The document as the rules know it, if it is sent. */
  document?: RunDocument | undefined;
  /** With whose tokens agents have submitted the document, now or before (contract-3, AGT-3). */
  agentPrincipalIds?: readonly Id[] | undefined;
  /** From when on no verdict counts, in milliseconds since 1970 (contract-3, ASK-3). */
  expiresAtMs?: number | undefined;
}

/** The users who may take over a pending approval that is assigned to somebody else (`HR_TAKEOVER`). */
export type TakeOverPolicy = "anyone" | "participants" | "privileged" | "off";

/** The user who acts, and the seat's holder (contract-2, PPL). They differ for a substitute, whom the grant lets act. */
export interface Authority {
  actor: Id;
  principal: Id;
  grant?: Grant;
}

/** The common fields of approval and rejection. */
export interface VerdictCommand {
  taskId: Id;
  /** The acting user. */
  approverId: Id;
  /** Whose seat is decided. Default: the acting user's own, else the first one that they may decide as a substitute. */
  principalId?: Id | undefined;
  /** Whether a program acts with the user's token (contract-2, PPL-6). */
  isAgent?: boolean | undefined;
  remark?: string | undefined;
  /** The revision that the acting user has seen, as `revisionOf` has it; another one is refused. */
  expectedRevision?: string | undefined;
  /** Name of the acting user, for messages. */
  actorName?: string | undefined;
  /** Set by the HR facade only: a caller without an approval may take over a pending one. */
  takeOver?: { policy: TakeOverPolicy; privileged: boolean } | undefined;
}

export interface ApproveCommand extends VerdictCommand {
  type: "approve";
}

export interface RejectCommand extends VerdictCommand {
  type: "reject";
  /** It ends the run from any stage, as a first stage's rejection does (contract-3, CTRL-8). */
  end?: boolean | undefined;
  /** Ignored by dynamic runs. */
  returnToStageId?: Id | undefined;
  /** The company's stored stage of `returnToStageId`, loaded by the use case; left out when it does not exist. */
  returnStage?: StoredStage | undefined;
}

/** The document was cancelled, or its owner submits it while a run that a person started is open. */
export interface ArchiveCommand {
  type: "archive";
  runId: Id;
  /** The user who submits it instead; those who were asked are notified. */
  replacedBy?: { actorId: Id; actorName?: string | undefined } | undefined;
}

/** The document changed while its approval is in progress, and the company allows it (contract-2, DOC-3). */
export interface AmendCommand {
  type: "amend";
  policy: Exclude<OnAmend, "REFUSE">;
  /** The document's new revision. */
  revision: number;
  /** The users who wrote the new revision and therefore never decide (PPL-6). */
  editorIds?: readonly Id[] | undefined;
  /** The route that the run has followed so far; absent where its definition has no conditions. */
  route?: RunRoute | undefined;
  /** The user who changed the document. */
  actorId: Id;
  /** Name of that user, for the history. */
  actorName?: string | undefined;
  note?: string | undefined;
}

/** The document is taken back by its submitter or a privileged user (contract-2, CTRL-3). */
export interface RecallCommand {
  type: "recall";
  reason?: string | undefined;
  actorId: Id;
  /** Name of that user, for the history. */
  actorName?: string | undefined;
  privileged: boolean;
  /** Whether a program acts with the user's token. */
  isAgent?: boolean | undefined;
}

/** The time of the run is over: nobody decided in it (contract-3, ASK-3). */
export interface ExpireCommand {
  type: "expire";
}

export type Command =
  | SubmitCommand
  | ApproveCommand
  | RejectCommand
  | ArchiveCommand
  | AmendCommand
  | RecallCommand
  | ExpireCommand
  | SeatCommand
  | TalkCommand
  | TimeCommand;

/** The context that the rules about people depend on (contract-2, PPL). */
export interface PeopleContext {
  /** The time in milliseconds since 1970. */
  nowMs: number;
  /** The company's settings; `DEFAULT_RULES` where it has set nothing. */
  rules: ApprovalRules;
  /** Everybody whom run, command, substitutions or settings name, and the submitter's manager. */
  people: People;
  /** Those that may matter to the run; ended and revoked ones grant nothing. */
  substitutions: readonly Substitution[];
  /** Absent: the run has no sources. */
  organisation?: Organisation | undefined;
  /** The document as the command leaves it; absent: the run has neither sources nor conditions, or no document. */
  content?: DocumentContent | undefined;
  /** Absent: no stage has a condition. */
  conditions?: Conditions | undefined;
  /** Absent: no stage has a ladder. */
  calendars?: Calendars | undefined;
  /** The user who has the sources looked at again, and gets no seat thereby (contract-4, MEET-3). */
  resolvedBy?: Id | undefined;
}

/** Time, ids, people and settings for a decision. */
export interface DecisionContext extends PeopleContext {
  /** A new id at each call. A repeated attempt gets the same ids when the caller hands out the same row of them. */
  newId: () => Id;
  /** Whether a stage that rejected with a return is queued again (`RETURN_REQUEUE`); `false`: the literal table. */
  returnRequeue: boolean;
}

/** The emitted events. `RESUBMITTED` is declared, but never emitted. */
export type EmittedEventType = Exclude<WorkflowEventType, "RESUBMITTED">;

/** Specification: "workflow_events", field metadata; `reassigned…` records a take-over (contract, `actionApproval`). */
export interface RunEventMetadata {
  ref?: string;
  /** The stage in the message. A rejection names the stage it returned to; a terminal rejection names none. */
  stageName?: string;
  /** The verdict's; of `AMENDED` the note on the change. */
  remark?: string;
  actorName?: string;
  fromStageId?: Id;
  toStageId?: Id;
  returnToStageId?: Id;
  reassignedFrom?: Id;
  reassignedTo?: Id;
  /** Of `AMENDED`: the document's new revision. */
  revision?: number;
  /** Whose seat it is or was: of a verdict that somebody gave in their place, and of `REASSIGNED`. */
  principalId?: Id;
  principalName?: string;
  /** The user of the event: the one who was added, reassigned to, skipped, or has left. */
  userId?: Id;
  userName?: string;
  /** Of a stage that was asked, if it has a quorum or `UNREACHABLE`. */
  approveBy?: ApproveBy;
  quorum?: number;
  rejectBy?: RejectBy;
  /** Of a submission or `AMENDED`: what is to be known about the route. */
  warnings?: RouteWarning[];
  /** Of `APPROVER_ADDED`: in the active stage, or in one of its own after it. */
  position?: ApproverPosition;
  /** Of `ESCALATED`: whether the late approver can still decide. Of `TIMED_OUT`: the verdict. */
  mode?: EscalationMode | Exclude<AtEnd, "NOTHING">;
  /** The message of the conversation that the event is about; of an answer also the one that it answers. */
  messageId?: Id;
  questionId?: Id;
  /** A program acted with the actor's token. */
  agent?: true;
  /** Its name. */
  client?: string;
  /** Set where the event has no `actorId`: time brought it about. */
  actor?: "system";
}

/** How an event asks somebody. */
export interface AskedBy {
  /** How its text says so; absent where every text of the event does. */
  ending?: "asked" | "askedAgain";
  /** The name of the person in whose place a substitute is asked. */
  inPlaceOf?: string;
}

/** One line of the history. */
export interface RunEvent {
  event: EmittedEventType;
  runId: Id;
  refId: Id;
  kind: WorkflowTaskKind;
  /** The task of the event; for `STAGE_ADVANCED` the task that became active. */
  taskId: Id;
  stageId?: Id;
  workflowId?: Id;
  /** The acting user; absent where the platform acted by time. */
  actorId?: Id;
  /** Recipients in the specification's order. A user can appear twice; the fan-out counts them once. */
  targetIds: readonly Id[];
  /** The recipients who are asked. */
  asked?: Readonly<Record<Id, AskedBy>>;
  metadata: RunEventMetadata;
}

/** The writes of a decision, in this order: a task leaves the active state before another one enters it. */
export interface RunChanges {
  /**
   * Tasks to update, those that are no longer active first. The decided task is always among them, even unchanged, so
   * that two decisions on one task write one record and conflict; all tasks are when the document was amended.
   */
  updatedTasks: readonly Task[];
  insertedTasks: readonly Task[];
  updatedApprovals: readonly Approval[];
  insertedApprovals: readonly Approval[];
  /** Of `removeRow` only. */
  removedApprovals?: readonly Approval[];
}

/**
 * How a run ended: `completed` calls the owner's `workflowCompleted(refId)`, `rejected` its `workflowRejected(refId)`;
 * `recalled` gives the document back to its submitter (contract-2, CTRL-3).
 */
export type Outcome = "completed" | "rejected" | "recalled";

/** The common result of every decision. */
interface Transition {
  runId: Id;
  /** The run afterwards; after a submission only the new run. */
  run: Run;
  changes: RunChanges;
  /** In the order in which they happened. */
  events: readonly RunEvent[];
  /** The run's route, where it was made or judged anew, and the definition has conditions. */
  route?: RunRoute;
}

/** Why a document is given back that its submitter did not recall. */
export type OutcomeReason = "EXPIRED";

/** A decision that ends the run, and the event that ended it. A cancelled run has no outcome. */
interface Ending {
  outcome: Outcome;
  /** Of `recalled`, where nobody recalled it. */
  reason?: OutcomeReason;
  verdict: RunEvent;
  /** The run's first task, for the fields of the document that all tasks share. */
  task: Task;
}

export type Decision = Transition & (Ending | { outcome?: never });

/** The decision of an approval or a rejection. */
export type VerdictDecision = Decision & {
  /** The decided approval. */
  approvalId: Id;
};
