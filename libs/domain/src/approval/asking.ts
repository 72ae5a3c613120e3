import { defined } from "../defined.ts";
import { activeSubstitutes } from "./authority.ts";
import type { AskedBy, DecisionContext, PeopleContext, RunEvent } from "./commands.ts";
import { type Calendars, calendarFor } from "./ladder.ts";
import { nameIn } from "./people.ts";
import { tallyOf } from "./quorum.ts";
import { barsIn } from "./separation-of-duties.ts";
import { revisionOf } from "./revision.ts";
import type { AddedSeat } from "./join-seats.ts";
import { type Resolution, fallbackSeats, resolveSeats } from "./resolve-seats.ts";
import {
  approvalsOf,
  hasVerdict,
  isActive,
  isQueued,
  isWaiting,
  seatsOf,
  stageInProgress,
  standing,
  theNextTask,
} from "./run.ts";
import {
  addSeat,
  changeApprovals,
  changeTask,
  eventOf,
  isOf,
  sent,
  wholeSeconds,
  withoutVerdicts,
} from "./steps.ts";
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
  const asked = sent(before, taskId, "AWAITING_APPROVAL", verdicts);
  return seated(dated(asked, taskId, context), taskId, actorId, context);
}

/** The run with the times of a stage that is asked now (contract-3, TIME-3). */
function dated(run: Run, taskId: Id, { nowMs, calendars = NO_CALENDARS }: DecisionContext): Run {
  const { ladder } = theTask(run, taskId);
  if (ladder === undefined) return run;
  const found = calendarFor(ladder, calendars);
  return changeTask(run, taskId, {
    calendarId: found?.id,
    dueMs: endAfter(found?.calendar, nowMs, ladder.dueIn),
  });
}

const NO_CALENDARS: Calendars = { byId: new Map() };

/** The seats of the active stage, resolved as the rules are now; verdicts on them stand. Event UNASSIGNED as {@link ask}. */
function seated(before: Run, taskId: Id, actorId: Id | undefined, context: DecisionContext): Asked {
  const task = theTask(before, taskId);
  const resolution = resolveSeats(task, approvalsOf(before, taskId), standing(before), context);
  const seats = withSeats(before, task, resolution, context);
  const askedNeeded = task.approveBy === "ALL" ? undefined : tallyOf(task, seatsOf(seats, taskId)).needed;
  const run = changeTask(seats, taskId, { askedNeeded, sourceFaults: resolution.faults });
  return { run, events: resolution.fault === undefined ? [] : [unassigned(task, actorId)] };
}

/** The stage waits until a privileged user names somebody; the submitter is notified. */
function unassigned(task: Task, actorId: Id | undefined): RunEvent {
  return eventOf("UNASSIGNED", task, actorId, [task.submitterId], { stageName: task.stageName });
}

/** The run with the seats of a resolution; those that an earlier one added are archived, or used again. */
function withSeats(before: Run, task: Task, { named, added }: Resolution, context: DecisionContext): Run {
  const marked = new Map(named.map((seat) => [seat.id, seat]));
  const again = new Map(added.map((seat) => [seat.approverId, seat]));
  const approvals = before.approvals.map((row) => {
    if (row.taskId !== task.id) return row;
    const seat = marked.get(row.id);
    if (seat !== undefined) return asAsked(seat);
    const other = mayBeUsedAgain(row) ? again.get(row.approverId) : undefined;
    if (other === undefined) return row.derived ? withdrawn(row) : row;
    again.delete(row.approverId);
    return usedAgain(row, other);
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

function withdrawn(row: Approval): Approval {
  return row.archived && row.status === "NOT_NEEDED" ? row : { ...row, archived: true, status: "NOT_NEEDED" };
}

/** The row of an earlier resolution as the seat that this one adds; the same one where nothing differs. */
function usedAgain(row: Approval, seat: AddedSeat): Approval {
  const { leftOut: _left, groups: _groups, reasonUserId: _of, reasonGroupId: _in, ...kept } = row;
  const status = "AWAITING_APPROVAL";
  const again = asAsked(defined<Approval>({ ...kept, ...seat, archived: false, status }));
  const isSame = (
    ["reason", "reasonUserId", "reasonGroupId", "leftOut", "status", "archived"] as const
  ).every((field) => again[field] === row[field]);
  return isSame && again.groups?.join("\n") === row.groups?.join("\n") ? row : again;
}

const withStatus = (seat: Approval, status: Approval["status"]): Approval =>
  seat.status === status ? seat : { ...seat, status };

/** The run with a seat that settings or sources add to its active stage. */
function addDerived(run: Run, task: Task, seat: AddedSeat, context: DecisionContext): Run {
  const status = seat.leftOut === undefined ? "AWAITING_APPROVAL" : "NOT_NEEDED";
  return addSeat(run, task, { ...seat, id: context.newId(), derived: true, status });
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
): { ids: readonly Id[]; asked: Readonly<Record<Id, AskedBy>> } {
  const askedIds = seatsOf(run, task.id)
    .filter((row) => isWaiting(row) && (among?.includes(row.approverId) ?? true))
    .map(({ approverId }) => approverId);
  const substitutes = activeSubstitutes(task, run, askedIds, context);
  const how = ending === undefined ? {} : { ending };
  const asked = new Map<Id, AskedBy>(askedIds.map((id) => [id, how]));
  for (const [userId, principalId] of substitutes) {
    asked.set(userId, { ...how, inPlaceOf: nameIn(context.people, principalId) });
  }
  return { ids: [...askedIds, ...substitutes.keys()], asked: Object.fromEntries(asked) };
}

/** The result of a release, or of a new look at the sources. */
export interface Resolved extends Asked {
  /** Those who are asked now, and were not before. */
  addedIds: Id[];
}

/**
 * The seats of the active stage that wait for somebody who has left → NOT_NEEDED. Where the others cannot complete it, its
 * sources are looked at again, and the fallback approvers are asked where even so nobody can. Only a verdict completes a
 * stage: where nobody is left to give one, it waits (PPL-5).
 */
export function releaseSeats(before: Run, task: Task, userId: Id, context: DecisionContext): Resolved {
  const isTheirs = (row: Approval) => row.taskId === task.id && row.approverId === userId && isWaiting(row);
  if (!before.approvals.some(isTheirs)) return { run: before, events: [], addedIds: [] };
  const run = changeApprovals(before, isTheirs, { leftOut: "INACTIVE", status: "NOT_NEEDED" });
  if (canGoOn(run, task)) return { run, events: [], addedIds: [] };
  if (task.sources !== undefined) return withAddedIds(run, task, seated(run, task.id, userId, context));
  const seats = run.approvals.filter((row) => row.taskId === task.id && !row.archived);
  const added =
    context.rules.onEmptyStage === "FALLBACK" ? fallbackSeats(task, seats, standing(run), context) : [];
  const resolved = added.reduce<Run>((sofar, seat) => addFallback(sofar, task, seat, context), run);
  return {
    run: resolved,
    events: canGoOn(resolved, task) ? [] : [unassigned(task, userId)],
    addedIds: added.map(({ approverId }) => approverId),
  };
}

/** The run with a fallback approver's seat, one that was archived if there is one. */
function addFallback(run: Run, task: Task, seat: AddedSeat, context: DecisionContext): Run {
  const earlier = run.approvals.find(
    (row) =>
      row.taskId === task.id && row.archived && row.approverId === seat.approverId && mayBeUsedAgain(row),
  );
  if (earlier === undefined) return addDerived(run, task, seat, context);
  const again = usedAgain(earlier, seat);
  return { ...run, approvals: run.approvals.map((row) => (row === earlier ? again : row)) };
}

/**
 * The seats of the active stage as its sources yield them now (contract-3, SRC-2): new ones are asked, open ones of people
 * whom no source yields any more are archived, verdicts stand. Of a stage without sources nothing changes. Event UNASSIGNED
 * unless the stage has waited for somebody before.
 */
export function seatedAgain(before: Run, task: Task, actorId: Id, context: DecisionContext): Resolved {
  if (task.sources === undefined) return { run: before, events: [], addedIds: [] };
  const { run, events } = seated(before, task.id, actorId, context);
  return withAddedIds(before, task, { run, events: isUnassigned(before, task) ? [] : events });
}

function withAddedIds(before: Run, { id }: Task, { run, events }: Asked): Resolved {
  const waiting = new Set(
    seatsOf(before, id)
      .filter(isWaiting)
      .map(({ approverId }) => approverId),
  );
  const now = seatsOf(run, id).filter((row) => isWaiting(row) && !waiting.has(row.approverId));
  return { run, events, addedIds: now.map(({ approverId }) => approverId) };
}

/** The seats of a stage that wait in the run, and did not in an earlier state of it. */
export function waitingAgain(run: Run, earlier: Run, { id: taskId }: Task): Approval[] {
  const decided = new Set(
    approvalsOf(earlier, taskId)
      .filter((row) => !isWaiting(row))
      .map(({ id }) => id),
  );
  return seatsOf(run, taskId).filter((row) => isWaiting(row) && decided.has(row.id));
}

/**
 * The run without seats that wait again, once a verdict was taken back, for people who may not decide there any more. With
 * them out its stage is resolved anew. Event UNASSIGNED as {@link ask}.
 *
 * @param earlier - as it was while the verdict stood
 */
export function withoutBarred(
  before: Run,
  earlier: Run,
  task: Task,
  actorId: Id,
  context: DecisionContext,
): Resolved {
  const bar = barsIn(standing(before), context);
  const isBarred = ({ approverId, groups }: Approval) => bar(approverId, { task, groups }) !== undefined;
  if (!waitingAgain(before, earlier, task).some(isBarred)) return { run: before, events: [], addedIds: [] };
  return withAddedIds(before, task, seated(before, task.id, actorId, context));
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
  return { ids: userIds, asked: {} };
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

/**
 * Every task that was asked goes back: the first in order → AWAITING_APPROVAL, the others → PENDING; no verdict stays, nor
 * one that an earlier amendment left standing.
 */
export function askAgain(run: Run, actorId: Id, context: DecisionContext): Asked {
  const judged = new Set(run.approvals.filter(hasVerdict).map(({ taskId }) => taskId));
  const queued = run.tasks
    .filter((task) => !task.archived && (!isQueued(task) || judged.has(task.id)))
    .reduce((sofar, { id }) => sent(sofar, id, "PENDING"), run);
  return ask(queued, theNextTask(queued).id, actorId, context);
}

/** A run after an amendment that keeps verdicts. */
interface Kept extends Resolved {
  /** Whether another stage is asked than before. */
  isReturned: boolean;
}

/**
 * The verdicts of the document's editors, and those given in their place, are cleared; the others stand. The first stage
 * that is thereby incomplete and comes before the active one is asked again, after those that wait before it; the others
 * that are not complete wait, later ones than the active one too (contract-3, SAFE-16). A stage that time
 * approved is complete without verdicts. The sources of the active stage are looked at again: the change may name others.
 *
 * @param actorId - who changed the document, and is one of its editors
 */
export function keepVerdicts(before: Run, actorId: Id, context: DecisionContext): Kept {
  const active = stageInProgress(before);
  const barred = new Set(before.document?.editorIds);
  const editors = new Set([actorId, ...barred]);
  const isTheirs = ({ approverId, decidedBy = approverId }: Approval) =>
    editors.has(approverId) || editors.has(decidedBy);
  const isCleared = (row: Approval) => !row.archived && hasVerdict(row) && isTheirs(row);
  const cleared = before.approvals.some(isCleared) ? withoutVerdicts(before, isCleared) : before;
  const incomplete = cleared.tasks.filter(
    (task) =>
      task.status === "APPROVED" && !task.byTime && !tallyOf(task, seatsOf(cleared, task.id)).isReached,
  );
  const waiting = incomplete.reduce((run, { id }) => sent(run, id, "PENDING", "KEPT"), cleared);
  const queued = sent(waiting, active.id, "PENDING", "KEPT");
  if (incomplete.some(({ orderNo }) => orderNo < active.orderNo)) {
    return { ...ask(queued, theNextTask(queued).id, actorId, context), addedIds: [], isReturned: true };
  }
  const isOutdated = ({ taskId, archived, approverId, leftOut }: Approval) =>
    taskId === active.id && !archived && (leftOut === "editorIds") !== barred.has(approverId);
  const isChanged = cleared !== before || cleared.approvals.some(isOutdated);
  let asked: Asked = { run: waiting, events: [] };
  if (active.sources !== undefined) asked = seatedAgain(waiting, active, actorId, context);
  else if (isChanged) asked = seated(waiting, active.id, actorId, context);
  return { ...withAddedIds(before, active, asked), isReturned: false };
}
