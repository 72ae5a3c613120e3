import { DomainError } from "../errors/index.ts";
import type { PeopleContext } from "./commands.ts";
import { NOBODY_KNOWN, hasLeft } from "./people.ts";
import { tallyOf } from "./quorum.ts";
import { DEFAULT_RULES } from "./rules.ts";
import { approvalsOf, isActive, isQueued, isWaiting, mayStandIn, seatsOf, standing } from "./run.ts";
import { dutiesIn, dutyRefusal } from "./separation-of-duties.ts";
import type { Approval, Id, Run, Task } from "./types.ts";

/** The user who changes a task's approvers. */
export interface RowEditor {
  userId: Id;
  privileged: boolean;
}

/**
 * The task if it is active or still to come.
 *
 * @throws DomainError `NOT_FOUND`
 */
export function liveTask(run: Run, taskId: Id): Task {
  const task = run.tasks.find((candidate) => candidate.id === taskId);
  if (task === undefined || !(isActive(task) || isQueued(task))) {
    throw new DomainError("NOT_FOUND", "Workflow task not found", { field: "taskId" });
  }
  return task;
}

/** @throws DomainError `FORBIDDEN` unless the user is an approver of the active task or privileged */
export function assertMayAdd(run: Run, task: Task, editor: RowEditor): void {
  const takesPart = seatsOf(run, task.id).some((approval) => approval.approverId === editor.userId);
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
 * @returns the task
 * @throws DomainError `NOT_FOUND`, and as {@link assertMayAdd} and {@link assertMayBeAsked} do
 */
export function assertApproverAddable(
  run: Run,
  taskId: Id,
  approverId: Id,
  editor: RowEditor,
  context: Pick<PeopleContext, "rules" | "people"> = { rules: DEFAULT_RULES, people: NOBODY_KNOWN },
): Task {
  const task = liveTask(run, taskId);
  assertMayAdd(run, task, editor);
  if (approverId === editor.userId) {
    throw new DomainError("FORBIDDEN", "Nobody may add an approval for themselves", { field: "approverId" });
  }
  assertMayBeAsked(task, run, { userId: approverId, field: "approverId" }, context);
  return task;
}

/**
 * Refuses a person who must not be asked on the task beside those whom the submission named: as its submitter, as the
 * person whom it is about, with a vote on it already, after they have left, or by separation of duties.
 *
 * @throws DomainError `FORBIDDEN`, `CONFLICT` or `INVALID_INPUT`
 */
export function assertMayBeAsked(
  task: Task,
  run: Run,
  { userId, groups, field }: { userId: Id; groups?: readonly string[] | undefined; field: string },
  { rules, people }: Pick<PeopleContext, "rules" | "people">,
): void {
  if (!mayStandIn(task, userId)) {
    throw new DomainError(
      "FORBIDDEN",
      "Nobody is added who submitted the document or whom it is about, nor where that is not known",
      { field },
    );
  }
  if (approvalsOf(run, task.id).some((row) => row.approverId === userId || row.decidedBy === userId)) {
    throw new DomainError("CONFLICT", "The user is an approver of this task already", { field });
  }
  if (hasLeft(people, userId)) {
    throw new DomainError("INVALID_INPUT", `${field}: has left the company`, { field });
  }
  const duty = dutiesIn(standing(run), rules)(userId, { task, groups });
  if (duty !== undefined) throw dutyRefusal(duty, field);
}

/**
 * Refuses to remove an approval from its task. Only a privileged user may remove one (SAFE-3): not their own, not one
 * with a verdict, and not the last one that waits. Only a verdict completes a stage: `ANY` needs somebody who can still
 * give one, and `ALL` needs one of every remaining approver; without the last waiting approval the stage would be
 * complete unjudged, or never.
 *
 * @throws DomainError `NOT_FOUND`, `FORBIDDEN` or `CONFLICT`
 */
export function assertApproverRemovable(run: Run, approvalId: Id, editor: RowEditor): Task {
  const approval = run.approvals.find((candidate: Approval) => candidate.id === approvalId);
  if (approval === undefined) {
    throw new DomainError("NOT_FOUND", "Workflow approval not found", { field: "id" });
  }
  const task = liveTask(run, approval.taskId);
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
  if (
    !tallyOf(
      task,
      left.filter(({ leftOut }) => leftOut === undefined),
    ).isReachable
  ) {
    throw new DomainError("CONFLICT", "Fewer approvers would be left than the stage needs");
  }
  return task;
}
