import { defined } from "../defined.ts";
import { activeSubstitutes } from "./authority.ts";
import type { AskedBy, DecisionContext, PeopleContext, RunEvent } from "./commands.ts";
import { type Calendars, calendarFor } from "./ladder.ts";
import { hasLeft, nameIn } from "./people.ts";
import { tallyOf } from "./quorum.ts";
import { barsIn } from "./separation-of-duties.ts";
import { revisionOf } from "./revision.ts";
import type { AddedSeat } from "./join-seats.ts";
import { decidedInPlaceOf } from "./places.ts";
import { type Resolution, resolveSeats, withoutTakers } from "./resolve-seats.ts";
import { approvalsOf, hasVerdict, isActive, isQueued, isWaiting, seatsOf, standingRun } from "./run.ts";
import { addSeat, changeApprovals, changeTask, eventOf, isOf, sendStage, wholeSeconds } from "./steps.ts";
import { endAfter } from "./timers.ts";
import type { Approval, Id, Run, Task } from "./types.ts";

/** A run of which a stage was just asked, and what the history says about it beside the event of the transition. */
export interface Asked {
  run: Run;
  events: readonly RunEvent[];
}

/**
 * Task → AWAITING_APPROVAL, and its seats as the rules resolve them now: those asked → AWAITING_APPROVAL, those left out
 * → NOT_NEEDED (contract-2, PPL-5). Clears the verdicts of a stage that was decided before; those that an amendment left
 * standing on a queued stage stay. A stage that nobody can decide waits, event UNASSIGNED (contract-3, FIX-1).
 *
 * @param actorId - whose command it is, for the events; absent: time brought it about
 */
export function ask(before: Run, taskId: Id, actorId: Id | undefined, context: DecisionContext): Asked {
  const verdicts = isQueued(theTask(before, taskId)) ? "KEPT" : "CLEARED";
  const askedRun = sendStage(before, taskId, "AWAITING_APPROVAL", verdicts);
  return seatStage(withDueTime(askedRun, taskId, context), taskId, actorId, context);
}

/** The run with the times of a stage that is asked now (contract-3, TIME-3). */
function withDueTime(run: Run, taskId: Id, { nowMs, calendars = NO_CALENDARS }: DecisionContext): Run {
  const { ladder } = theTask(run, taskId);
  if (ladder === undefined) return run;
  const workingCalendar = calendarFor(ladder, calendars);
  return changeTask(run, taskId, {
    calendarId: workingCalendar?.id,
    dueMs: endAfter(workingCalendar?.calendar, nowMs, ladder.dueIn),
  });
}

const NO_CALENDARS: Calendars = { byId: new Map() };

/** The seats of the active stage, resolved as the rules are now; verdicts on them stand. Event UNASSIGNED as {@link ask}. */
export function seatStage(before: Run, taskId: Id, actorId: Id | undefined, context: DecisionContext): Asked {
  const task = theTask(before, taskId);
  const resolution = resolveSeats(task, approvalsOf(before, taskId), standingRun(before), context);
  const seats = withSeats(before, task, resolution, context);
  const { leastNeeded, faults: sourceFaults } = resolution;
  const { needed } = tallyOf({ ...task, leastNeeded }, seatsOf(seats, taskId));
  const askedNeeded = task.approveBy === "ALL" ? undefined : needed;
  const run = changeTask(seats, taskId, { askedNeeded, leastNeeded, sourceFaults });
  return { run, events: resolution.fault === undefined ? [] : [unassignedEvent(task, actorId)] };
}

/** The stage waits until a privileged user names somebody; the submitter is notified. */
function unassignedEvent(task: Task, actorId: Id | undefined): RunEvent {
  return eventOf("UNASSIGNED", task, actorId, [task.submitterId], { stageName: task.stageName });
}

/** The run with the seats of a resolution; those that an earlier one added are archived, or used again. */
function withSeats(
  before: Run,
  task: Task,
  { namedSeats, addedSeats }: Resolution,
  context: DecisionContext,
): Run {
  const markedSeats = new Map(namedSeats.map((seat) => [seat.id, seat]));
  const again = new Map(addedSeats.map((seat) => [seat.approverId, seat]));
  const approvals = before.approvals.map((row) => {
    if (row.taskId !== task.id) return row;
    const seat = markedSeats.get(row.id);
    if (seat !== undefined) return asAsked(seat);
    const seatAgain = mayBeUsedAgain(row) ? again.get(row.approverId) : undefined;
    if (seatAgain === undefined) return row.derived || row.byLimit ? withdrawnRow(row) : row;
    again.delete(row.approverId);
    return usedAgain(row, seatAgain, before, context);
  });
  return [...again.values()].reduce<Run>((run, seat) => addDerived(run, task, seat, context), {
    ...before,
    approvals,
  });
}

/** Whether a setting or a source may ask the holder of an earlier row by that row: it has a place of its own. */
const mayBeUsedAgain = ({ derived, sourcedFor, escalated }: Approval): boolean =>
  derived === true && sourcedFor === undefined && !escalated;

/** A seat as it reads once its stage is asked. */
function asAsked(seat: Approval): Approval {
  if (seat.leftOut !== undefined) return withStatus(seat, "NOT_NEEDED");
  return hasVerdict(seat) ? seat : withStatus(seat, "AWAITING_APPROVAL");
}

function withdrawnRow(row: Approval): Approval {
  return row.archived && row.status === "NOT_NEEDED" ? row : { ...row, archived: true, status: "NOT_NEEDED" };
}

/**
 * The row of an earlier resolution as the seat that this one adds; the same one where nothing differs. Who stood in for it
 * while it was away may have decided.
 */
function usedAgain(row: Approval, seat: AddedSeat, run: Run, context: DecisionContext): Approval {
  const {
    leftOut: _left,
    groups: _groups,
    reasonUserId: _of,
    reasonGroupId: _in,
    byLimit: _by,
    givenByIds: earlierIds = [],
    ...keptFields
  } = row;
  const status = "AWAITING_APPROVAL";
  const isStoodIn = decidedInPlaceOf(row, approvalsOf(run, row.taskId)) !== undefined;
  const leftOut = isStoodIn ? "STOOD_IN" : seat.leftOut;
  const givenByIds = row.archived
    ? giversOf(seat, context)
    : idsOf([...earlierIds, ...(seat.givenByIds ?? [])]);
  const again = asAsked(
    defined<Approval>({ ...keptFields, ...seat, leftOut, givenByIds, archived: false, status }),
  );
  const isSame = (
    ["reason", "reasonUserId", "reasonGroupId", "byLimit", "leftOut", "status", "archived"] as const
  ).every((field) => again[field] === row[field]);
  const isListSame = (["groups", "givenByIds"] as const).every(
    (field) => again[field]?.join("\n") === row[field]?.join("\n"),
  );
  return isSame && isListSame ? row : again;
}

const idsOf = (ids: readonly Id[]): readonly Id[] | undefined =>
  ids.length === 0 ? undefined : [...new Set(ids)];

/** Those who give a seat that is new: whose changes did, and who looks for whom to ask. */
const giversOf = (
  { givenByIds = [] }: Pick<AddedSeat, "givenByIds">,
  { resolvedBy }: Pick<PeopleContext, "resolvedBy">,
): readonly Id[] | undefined => idsOf(resolvedBy === undefined ? givenByIds : [...givenByIds, resolvedBy]);

const withStatus = (seat: Approval, status: Approval["status"]): Approval =>
  seat.status === status ? seat : { ...seat, status };

/** The run with a seat that settings or sources add to its active stage. */
function addDerived(run: Run, task: Task, seat: AddedSeat, context: DecisionContext): Run {
  const status = seat.leftOut === undefined ? "AWAITING_APPROVAL" : "NOT_NEEDED";
  const givenByIds = giversOf(seat, context);
  return addSeat(run, task, { ...seat, givenByIds, id: context.newId(), derived: true, status });
}

/**
 * The seats of people who approved the stage just before on the same revision → APPROVED, where `onRepeatedApprover`
 * says so. A verdict of a substitute, or one that was itself carried, is no approval of their own.
 */
export function skipRepeated(
  { run: before, events }: Asked,
  task: Task,
  last: Task,
  actorId: Id | undefined,
  context: DecisionContext,
): Asked {
  if (context.rules.onRepeatedApprover !== "SKIP_CONSECUTIVE") return { run: before, events };
  const revision = revisionOf(last, before);
  const approverIds = new Set(
    seatsOf(before, last.id)
      .filter(
        (row) => row.status === "APPROVED" && row.revision === revision && !row.decidedBy && !row.skipped,
      )
      .map(({ approverId }) => approverId),
  );
  const repeatedSeats = seatsOf(before, task.id).filter(
    (row) => isWaiting(row) && approverIds.has(row.approverId),
  );
  if (repeatedSeats.length === 0) return { run: before, events };
  const ids = new Set(repeatedSeats.map(({ id }) => id));
  const run = changeApprovals(before, ({ id }) => ids.has(id), {
    status: "APPROVED",
    skipped: true,
    statusUpdateDate: wholeSeconds(context),
    revision: revisionOf(task, before),
  });
  const skippedEvents = repeatedSeats.map(({ approverId }) =>
    eventOf("SKIPPED", task, actorId, [approverId], {
      stageName: task.stageName,
      fromStageId: last.stageId,
      userId: approverId,
      userName: nameIn(context.people, approverId),
    }),
  );
  return { run, events: [...events, ...skippedEvents] };
}

/**
 * The users whom the event of an asked stage notifies: those who are to decide, and their substitutes.
 *
 * @param ending - says so in their texts
 * @param among - only these; default: everybody who is asked
 */
export function askedOf(
  run: Run,
  task: Task,
  context: PeopleContext,
  { ending, among }: { ending?: AskedBy["ending"]; among?: readonly Id[] } = {},
): { ids: readonly Id[]; askedBy: Readonly<Record<Id, AskedBy>> } {
  const askedIds = seatsOf(run, task.id)
    .filter((row) => isWaiting(row) && (among?.includes(row.approverId) ?? true))
    .map(({ approverId }) => approverId);
  const substitutes = activeSubstitutes(task, run, askedIds, context);
  const how = ending === undefined ? {} : { ending };
  const askedBy = new Map<Id, AskedBy>(askedIds.map((id) => [id, how]));
  for (const [userId, principalId] of substitutes) {
    askedBy.set(userId, { ...how, inPlaceOf: nameIn(context.people, principalId) });
  }
  return { ids: [...askedIds, ...substitutes.keys()], askedBy: Object.fromEntries(askedBy) };
}

/** The result of a release, or of a new look at the sources. */
export interface Resolved extends Asked {
  /** Those who are asked now, and were not before. */
  addedIds: Id[];
}

/**
 * The seats of the active stage that wait for somebody who has left → NOT_NEEDED, and those of whoever marked them as a leaver
 * after the submission (contract-4, MEET-3). Where the others cannot complete it, its seats are resolved anew, also those of
 * leavers who are back, and the fallback approvers are asked where even so nobody can. Only a verdict completes a stage: where
 * nobody is left to give one, it waits (PPL-5).
 */
export function releaseSeats(
  before: Run,
  { id: taskId }: Task,
  userId: Id,
  context: DecisionContext,
): Resolved {
  const isTheirs = (row: Approval) => row.taskId === taskId && row.approverId === userId && isWaiting(row);
  const isDue = hasLeft(context.people, userId) && before.approvals.some(isTheirs);
  if (!isDue) return { run: before, events: [], addedIds: [] };
  const releasedRun = changeApprovals(before, isTheirs, { leftOut: "INACTIVE", status: "NOT_NEEDED" });
  const taskBefore = theTask(before, taskId);
  const run = withoutTakers(releasedRun, before, taskBefore, context.people, taskBefore.leastNeeded);
  const task = theTask(run, taskId);
  if (canGoOn(run, task)) return { run, events: [], addedIds: [] };
  return withAddedIds(run, task, seatStage(run, task.id, userId, context));
}

/**
 * The seats of the active stage as its sources yield them now (contract-3, SRC-2): new ones are asked, open ones of people
 * whom no source yields any more are archived, verdicts stand. Of a stage without sources nothing changes. Event UNASSIGNED
 * unless the stage has waited for somebody before.
 */
export function seatedAgain(before: Run, task: Task, actorId: Id, context: DecisionContext): Resolved {
  if (task.sources === undefined) return { run: before, events: [], addedIds: [] };
  const { run, events } = seatStage(before, task.id, actorId, context);
  return withAddedIds(before, task, { run, events: isUnassigned(before, task) ? [] : events });
}

export function withAddedIds(before: Run, { id }: Task, { run, events }: Asked): Resolved {
  const waitingIds = new Set(
    seatsOf(before, id)
      .filter(isWaiting)
      .map(({ approverId }) => approverId),
  );
  const now = seatsOf(run, id).filter((row) => isWaiting(row) && !waitingIds.has(row.approverId));
  return { run, events, addedIds: now.map(({ approverId }) => approverId) };
}

/** The seats of a stage that wait in the run, and did not in an earlier state of it. */
export function waitingAgain(run: Run, earlier: Run, { id: taskId }: Task): Approval[] {
  const decidedIds = new Set(
    approvalsOf(earlier, taskId)
      .filter((row) => !isWaiting(row))
      .map(({ id }) => id),
  );
  return seatsOf(run, taskId).filter((row) => isWaiting(row) && decidedIds.has(row.id));
}

/**
 * The run without seats that wait again, once a verdict was taken back, for people who may not decide there any more. With
 * them out its stage is resolved anew. Whoever took others' seats meanwhile decides on them for nobody else. Event UNASSIGNED as {@link ask}.
 *
 * @param earlier - as it was while the verdict stood
 */
export function withoutBarred(
  before: Run,
  earlier: Run,
  { id: taskId }: Task,
  actorId: Id,
  context: DecisionContext,
): Resolved {
  // As it is by now: a release may have left it a least number.
  const task = theTask(before, taskId);
  const bar = barsIn(standingRun(before), context);
  const allowedRun = withoutTakers(before, before, task, context.people);
  const allowedIds = new Set(
    approvalsOf(allowedRun, task.id)
      .filter(isWaiting)
      .map(({ id }) => id),
  );
  const isBarred = (row: Approval) =>
    bar(row.approverId, { task, groups: row.groups }) !== undefined || !allowedIds.has(row.id);
  if (!waitingAgain(before, earlier, task).some(isBarred)) {
    return { run: allowedRun, events: [], addedIds: [] };
  }
  return withAddedIds(before, task, seatStage(before, task.id, actorId, context));
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
  if (isActive(task)) return askedOf(run, task, context, { ending: "asked", among: userIds });
  return { ids: userIds, askedBy: {} };
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
