import { DomainError } from "../errors/index.ts";
import { approvalsOf, isActive, isQueued, isWaiting, mayStandIn } from "./run.ts";
import type { Approval, Id, Run, Task } from "./types.ts";

/** The user who changes a task's approvers. */
export interface RowEditor {
  userId: Id;
  privileged: boolean;
}

function liveTask(run: Run, taskId: Id): Task {
  const task = run.tasks.find((candidate) => candidate.id === taskId);
  if (task === undefined || !(isActive(task) || isQueued(task))) {
    throw new DomainError("NOT_FOUND", "Workflow task not found", { field: "taskId" });
  }
  return task;
}

function assertMayAdd(run: Run, task: Task, editor: RowEditor): void {
  const takesPart = approvalsOf(run, task.id).some((approval) => approval.approverId === editor.userId);
  if (!editor.privileged && !(isActive(task) && takesPart)) {
    throw new DomainError(
      "FORBIDDEN",
      "Only an approver of the active task or a privileged user may do this",
    );
  }
}

/**
 * Refuses an approval that must not be added to a task by hand: for the caller, the submitter or the person whom the
 * document is about (SAFE-3). Others are stored PENDING and can be decided once their task is active (contract: "never
 * for oneself", "PENDING: one added by hand to an active task").
 *
 * @throws DomainError `NOT_FOUND`, `FORBIDDEN`, or `CONFLICT` when the user is asked already
 */
export function assertApproverAddable(run: Run, taskId: Id, approverId: Id, editor: RowEditor): void {
  const task = liveTask(run, taskId);
  assertMayAdd(run, task, editor);
  if (approverId === editor.userId) {
    throw new DomainError("FORBIDDEN", "Nobody may add an approval for themselves", { field: "approverId" });
  }
  if (!mayStandIn(task, approverId)) {
    throw new DomainError(
      "FORBIDDEN",
      "Nobody is added who submitted the document or whom it is about, nor where that is not known",
      { field: "approverId" },
    );
  }
  if (approvalsOf(run, taskId).some((approval) => approval.approverId === approverId)) {
    throw new DomainError("CONFLICT", "The user is an approver of this task already", {
      field: "approverId",
    });
  }
}

/**
 * Refuses to remove an approval from its task. Only a privileged user may remove one (SAFE-3): not their own, not one
 * with a verdict, and not the last one that waits. Only a verdict completes a stage: `ANY` needs somebody who can still
 * give one, and `ALL` needs one of every remaining approver; without the last waiting approval the stage would be
 * complete unjudged, or never.
 *
 * @throws DomainError `NOT_FOUND`, `FORBIDDEN` or `CONFLICT`
 */
export function assertApproverRemovable(run: Run, approvalId: Id, editor: RowEditor): void {
  const approval = run.approvals.find((candidate: Approval) => candidate.id === approvalId);
  if (approval === undefined) {
    throw new DomainError("NOT_FOUND", "Workflow approval not found", { field: "id" });
  }
  liveTask(run, approval.taskId);
  if (!editor.privileged) {
    throw new DomainError("FORBIDDEN", "Only a privileged user may remove an approval");
  }
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
