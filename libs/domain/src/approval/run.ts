import { text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";
import { builtInOwnerOf } from "./owners.ts";
import type { Approval, Id, Run, Task, WantedChanges } from "./types.ts";

/** A document without any run. */
export const EMPTY_RUN: Run = { tasks: [], approvals: [] };

type TaskState = Pick<Task, "status" | "archived">;

/** Whether the task is its run's active stage. */
export function isActive(task: TaskState): boolean {
  return !task.archived && task.status === "AWAITING_APPROVAL";
}

/** Whether the task is a stage still to come. */
export function isQueued(task: TaskState): boolean {
  return !task.archived && task.status === "PENDING";
}

/** The run's active stage; `undefined` when the run has ended. */
export function activeTask(run: Run): Task | undefined {
  return run.tasks.find(isActive);
}

/**
 * The active stage of a run that has to be in progress.
 *
 * @throws DomainError `NOT_FOUND` when it has ended
 */
export function stageInProgress(run: Run): Task {
  const task = activeTask(run);
  if (task === undefined) {
    throw new DomainError("NOT_FOUND", text("run.notOpen"), {
      field: "refId",
    });
  }
  return task;
}

/** Whether the run has not ended: a document with an open run cannot be submitted again. */
export function isOpen(run: Run): boolean {
  return run.tasks.some((task) => isActive(task) || isQueued(task));
}

/** The approvals of a task that are not archived. */
export function approvalsOf(run: Run, taskId: Id): Approval[] {
  return run.approvals.filter((approval) => approval.taskId === taskId && !approval.archived);
}

/** The seats of a task that count: those that are neither archived nor left out when the stage was asked. */
export function seatsOf(run: Run, taskId: Id): Approval[] {
  return approvalsOf(run, taskId).filter(({ leftOut }) => leftOut === undefined);
}

/** The approvers of a task, in the order of their rows; without those who were left out. */
export function approverIdsOf(run: Run, taskId: Id): Id[] {
  return seatsOf(run, taskId).map((approval) => approval.approverId);
}

/** The run without archived verdicts, as separation of duties judges it. */
export function standingRun(run: Run): Run {
  return { ...run, approvals: run.approvals.filter(({ archived }) => !archived) };
}

/**
 * Whether the user may be asked beside or in place of the submitted approvers: never the submitter, nor the person whom
 * an HR document is about. Where that person is unknown, nobody may (SAFE-3, SAFE-4).
 */
export function mayStandIn(
  { kind, submitterId, beneficiaryId }: Pick<Task, "kind" | "submitterId" | "beneficiaryId">,
  userId: Id,
): boolean {
  if (builtInOwnerOf(kind) === "hr" && beneficiaryId === undefined) return false;
  return userId !== submitterId && userId !== beneficiaryId;
}

/** Whether somebody approved or rejected on the seat, and it stands. */
export function hasVerdict({ status }: Pick<Approval, "status">): boolean {
  return status === "APPROVED" || status === "REJECTED";
}

/** Whether the user has a vote on a task: with a seat, by deciding another's, or because a seat may return to them. */
export function hasVote(
  seats: readonly Pick<Approval, "approverId" | "decidedBy" | "takenFrom">[],
  userId: Id,
): boolean {
  return seats.some(
    ({ approverId, decidedBy, takenFrom }) =>
      approverId === userId || decidedBy === userId || takenFrom === userId,
  );
}

/** Whether a verdict can be recorded on the approval once its task is active. */
export function isWaiting(approval: Pick<Approval, "status" | "archived">): boolean {
  return !approval.archived && (approval.status === "AWAITING_APPROVAL" || approval.status === "PENDING");
}

/** Whether the user decides on the seat while changes are wanted, which ends that (contract-4, TALK-2). */
export const decidesMeanwhile = (
  { askerId, principalId }: Pick<WantedChanges, "askerId" | "principalId">,
  userId: Id,
  { approverId }: Pick<Approval, "approverId">,
): boolean => approverId === principalId && (userId === askerId || userId === principalId);

/** The stage that follows: the queued task with the lowest order. */
export function nextTask(run: Run): Task | undefined {
  return run.tasks.filter(isQueued).toSorted((left, right) => left.orderNo - right.orderNo)[0];
}

/** The active stage of a run that goes on. */
export function theActiveTask(run: Run): Task {
  const task = activeTask(run);
  if (task === undefined) throw new Error("A run that goes on has an active task");
  return task;
}

/** The stage that follows, of a run that begins. */
export function theNextTask(run: Run): Task {
  const task = nextTask(run);
  if (task === undefined) throw new Error("A run that begins has a queued task");
  return task;
}
