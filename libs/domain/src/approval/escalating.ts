import { newlyAsked } from "./asking.ts";
import type { DecisionContext, RunEvent } from "./commands.ts";
import type { Escalation } from "./ladder.ts";
import { managersOver } from "./managers.ts";
import { hasLeft, nameIn } from "./people.ts";
import { placeOf } from "./places.ts";
import { approvalsOf, hasVerdict, hasVote, isWaiting, mayStandIn, seatsOf, standing } from "./run.ts";
import { barsIn } from "./separation-of-duties.ts";
import { membersOf } from "./sources.ts";
import { addSeat, changeApprovals, eventOf } from "./steps.ts";
import type { Approval, Id, Run, SeatReason, Task } from "./types.ts";

/** How far above somebody who is late managers are looked at (contract-3, TIME-3). */
const MAX_STEPS = 5;

/** Somebody who is asked because another is late, and why them. */
interface Candidate {
  userId: Id;
  reason: SeatReason;
  reasonUserId?: Id;
  reasonGroupId?: Id;
}

/** A place that waits: the seats that have it together, in the order in which they came. */
type LatePlace = readonly [Approval, ...Approval[]];

/**
 * A level of an escalation (contract-3, TIME-3): for each place of the active stage that waits, somebody new is asked, beside
 * those who are late or instead of them. Nobody who is barred, has left or has a seat is. Events: ESCALATED to the new and
 * the late, ESCALATION_FAILED to the submitter where a place finds nobody.
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
    const found = candidatesFor(place, places.length - index, { run, task, escalation }, context);
    if (found.length === 0) continue;
    run = seatedFor(run, task, place, { found, mode: escalation.mode }, context);
    events.push(escalatedEvent(run, task, place, { found, escalation }, context));
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
      const [first, ...others] = seats.filter(isWaiting);
      return first === undefined ? [] : [[first, ...others]];
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
  const { groups } = place[0];
  const mayBeAsked = judgeOf(run, task, groups, context);
  const allowed = (candidates: readonly Candidate[]) => candidates.filter(({ userId }) => mayBeAsked(userId));
  const late = place.at(-1)!.approverId;
  const found =
    "manager" in to
      ? allowed(managersOver(late, context.people, MAX_STEPS).map(managerOfLate(late))).slice(0, 1)
      : allowed(candidatesIn(to, context));
  if (found.length > 0) return found.slice(0, Math.ceil(found.length / placesLeft));
  const fallback = context.rules.fallbackApproverIds.map((userId): Candidate => ({
    userId,
    reason: "FALLBACK",
  }));
  return allowed(fallback).slice(0, 1);
}

const managerOfLate =
  (late: Id) =>
  (userId: Id): Candidate => ({
    userId,
    reason: "MANAGER_OF",
    reasonUserId: late,
  });

function candidatesIn(
  to: Exclude<Escalation["to"], { manager: true }>,
  { organisation }: DecisionContext,
): Candidate[] {
  if ("userIds" in to) return to.userIds.map((userId) => ({ userId, reason: "RULE" }));
  const { groupId } = to;
  const members = organisation === undefined ? [] : membersOf(groupId, organisation);
  if (!Array.isArray(members)) return [];
  return members.map((userId) => ({ userId, reason: "GROUP", reasonGroupId: groupId }));
}

/** Whether somebody may be asked on the task: nobody who has left, submitted it, is barred, or has a seat there. */
function judgeOf(run: Run, task: Task, groups: Approval["groups"], context: DecisionContext) {
  const seats = approvalsOf(run, task.id);
  const bar = barsIn(standing(run), context);
  return (userId: Id): boolean =>
    !hasVote(seats, userId) &&
    !hasLeft(context.people, userId) &&
    mayStandIn(task, userId) &&
    bar(userId, { task, groups }) === undefined;
}

/** The run with the new seats of a place, all of which have its vote together. */
function seatedFor(
  before: Run,
  task: Task,
  place: LatePlace,
  { found, mode }: { found: readonly Candidate[]; mode: Escalation["mode"] },
  context: DecisionContext,
): Run {
  const late = new Set(place.map(({ id }) => id));
  const standsInFor = placeOf(place[0]);
  let run =
    mode === "REPLACE"
      ? changeApprovals(before, ({ id }) => late.has(id), { status: "NOT_NEEDED", leftOut: "REPLACED" })
      : before;
  const { groups, required } = place[0];
  for (const { userId, ...why } of found) {
    const id = context.newId();
    const marks = { derived: true, escalated: true, standsInFor, groups, required } as const;
    run = addSeat(run, task, { id, approverId: userId, status: "AWAITING_APPROVAL", ...marks, ...why });
  }
  return run;
}

function escalatedEvent(
  run: Run,
  task: Task,
  place: LatePlace,
  { found, escalation }: { found: readonly Candidate[]; escalation: Escalation },
  context: DecisionContext,
): RunEvent {
  const { people, organisation } = context;
  const { to, mode } = escalation;
  const userIds = found.map(({ userId }) => userId);
  const late = place.map(({ approverId }) => approverId);
  const group = "groupId" in to && found.length > 1 ? organisation?.groups.get(to.groupId)?.name : undefined;
  const metadata = {
    stageName: task.stageName,
    mode,
    principalId: late.at(-1),
    principalName: nameIn(people, late.at(-1)!),
    userId: userIds.length === 1 ? userIds[0] : undefined,
    userName: group ?? userIds.map((id) => nameIn(people, id)).join(", "),
  };
  const { ids, asked } = newlyAsked(run, task, userIds, context);
  return eventOf("ESCALATED", task, undefined, [...ids, ...late], metadata, asked);
}
