import { ownerOf } from "./owners.ts";
import type { Approval, Id, Run, Task } from "./types.ts";

/** A document without any run. */
export const EMPTY_RUN: Run = { tasks: [], approvals: [] };

type TaskState = Pick<Task, "status" | "archived">;
type ApprovalState = Pick<Approval, "taskId" | "approverId" | "status" | "archived">;

/** Whether the task is its run's active stage. */
export function isActive(task: TaskState): boolean {
  return !task.archived && task.status === "AWAITING_APPROVAL";
}

/** Whether the task is a stage still to come. */
export function isQueued(task: TaskState): boolean {
  return !task.archived && task.status === "PENDING";
}

/** The run's active stage; none when the run has ended. */
export function activeTask(run: Run): Task | undefined {
  return run.tasks.find(isActive);
}

/** Whether the run has not ended: a document with an open run cannot be submitted again. */
export function isOpen(run: Run): boolean {
  return run.tasks.some((task) => isActive(task) || isQueued(task));
}

/** The approvals of a task that count: those that are not archived. */
export function approvalsOf(run: Run, taskId: Id): Approval[] {
  return run.approvals.filter((approval) => approval.taskId === taskId && !approval.archived);
}

/** The users a task asks, in the order of their rows. */
export function approverIdsOf(run: Run, taskId: Id): Id[] {
  return approvalsOf(run, taskId).map((approval) => approval.approverId);
}

/**
 * Whether the user may be asked in place of, or beside, those whom the submission named: never the submitter, nor whom
 * an HR document is about. Where that is unknown, on tasks that an older version stored, nobody may (SAFE-3, SAFE-4).
 */
export function mayStandIn(
  { kind, submitterId, beneficiaryId }: Pick<Task, "kind" | "submitterId" | "beneficiaryId">,
  userId: Id,
): boolean {
  if (ownerOf(kind) === "hr" && beneficiaryId === undefined) return false;
  return userId !== submitterId && userId !== beneficiaryId;
}

/** Whether a verdict can be recorded on the approval once its task is active. */
export function isWaiting(approval: Pick<Approval, "status" | "archived">): boolean {
  return !approval.archived && (approval.status === "AWAITING_APPROVAL" || approval.status === "PENDING");
}

/**
 * The approval the user can decide now: it waits, is the user's own, and its task is the active one.
 *
 * @param approvals - the task's approvals, or more: those of other tasks are passed over
 */
export function ownActionable<A extends ApprovalState>(
  task: TaskState & Pick<Task, "id">,
  approvals: readonly A[],
  userId: Id,
): A | undefined {
  return isActive(task)
    ? approvals.find((row) => row.taskId === task.id && row.approverId === userId && isWaiting(row))
    : undefined;
}

/** Whether the user's verdict on the task would be accepted now (contract: "`canUpdateStatus`"). */
export function canUpdateStatus(
  task: TaskState & Pick<Task, "id">,
  approvals: readonly ApprovalState[],
  userId: Id,
): boolean {
  return ownActionable(task, approvals, userId) !== undefined;
}
