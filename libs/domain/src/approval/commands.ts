import type { Approval, Id, Run, StageInput, Task, WorkflowEventType, WorkflowTaskKind } from "./types.ts";

/** A stage of a stored workflow with its stored approvers. */
export interface StoredStage extends StageInput {
  stageId: Id;
  workflowId: Id;
}

/**
 * Starts a run. Exactly one of `workflowId` and `dynamicStages` is given; the use case loads the stages of the
 * stored workflow into `storedStages` and leaves it out when the company has no such workflow.
 */
export interface SubmitCommand {
  type: "submit";
  refId: Id;
  kind: WorkflowTaskKind;
  ref?: string | undefined;
  submitterId: Id;
  /** The user whom an HR document is about. Default: the submitter, as nobody else is known. */
  beneficiaryId?: Id | undefined;
  /** Name of the submitter, for messages. */
  actorName?: string | undefined;
  workflowId?: Id | undefined;
  storedStages?: readonly StoredStage[] | undefined;
  dynamicStages?: readonly StageInput[] | undefined;
}

/** Who may take over a pending approval that is assigned to somebody else (`HR_TAKEOVER`). */
export type TakeOverPolicy = "anyone" | "participants" | "privileged" | "off";

/** What an approval and a rejection have in common. */
export interface VerdictCommand {
  taskId: Id;
  /** The acting user. */
  approverId: Id;
  remark?: string | undefined;
  /** Name of the acting user, for messages. */
  actorName?: string | undefined;
  /** Given by the HR facade only: the caller without an own approval may take over a pending one. */
  takeOver?: { policy: TakeOverPolicy; privileged: boolean } | undefined;
}

export interface ApproveCommand extends VerdictCommand {
  type: "approve";
}

export interface RejectCommand extends VerdictCommand {
  type: "reject";
  /** Ignored by dynamic runs. */
  returnToStageId?: Id | undefined;
  /** The company's stored stage that `returnToStageId` names, loaded by the use case; left out when there is none. */
  returnStage?: StoredStage | undefined;
}

/** The document was cancelled. */
export interface ArchiveCommand {
  type: "archive";
  runId: Id;
}

export type Command = SubmitCommand | ApproveCommand | RejectCommand | ArchiveCommand;

/** What a decision needs and cannot know by itself. */
export interface DecisionContext {
  /** The time in milliseconds since 1970. */
  nowMs: number;
  /** A new id at each call. A repeated attempt gets the same ids when the caller hands out the same row of them. */
  newId: () => Id;
  /** Whether a stage that rejected with a return is queued again (`RETURN_REQUEUE`); off is the literal table. */
  returnRequeue: boolean;
}

/** The events that are emitted: `RESUBMITTED` is declared but never is. */
export type EmittedEventType = Exclude<WorkflowEventType, "RESUBMITTED">;

/** Specification: "workflow_events", field metadata; `reassigned…` records a take-over (contract, `actionApproval`). */
export interface RunEventMetadata {
  ref?: string;
  /** The stage the message speaks of: of a rejection the one it returned to, so a terminal one has none. */
  stageName?: string;
  remark?: string;
  actorName?: string;
  fromStageId?: Id;
  toStageId?: Id;
  returnToStageId?: Id;
  reassignedFrom?: Id;
  reassignedTo?: Id;
}

/** One line of the history. */
export interface RunEvent {
  event: EmittedEventType;
  runId: Id;
  refId: Id;
  kind: WorkflowTaskKind;
  /** The task it happened on; of `STAGE_ADVANCED` the task that became active. */
  taskId: Id;
  stageId?: Id;
  workflowId?: Id;
  actorId: Id;
  /** Recipients in the specification's order; a user can appear twice, the fan-out counts them once. */
  targetIds: readonly Id[];
  metadata: RunEventMetadata;
}

/** What a decision writes. Write it in this order: a task leaves the active state before another one enters it. */
export interface RunChanges {
  /**
   * Tasks to update, those that are no longer active first. The task acted on is always among them, even when no
   * field of it changed, so that two decisions on one task write one document and conflict.
   */
  updatedTasks: readonly Task[];
  insertedTasks: readonly Task[];
  updatedApprovals: readonly Approval[];
  insertedApprovals: readonly Approval[];
}

/** How a run ended: `completed` calls the owner's `workflowCompleted(refId)`, `rejected` its `workflowRejected(refId)`. */
export type Outcome = "completed" | "rejected";

/** What every decision tells. */
interface Transition {
  runId: Id;
  /** The run afterwards; of a submission the new run alone. */
  run: Run;
  changes: RunChanges;
  /** In the order in which they happened. */
  events: readonly RunEvent[];
}

/** The one decision that ends a run by a verdict. A cancelled run has no outcome. */
interface Ending {
  outcome: Outcome;
  verdict: RunEvent;
  /** The run's first task: what all of them say of the document. */
  task: Task;
}

export type Decision = Transition & (Ending | { outcome?: never });

/** The decision of an approval or a rejection. */
export type VerdictDecision = Decision & {
  /** The approval that was decided. */
  approvalId: Id;
};
