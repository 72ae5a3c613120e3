import { text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";
import { isUnassigned } from "./asking.ts";
import type { PeopleContext } from "./commands.ts";
import { NOBODY_KNOWN, hasLeft } from "./people.ts";
import { assertWithinLimit, isLimited } from "./limits.ts";
import { takersAmong } from "./own-change.ts";
import { isLate } from "./places.ts";
import { tallyOf } from "./quorum.ts";
import { DEFAULT_RULES } from "./rules.ts";
import {
  approvalsOf,
  hasVote,
  isActive,
  isQueued,
  isWaiting,
  mayStandIn,
  seatsOf,
  standingRun,
} from "./run.ts";
import { assertNotBarred, dutiesIn, dutyRefusal } from "./separation-of-duties.ts";
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
    throw new DomainError("NOT_FOUND", text("missing.task"), { field: "taskId" });
  }
  return task;
}

type Context = Pick<PeopleContext, "rules" | "people" | "organisation" | "content">;

/**
 * @throws DomainError `FORBIDDEN` unless the user is an approver of the active task or privileged, and nothing bars them
 *   from it (contract-3, SAFE-12)
 */
export function assertMayAdd(run: Run, task: Task, editor: RowEditor, context: Context): void {
  assertNotBarred(editor.userId, { task, groups: groupsAt(run, task) }, standingRun(run), context);
  const takesPart = seatsOf(run, task.id).some((approval) => approval.approverId === editor.userId);
  if (!editor.privileged && !(isActive(task) && takesPart)) {
    throw new DomainError("FORBIDDEN", text("seat.notYours"));
  }
}

/** The groups that the seats of a task carry, also those left out; a seat added by hand carries them too (SAFE-13). */
export function groupsAt(run: Run, task: Pick<Task, "id" | "groups">): string[] {
  const carriedGroups = approvalsOf(run, task.id).flatMap(({ groups = [] }) => groups);
  return [...new Set([...(task.groups ?? []), ...carriedGroups])];
}

/**
 * The fields of a seat that is added to a task: its approval is needed beside those that the rule needs, so nobody
 * softens a stage, unless a privileged user fills a stage that waits for somebody (contract-3, SAFE-13). Where a limit gives
 * the seats of such a stage, this one needs a limit too (contract-4, MEET-7).
 */
export function marksOfAdded(run: Run, task: Task, { privileged }: Pick<RowEditor, "privileged">) {
  const groups = groupsAt(run, task);
  const isFilled = privileged && isUnassigned(run, task);
  return {
    addedByHand: true,
    ...(!isFilled && { required: true as const }),
    ...(isFilled && isLimited(task) && { byLimit: true as const }),
    ...(groups.length > 0 && { groups }),
  };
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
  context: Context = { rules: DEFAULT_RULES, people: NOBODY_KNOWN },
): Task {
  const task = liveTask(run, taskId);
  assertMayAdd(run, task, editor, context);
  if (approverId === editor.userId) {
    throw new DomainError("FORBIDDEN", text("seat.notForYourself"), { field: "approverId" });
  }
  assertMayBeAdded(task, run, { userId: approverId, field: "approverId" }, context);
  if (marksOfAdded(run, task, editor).byLimit)
    assertWithinLimit(approverId, task, run, context, "approverId");
  return task;
}

/**
 * Refuses a person who must not have a further seat on the task, with the groups that it would carry.
 *
 * @throws DomainError as {@link assertMayBeAsked} does
 */
export function assertMayBeAdded(
  task: Task,
  run: Run,
  person: { userId: Id; field: string },
  context: Context,
): void {
  assertMayBeAsked(task, run, { ...person, groups: groupsAt(run, task) }, context);
}

/**
 * Refuses a person who must not be asked on the task beside those whom the submission named: as its submitter, as the
 * person whom it is about, with a vote on it already, after they have left, by separation of duties, or because they changed it or took a
 * seat of it after the submission (contract-4, MEET-3).
 *
 * @throws DomainError `FORBIDDEN`, `CONFLICT` or `INVALID_INPUT`
 */
export function assertMayBeAsked(
  task: Task,
  run: Run,
  { userId, groups, field }: { userId: Id; groups?: readonly string[] | undefined; field: string },
  { rules, people }: Context,
): void {
  if (run.agentPrincipalIds?.includes(userId)) throw dutyRefusal("agent", field);
  if (!mayStandIn(task, userId)) {
    throw new DomainError("FORBIDDEN", text("seat.notForSubmitter"), { field });
  }
  if (hasVote(approvalsOf(run, task.id), userId)) {
    throw new DomainError("CONFLICT", text("seat.hasOne"), { field });
  }
  if (hasLeft(people, userId)) {
    throw new DomainError("INVALID_INPUT", text("input.personLeft", { field }), { field });
  }
  const duty = dutiesIn(standingRun(run), rules)(userId, { task, groups });
  if (duty !== undefined) throw dutyRefusal(duty, field);
  if (takersAmong(task, approvalsOf(run, task.id), people, run).includes(userId)) {
    throw new DomainError("FORBIDDEN", text("seat.tookAnother"), { field });
  }
}

/**
 * Refuses to remove an approval from its task. Only a privileged user may remove one (SAFE-3) whom nothing bars from the
 * stage: not their own, none beside their own but what they added (contract-4, MEET-3), not one with a verdict, and not the last one that waits. Only a verdict completes a stage: `ANY`
 * needs somebody who can still give one, and `ALL` needs one of every remaining approver; without the last waiting
 * approval the stage would be complete unjudged, or never. Under the other rules never fewer are needed afterwards than
 * when the stage was asked (contract-3, SAFE-13).
 *
 * @returns the approval, and its task
 * @throws DomainError `NOT_FOUND`, `FORBIDDEN` or `CONFLICT`
 */
export function assertApproverRemovable(
  run: Run,
  approvalId: Id,
  editor: RowEditor,
  context: Context = { rules: DEFAULT_RULES, people: NOBODY_KNOWN },
): { task: Task; approval: Approval } {
  const approval = run.approvals.find((candidate: Approval) => candidate.id === approvalId);
  if (approval === undefined) {
    throw new DomainError("NOT_FOUND", text("missing.approval"), { field: "id" });
  }
  const task = liveTask(run, approval.taskId);
  if (!editor.privileged) {
    throw new DomainError("FORBIDDEN", text("seat.removeNotPrivileged"));
  }
  assertNotBarred(editor.userId, { task, groups: approval.groups }, standingRun(run), context);
  if (approval.approverId === editor.userId) {
    throw new DomainError("FORBIDDEN", text("seat.removeOwn"));
  }
  if (!isOwnAddition(approval, editor.userId) && hasVote(approvalsOf(run, task.id), editor.userId)) {
    throw new DomainError("FORBIDDEN", text("seat.removeBeside"));
  }
  if (!isWaiting(approval)) {
    throw new DomainError("CONFLICT", text("seat.removeDecided"));
  }
  const seats = approvalsOf(run, approval.taskId);
  const seatsLeft = seats.filter((seat) => seat.id !== approvalId);
  if (!seatsLeft.some(isWaiting)) {
    throw new DomainError("CONFLICT", text("seat.removeLast"));
  }
  const { isReachable } = tallyOf(task, countedNow(seatsLeft));
  const isEasier = [countedNow, countedAnew].some((countedAs) =>
    isSoftened(task, countedAs(seats), countedAs(seatsLeft)),
  );
  if (!isReachable || isEasier) {
    throw new DomainError("CONFLICT", text("seat.tooFewLeft"));
  }
  return { task, approval };
}

/** Whether the user added the seat, and is its first giver, and it was not given to anybody else since. */
export const isOwnAddition = ({ addedByHand, hops, givenByIds = [] }: Approval, userId: Id): boolean =>
  addedByHand === true && hops === undefined && givenByIds[0] === userId;

const countedNow = (seats: readonly Approval[]) => seats.filter(({ leftOut }) => leftOut === undefined);

/** The seats that count once the stage is asked again: escalations are over then (contract-3, TIME-4). */
const countedAnew = (seats: readonly Approval[]) =>
  seats.filter((row) => !row.escalated && (row.leftOut === undefined || isLate(row)));

/**
 * Whether fewer approvals are needed with the seats that are left than with all of them, and than when the stage was asked
 * or, while it is queued, by its rule. Approvals that were given meanwhile, which a share counts too, make up for no seat.
 */
function isSoftened(task: Task, seats: readonly Approval[], seatsLeft: readonly Approval[]): boolean {
  if (task.approveBy === "ALL") return false;
  const neededOf = (rows: readonly Approval[]) =>
    tallyOf(
      task,
      rows.map((row) => ({ ...row, status: "PENDING" as const })),
    ).needed;
  const neededLeft = neededOf(seatsLeft);
  const atLeast = task.askedNeeded ?? neededOf(seats.filter(({ required }) => !required));
  return neededLeft < neededOf(seats) && neededLeft < atLeast;
}
