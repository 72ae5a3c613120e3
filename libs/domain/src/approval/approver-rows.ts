import { DomainError } from "../errors/index.ts";
import { approvalsOf, isActive, isQueued, isWaiting } from "./run.ts";
import type { Approval, Id, Run, Task } from "./types.ts";

/** Who asks for a change of a task's approvers. */
export interface RowEditor {
  userId: Id;
  privileged: boolean;
}

function liveTask(run: Run, taskId: Id, editor: RowEditor): Task {
  const task = run.tasks.find((candidate) => candidate.id === taskId);
  if (task === undefined || !(isActive(task) || isQueued(task))) {
    throw new DomainError("NOT_FOUND", "Workflow task not found", { field: "taskId" });
  }
  const takesPart = approvalsOf(run, taskId).some((approval) => approval.approverId === editor.userId);
  if (!editor.privileged && !(isActive(task) && takesPart)) {
    throw new DomainError(
      "FORBIDDEN",
      "Only an approver of the active task or a privileged user may do this",
    );
  }
  return task;
}

/**
 * Refuses an approval that must not be added to a task by hand. One that may is stored PENDING, and can be acted on
 * as soon as its task is active (contract: "never for oneself", "PENDING: one added by hand to an active task").
 *
 * @throws DomainError `NOT_FOUND`, `FORBIDDEN`, or `CONFLICT` when the user is asked already
 */
export function assertApproverAddable(run: Run, taskId: Id, approverId: Id, editor: RowEditor): void {
  liveTask(run, taskId, editor);
  if (approverId === editor.userId) {
    throw new DomainError("FORBIDDEN", "Nobody may add an approval for themselves", { field: "approverId" });
  }
  if (approvalsOf(run, taskId).some((approval) => approval.approverId === approverId)) {
    throw new DomainError("CONFLICT", "The user is an approver of this task already", {
      field: "approverId",
    });
  }
}

/**
 * Refuses an approval that must not be taken off its task: one's own, one with a verdict, and one without which
 * nobody would be left to decide.
 *
 * @throws DomainError `NOT_FOUND`, `FORBIDDEN` or `CONFLICT`
 */
export function assertApproverRemovable(run: Run, approvalId: Id, editor: RowEditor): void {
  const approval = run.approvals.find((candidate: Approval) => candidate.id === approvalId);
  if (approval === undefined) {
    throw new DomainError("NOT_FOUND", "Workflow approval not found", { field: "id" });
  }
  liveTask(run, approval.taskId, editor);
  if (approval.approverId === editor.userId) {
    throw new DomainError("FORBIDDEN", "Nobody may remove their own approval");
  }
  if (!isWaiting(approval)) {
    throw new DomainError("CONFLICT", "An approval with a verdict cannot be removed");
  }
  const left = approvalsOf(run, approval.taskId).filter((other) => other.id !== approvalId);
  if (!left.some(isWaiting)) {
    throw new DomainError("CONFLICT", "The last approver who can decide cannot be removed");
  }
}
