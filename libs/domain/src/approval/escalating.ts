import { newlyAsked } from "./asking.ts";
import type { DecisionContext, RunEvent } from "./commands.ts";
import type { Escalation } from "./ladder.ts";
import { givingsOf, isCovered } from "./limits.ts";
import { type Manager, managersOver } from "./managers.ts";
import { changersSince, isOwnChange, leaverChangesAmong } from "./own-change.ts";
import { type Change, NO_ORGANISATION, hasLeft, nameIn } from "./people.ts";
import { placeOf } from "./places.ts";
import { approvalsOf, hasVerdict, hasVote, isWaiting, mayStandIn, seatsOf, standingRun } from "./run.ts";
import { fallbackPeople, isChanger } from "./resolve-seats.ts";
import { barsIn } from "./separation-of-duties.ts";
import { membersOf } from "./sources.ts";
import { withTakers } from "./seat-steps.ts";
import { addSeat, changeApprovals, eventOf } from "./steps.ts";
import type { Approval, Id, Run, SeatReason, Task } from "./types.ts";

/** How far above somebody who is late managers are looked at (contract-3, TIME-3). */
const MAX_STEPS = 5;

/** Somebody who is asked because another is late, and why them. */
interface Candidate extends Pick<Manager, "userId" | "givings"> {
  reason: SeatReason;
  reasonUserId?: Id;
  reasonGroupId?: Id;
  /** The changes by which it is them. */
  changes?: readonly (Change | undefined)[];
}

/** A place that waits: the seats that have it together, in the order in which they came. */
type LatePlace = readonly [Approval, ...Approval[]];

/**
 * A level of an escalation (contract-3, TIME-3): for each place of the active stage that waits, somebody new is asked, beside
 * those who are late or instead of them. Nobody who is barred, has left or has a seat is, nor who would have one by a change
 * of their own, or decides for another whom a change of theirs puts there; a seat that a limit gave is only for those whom one covers (contract-4, MEET-3, MEET-7). Events: ESCALATED to
 * the new and the late, ESCALATION_FAILED to the submitter where a place finds nobody.
 */
export function escalate(
  before: Run,
  task: Task,
  escalation: Escalation,
  context: DecisionContext,
): { run: Run; events: readonly RunEvent[] } {
  const places = latePlaces(before, task);
  const events: RunEvent[] = [];
  let run = before;
  for (const [index, place] of places.entries()) {
    const candidates = candidatesFor(place, places.length - index, { run, task, escalation }, context);
    if (candidates.length === 0) continue;
    run = seatedFor(run, task, place, { candidates, mode: escalation.mode }, context);
    events.push(escalatedEvent(run, task, place, { candidates, escalation }, context));
  }
  if (events.length < places.length) {
    const { stageName, submitterId } = task;
    events.push(eventOf("ESCALATION_FAILED", task, undefined, [submitterId], { stageName }));
  }
  return { run, events };
}

/** The places of a stage that nobody has decided, and somebody can. */
function latePlaces(run: Run, task: Task): LatePlace[] {
  return Map.groupBy(seatsOf(run, task.id), placeOf)
    .values()
    .filter((seats) => !seats.some(hasVerdict))
    .flatMap((seats): LatePlace[] => {
      const [first, ...otherSeats] = seats.filter(isWaiting);
      return first === undefined ? [] : [[first, ...otherSeats]];
    })
    .toArray();
}

interface Escalating {
  run: Run;
  task: Task;
  escalation: Escalation;
}

/** The people who are asked for a place. The users of an escalation, or the members of its group, are shared among the places. */
function candidatesFor(
  place: LatePlace,
  placesLeft: number,
  { run, task, escalation: { to } }: Escalating,
  context: DecisionContext,
): Candidate[] {
  const mayBeAsked = judgeOf(run, task, place[0], context);
  const allowedOf = (candidates: readonly Candidate[]) => candidates.filter(mayBeAsked);
  const late = place.at(-1)!.approverId;
  const candidates =
    "manager" in to
      ? allowedOf(managersOfLate(late, context)).slice(0, 1)
      : allowedOf(candidatesIn(to, context));
  if (candidates.length > 0) return candidates.slice(0, Math.ceil(candidates.length / placesLeft));
  const fallback = fallbackPeople(context).map(({ userId, changes, givings = [] }): Candidate => ({
    userId,
    reason: "FALLBACK",
    changes,
    givings,
  }));
  return allowedOf(fallback).slice(0, 1);
}

/** The managers above somebody who is late; whoever marked a nearer one as a leaver is such by a change of their own. */
function managersOfLate(late: Id, { people }: DecisionContext): Candidate[] {
  const leavers: (Change | undefined)[] = [];
  return managersOver(late, people, MAX_STEPS).map(({ userId, changes }) => {
    const by = [...changes, ...leavers];
    leavers.push(people.get(userId)?.leaverChange);
    return { userId, reason: "MANAGER_OF", reasonUserId: late, changes: by };
  });
}

/** The users of an escalation; whoever marked others of them as leavers is asked by a change of their own. */
function candidatesIn(
  to: Exclude<Escalation["to"], { manager: true }>,
  { organisation, people }: DecisionContext,
): Candidate[] {
  if ("userIds" in to) {
    const changes = leaverChangesAmong(to.userIds, people);
    return to.userIds.map((userId) => ({ userId, reason: "RULE", changes }));
  }
  const { groupId } = to;
  const members = organisation === undefined ? [] : membersOf(groupId, organisation);
  if (!Array.isArray(members)) return [];
  const memberIds = members.map(({ userId }) => userId);
  const leavers = leaverChangesAmong(memberIds, people);
  return members.map(({ userId, changes, givings = [] }) => ({
    userId,
    givings,
    reason: "GROUP",
    reasonGroupId: groupId,
    changes: [...changes, ...leavers],
  }));
}

/**
 * Whether somebody may be asked in the place of a seat: nobody who has left, submitted it, is barred, has a seat there, is it
 * by a change of their own, or lacks the limit that the seat needs.
 */
function judgeOf(run: Run, task: Task, lateSeat: Approval, context: DecisionContext) {
  const { groups, byLimit, givenByIds = [] } = lateSeat;
  const seats = approvalsOf(run, task.id);
  const approverIds = seats.map(({ approverId }) => approverId);
  const leavers = leaverChangesAmong(approverIds, context.people);
  const bar = barsIn(standingRun(run), context);
  const { organisation = NO_ORGANISATION, content } = context;
  const isWithinLimit = (userId: Id) =>
    isCovered(userId, { kind: task.kind, ...content }, organisation, run) === "YES";
  return ({ userId, changes = [] }: Candidate): boolean =>
    !hasVote(seats, userId) &&
    !hasLeft(context.people, userId) &&
    mayStandIn(task, userId) &&
    !isOwnChange(userId, [...changes, ...leavers], run) &&
    !isChanger(userId, task) &&
    !givenByIds.includes(userId) &&
    (byLimit === undefined || isWithinLimit(userId)) &&
    bar(userId, { task, groups }) === undefined;
}

/** The run with the new seats of a place, all of which have its vote together. */
function seatedFor(
  before: Run,
  task: Task,
  place: LatePlace,
  { candidates, mode }: { candidates: readonly Candidate[]; mode: Escalation["mode"] },
  context: DecisionContext,
): Run {
  const late = new Set(place.map(({ id }) => id));
  const standsInFor = placeOf(place[0]);
  const { organisation = NO_ORGANISATION, content } = context;
  const pricedDocument = { kind: task.kind, ...content };
  const limitGivings = (userId: Id) =>
    place[0].byLimit ? givingsOf(userId, pricedDocument, organisation, before) : [];
  let run =
    mode === "REPLACE"
      ? changeApprovals(before, ({ id }) => late.has(id), { status: "NOT_NEEDED", leftOut: "REPLACED" })
      : before;
  const { groups, required, byLimit, givenByIds: earlierIds = [] } = place[0];
  for (const { userId, changes = [], givings = [], ...why } of candidates) {
    const id = context.newId();
    const changerIds = changersSince([...changes, ...givings, ...limitGivings(userId)], run) ?? [];
    const givenByIds = withTakers(run, task, [...earlierIds, ...changerIds], context.people);
    const marks = {
      derived: true,
      escalated: true,
      standsInFor,
      groups,
      required,
      byLimit,
      givenByIds,
    } as const;
    run = addSeat(run, task, { id, approverId: userId, status: "AWAITING_APPROVAL", ...marks, ...why });
  }
  return run;
}

function escalatedEvent(
  run: Run,
  task: Task,
  place: LatePlace,
  { candidates, escalation }: { candidates: readonly Candidate[]; escalation: Escalation },
  context: DecisionContext,
): RunEvent {
  const { people, organisation } = context;
  const { to, mode } = escalation;
  const userIds = candidates.map(({ userId }) => userId);
  const late = place.map(({ approverId }) => approverId);
  const group =
    "groupId" in to && candidates.length > 1 ? organisation?.groups.get(to.groupId)?.name : undefined;
  const metadata = {
    stageName: task.stageName,
    mode,
    principalId: late.at(-1),
    principalName: nameIn(people, late.at(-1)!),
    userId: userIds.length === 1 ? userIds[0] : undefined,
    userName: group ?? userIds.map((id) => nameIn(people, id)).join(", "),
  };
  const { ids, askedBy } = newlyAsked(run, task, userIds, context);
  return eventOf("ESCALATED", task, undefined, [...ids, ...late], metadata, askedBy);
}
