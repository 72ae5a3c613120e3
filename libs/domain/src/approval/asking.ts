import { defined } from "../defined.ts";
import { activeSubstitutes } from "./authority.ts";
import type { DecisionContext, PeopleContext, RunEvent } from "./commands.ts";
import { ASKED, inPlaceOf } from "./notifications.ts";
import { nameIn } from "./people.ts";
import { tallyOf } from "./quorum.ts";
import { revisionOf } from "./revision.ts";
import { type AddedSeat, type Resolution, fallbackSeats, resolveSeats } from "./resolve-seats.ts";
import { isActive, isQueued, isWaiting, seatsOf, standing, theNextTask } from "./run.ts";
import { addSeat, changeApprovals, eventOf, isOf, reset, wholeSeconds } from "./steps.ts";
import { unreachable } from "./submission.ts";
import type { Approval, Id, Run, Task } from "./types.ts";

/** A run of which a stage was just asked, and what the history says about it beside the event of the transition. */
export interface Asked {
  run: Run;
  events: readonly RunEvent[];
}

/**
 * Task → AWAITING_APPROVAL, and its seats as the rules resolve them now: those asked → AWAITING_APPROVAL, those left out
 * → NOT_NEEDED (contract-2, PPL-5). Clears the verdicts of a stage that was decided before.
 *
 * @param actorId - whose command it is, for the events
 * @throws DomainError `CONFLICT` when those who are asked cannot complete the stage, unless `onEmptyStage` lets it wait
 */
export function ask(before: Run, taskId: Id, actorId: Id, context: DecisionContext): Asked {
  const entered = reset(before, taskId, "AWAITING_APPROVAL");
  const task = theTask(entered, taskId);
  const named = entered.approvals.filter((row) => row.taskId === taskId && !row.derived);
  const resolution = resolveSeats(task, named, standing(entered), context);
  const { fault } = resolution;
  if (fault !== undefined && context.rules.onEmptyStage !== "UNASSIGNED") {
    throw unreachable("CONFLICT", task.stageName);
  }
  const run = withSeats(entered, task, resolution, context);
  return { run, events: fault === undefined ? [] : [unassigned(task, actorId)] };
}

/** The stage waits until a privileged user names somebody; the submitter is told. */
function unassigned(task: Task, actorId: Id): RunEvent {
  return eventOf("UNASSIGNED", task, actorId, [task.submitterId], { stageName: task.stageName });
}

/** The run with the seats of a resolution; those that an earlier one added are archived, or used again. */
function withSeats(before: Run, task: Task, { named, added }: Resolution, context: DecisionContext): Run {
  const marked = new Map(named.map((seat) => [seat.id, seat]));
  const approvals = before.approvals.map((row) => {
    if (row.taskId !== task.id) return row;
    if (row.derived) return { ...row, archived: true, status: "NOT_NEEDED" as const };
    const seat = marked.get(row.id);
    if (seat === undefined) return row;
    return seat.leftOut === undefined ? seat : { ...seat, status: "NOT_NEEDED" as const };
  });
  return added.reduce<Run>((run, seat) => addDerived(run, task, seat, context), { ...before, approvals });
}

/** The run with a seat that the settings add to its active stage. */
function addDerived(run: Run, task: Task, seat: AddedSeat, context: DecisionContext): Run {
  const status = "AWAITING_APPROVAL";
  const earlier = run.approvals.find(
    (row) => row.taskId === task.id && row.derived && row.archived && row.approverId === seat.approverId,
  );
  if (earlier === undefined) {
    return addSeat(run, task, { ...seat, id: context.newId(), derived: true, status });
  }
  const { leftOut: _left, groups: _groups, reasonUserId: _of, ...kept } = earlier;
  const again = defined<Approval>({ ...kept, ...seat, archived: false, status });
  return { ...run, approvals: run.approvals.map((row) => (row === earlier ? again : row)) };
}

/**
 * The seats of people who approved the stage just before on the same revision → APPROVED, where `onRepeatedApprover`
 * says so. A verdict of a substitute, or one that was itself carried, is no approval of their own.
 */
export function skipRepeated(
  { run: before, events }: Asked,
  task: Task,
  last: Task,
  actorId: Id,
  context: DecisionContext,
): Asked {
  if (context.rules.onRepeatedApprover !== "SKIP_CONSECUTIVE") return { run: before, events };
  const revision = revisionOf(last, before);
  const approved = new Set(
    seatsOf(before, last.id)
      .filter(
        (row) => row.status === "APPROVED" && row.revision === revision && !row.decidedBy && !row.skipped,
      )
      .map(({ approverId }) => approverId),
  );
  const repeated = seatsOf(before, task.id).filter((row) => isWaiting(row) && approved.has(row.approverId));
  if (repeated.length === 0) return { run: before, events };
  const ids = new Set(repeated.map(({ id }) => id));
  const run = changeApprovals(before, ({ id }) => ids.has(id), {
    status: "APPROVED",
    skipped: true,
    statusUpdateDate: wholeSeconds(context),
    revision: revisionOf(task, before),
  });
  const skipped = repeated.map(({ approverId }) =>
    eventOf("SKIPPED", task, actorId, [approverId], {
      stageName: task.stageName,
      fromStageId: last.stageId,
      userId: approverId,
      userName: nameIn(context.people, approverId),
    }),
  );
  return { run, events: [...events, ...skipped] };
}

/**
 * Whom the event of an asked stage tells: those who are to decide, and their substitutes.
 *
 * @param ending - what their messages end with
 * @param among - only these; default: everybody who is asked
 */
export function askedOf(
  run: Run,
  task: Task,
  context: PeopleContext,
  { ending = "", among }: { ending?: string; among?: readonly Id[] } = {},
): { ids: readonly Id[]; endings: Readonly<Record<Id, string>> } {
  const askedIds = seatsOf(run, task.id)
    .filter((row) => isWaiting(row) && (among?.includes(row.approverId) ?? true))
    .map(({ approverId }) => approverId);
  const substitutes = activeSubstitutes(task, run, askedIds, context);
  const endings = new Map<Id, string>(ending === "" ? [] : askedIds.map((id) => [id, ending]));
  for (const [userId, principalId] of substitutes) {
    endings.set(userId, ending + inPlaceOf(nameIn(context.people, principalId)));
  }
  return { ids: [...askedIds, ...substitutes.keys()], endings: Object.fromEntries(endings) };
}

/**
 * The seats of the active stage that wait for somebody who has left → NOT_NEEDED, with the fallback approvers where the
 * others cannot complete it. Only a verdict completes a stage: where nobody is left to give one, it waits (PPL-5).
 */
export function releaseSeats(
  before: Run,
  task: Task,
  userId: Id,
  context: DecisionContext,
): Asked & { addedIds: Id[] } {
  const isTheirs = (row: Approval) => row.taskId === task.id && row.approverId === userId && isWaiting(row);
  if (!before.approvals.some(isTheirs)) return { run: before, events: [], addedIds: [] };
  const run = changeApprovals(before, isTheirs, { leftOut: "INACTIVE", status: "NOT_NEEDED" });
  if (canGoOn(run, task)) return { run, events: [], addedIds: [] };
  const seats = run.approvals.filter((row) => row.taskId === task.id && !row.archived);
  const added =
    context.rules.onEmptyStage === "FALLBACK" ? fallbackSeats(task, seats, standing(run), context) : [];
  const resolved = added.reduce<Run>((sofar, seat) => addDerived(sofar, task, seat, context), run);
  return {
    run: resolved,
    events: canGoOn(resolved, task) ? [] : [unassigned(task, userId)],
    addedIds: added.map(({ approverId }) => approverId),
  };
}

/** Whether the stage is active and nobody can complete it: it waits until a privileged user names somebody (PPL-5). */
export function isUnassigned(run: Run, task: Task): boolean {
  return isActive(task) && !canGoOn(run, task);
}

/** Whether somebody can still give a verdict on the stage, and such verdicts can complete it. */
function canGoOn(run: Run, task: Task): boolean {
  const seats = seatsOf(run, task.id);
  return seats.some(isWaiting) && tallyOf(task, seats).isReachable;
}

/** Those among them who can decide now, and their substitutes; their message says that they are asked. */
export function newlyAsked(run: Run, task: Task, userIds: readonly Id[], context: PeopleContext) {
  if (isActive(task)) return askedOf(run, task, context, { ending: ASKED, among: userIds });
  return { ids: userIds, endings: {} };
}

/** The seats that were not needed when a stage with one of the new rules was decided. */
export function markNotNeeded(run: Run, taskId: Id): Run {
  return changeApprovals(run, (row) => isOf(taskId)(row) && isWaiting(row), { status: "NOT_NEEDED" });
}

function theTask(run: Run, taskId: Id): Task {
  const task = run.tasks.find(({ id }) => id === taskId);
  if (task === undefined) throw new Error("The run has the task");
  return task;
}

/** Every task that was asked goes back: the first in order → AWAITING_APPROVAL, the others → PENDING. */
export function askAgain(run: Run, actorId: Id, context: DecisionContext): Asked {
  const queued = run.tasks
    .filter((task) => !task.archived && !isQueued(task))
    .reduce((sofar, { id }) => reset(sofar, id, "PENDING"), run);
  return ask(queued, theNextTask(queued).id, actorId, context);
}
