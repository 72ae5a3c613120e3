import type { Text } from "@countersign/texts";

import { defined } from "../defined.ts";
import type { PeopleContext } from "./commands.ts";
import {
  type AddedSeat,
  type Judge,
  type MayHave,
  joinSeats,
  keptSeats,
  unitedWith,
  withGroups,
} from "./join-seats.ts";
import { isCovered } from "./limits.ts";
import type { Manager } from "./managers.ts";
import { changersSince, isOwnChange, leaverChangesAmong, takersAmong } from "./own-change.ts";
import { type Change, NO_ORGANISATION, type People, hasLeft } from "./people.ts";
import { leastNeededOf, tallyOf } from "./quorum.ts";
import { approvalsOf, hasVerdict, hasVote, isWaiting, mayStandIn } from "./run.ts";
import type { ApprovalRules } from "./rules.ts";
import { barsIn, dutiesIn } from "./separation-of-duties.ts";
import { sourcedSeats, takingsOf } from "./sources.ts";
import { changeTask } from "./steps.ts";
import type { Approval, Id, Run, Task } from "./types.ts";

/** The users whom a stage asks, and why it leaves the others out. */
export interface Resolution {
  /** The seats that it has, in their order, marked where they are left out. */
  namedSeats: readonly Approval[];
  /** Those that settings and sources add; those of sources may be left out. */
  addedSeats: readonly AddedSeat[];
  /** Why those who are asked cannot complete the stage: there is nobody, or not enough. */
  fault?: "EMPTY" | "UNREACHABLE";
  /** Why sources of the stage yield nobody. */
  faults?: readonly Text[];
  /** The least approvals that it needs besides required ones, see the task's. */
  leastNeeded?: number | undefined;
  /** More users are asked once the stage before is decided; there is no `fault` until then. */
  isPending?: true;
}

type Context = Pick<PeopleContext, "rules" | "people" | "organisation" | "content" | "resolvedBy">;

/**
 * Resolves the seats of a stage that is about to be asked (contract-2, PPL-5; contract-3, SRC-1): named approvers and those
 * of sources → leavers out → separation of duties → duplicates merged, with all their groups → can they complete it? A user
 * of a source is judged as a named one is: the submitter and the person whom the document is about may be asked, unless the
 * settings leave them out. With `onEmptyStage: FALLBACK` the fallback approvers are added where they cannot. Settings add
 * nobody who submitted the document or whom it is about.
 *
 * @param seats - the task's seats; verdicts on them stand
 * @param run - for the duties: its standing verdicts
 */
export function resolveSeats(task: Task, seats: readonly Approval[], run: Run, context: Context): Resolution {
  const { rules } = context;
  const bar = barsIn(run, context);
  const duty = dutiesIn(run, rules);
  const seatsOfSources = sourcedSeats(task, run, context);
  const takings = [
    ...seatsOfSources.takings,
    ...leaverChangesAmong(
      [...seats, ...seatsOfSources.seats].map(({ approverId }) => approverId),
      context.people,
    ),
  ];
  const isOwn = (approverId: Id) => isChanger(approverId, task) || isOwnChange(approverId, takings, run);
  const judge: Judge = (approverId, groups) =>
    bar(approverId, { task, groups }) ?? (isOwn(approverId) ? "OWN_CHANGE" : undefined);
  const { organisation = NO_ORGANISATION } = context;
  const mayHave: MayHave = (approverId) =>
    isCovered(approverId, { kind: task.kind, ...context.content }, organisation, run) === "YES";
  const ownSeats = joinSeats(keptSeats(seats, seatsOfSources, judge, mayHave), seatsOfSources, judge);
  const managers =
    rules.onSubmitterIsApprover === "MANAGER"
      ? managersSeats(task, [...ownSeats.namedSeats, ...ownSeats.addedSeats], takings, run, context)
      : [];
  const mayCarry: Judge = (approverId, groups) => duty(approverId, { task, groups });
  const withManagers =
    <S extends Approval | AddedSeat>(unite: (seat: S, manager: AddedSeat, judge: Judge) => S) =>
    (seat: S): S =>
      managers
        .filter(({ approverId, leftOut }) => approverId === seat.approverId && leftOut === undefined)
        .reduce((unitedSeat, manager) => unite(unitedSeat, manager, mayCarry), seat);
  const { changerIds = [] } = task;
  const takerIds = [...(changersSince(takings, run) ?? []), ...changerIds];
  const namedSeats = ownSeats.namedSeats.map(withManagers(withGroups)).map((seat) => givenBy(takerIds, seat));
  const seatsToAdd = ownSeats.addedSeats.map(withManagers(unitedWith)).map((seat) => givenBy(takerIds, seat));
  const addedSeats = managers.reduce<AddedSeat[]>(addingTo(task, namedSeats, run, context), seatsToAdd);
  const { faults, isPending } = seatsOfSources;
  const leastNeeded = leastNeededBeside(takerIds, task, seats, namedSeats);
  const resolution = { namedSeats, leastNeeded, ...(faults.length > 0 && { faults }) };
  if (isPending) return { ...resolution, addedSeats, isPending };
  const ownResolution = judgedAsAWhole(task, { ...resolution, addedSeats }, seats);
  if (ownResolution.fault === undefined || rules.onEmptyStage !== "FALLBACK") return ownResolution;
  const withFallback = fallbackSeats(task, namedSeats, run, context, ownResolution.addedSeats);
  return judgedAsAWhole(task, { ...resolution, addedSeats: withFallback }, seats);
}

/**
 * The seats of the fallback approvers who may be added beside those that are there (setting `fallbackApproverIds`).
 *
 * @param addedSeats - seats that are added already, which the answer has too
 */
function fallbackSeats(
  task: Task,
  seats: readonly Voter[],
  run: Run,
  context: Context,
  addedSeats: readonly AddedSeat[],
): AddedSeat[] {
  const fallback = fallbackPeople(context).map(({ userId: approverId, ...by }) =>
    unlessOwn<AddedSeat>({ approverId, reason: "FALLBACK" }, by, { task, run }, context),
  );
  return fallback.reduce<AddedSeat[]>(addingTo(task, seats, run, context), [...addedSeats]);
}

/**
 * The fallback approvers, with the changes by which a stage asks them (contract-4, MEET-3): to the settings, and whatever
 * leaves the stage without others: members taken from its groups, limits lowered, approvers marked as leavers.
 */
export function fallbackPeople({ rules, people, organisation = NO_ORGANISATION }: Context): Manager[] {
  const { ownFallback, fallbackGivings: givings = [], onEmptyStage } = rules.seatChanges ?? {};
  const groups = [...organisation.groups.keys()].flatMap((groupId) => takingsOf(groupId, organisation));
  const limits = organisation.limits.flatMap(({ takings = [] }) => takings);
  const deletedChanges = organisation.takings ?? [];
  const places = [...people.values()].flatMap(
    ({ managerChanges = [], departmentChanges = [], leaverChange }) =>
      managerChanges.concat(departmentChanges, leaverChange ?? []),
  );
  const heads = [...(organisation.headChanges?.values() ?? [])].flat();
  const ofSetting = onEmptyStage === undefined ? [] : [onEmptyStage];
  const common = [...ofSetting, ...groups, ...limits, ...deletedChanges, ...places, ...heads];
  return rules.fallbackApproverIds.map((userId) => {
    const atMs = ownFallback?.get(userId);
    return { userId, givings, changes: atMs === undefined ? common : [...common, { userId, atMs }] };
  });
}

const isCounted = ({ leftOut }: Pick<Approval, "leftOut">): boolean => leftOut === undefined;

/**
 * The approvals that a stage needs at least, beside required ones, where somebody who took seats of it has approved: so many
 * as it needed with those seats (contract-4, MEET-3). Absent: nobody has.
 *
 * @param before - its seats until then, @param seats - and now; neither has archived ones
 */
export function leastNeededBeside(
  takerIds: readonly Id[],
  task: Task,
  before: readonly Approval[],
  seats: readonly Approval[],
): number | undefined {
  const isTakers = ({ approverId, decidedBy = approverId, status }: Approval) =>
    status === "APPROVED" && takerIds.some((userId) => userId === approverId || userId === decidedBy);
  if (!before.some(isTakers)) return undefined;
  return leastNeededOf(task, before.filter(isCounted), seats.filter(isCounted));
}

/**
 * A run from which some seats of a stage went, without those who changed it, or took the seat of somebody there by marking them
 * as a leaver, after the submission: they do not decide with fewer (contract-4, MEET-3). Verdicts stand, and the stage needs as many then
 * as before.
 *
 * @param before - the run with those seats
 * @param leastUntilNow - the number that an earlier change left the stage, where it stays
 */
export function withoutTakers(
  run: Run,
  before: Run,
  task: Task,
  people: People,
  leastUntilNow?: number,
): Run {
  const { id: taskId } = task;
  const seats = approvalsOf(run, taskId);
  const takerIds = takersAmong(task, seats, people, run);
  if (takerIds.length === 0) return run;
  const approvals = run.approvals.map((row) => {
    if (row.taskId !== taskId || !isWaiting(row)) return row;
    if (!takerIds.includes(row.approverId)) return givenBy(takerIds, row);
    return { ...row, leftOut: "OWN_CHANGE", status: "NOT_NEEDED" } as const;
  });
  const leastNeeded = leastNeededBeside(takerIds, task, approvalsOf(before, taskId), seats) ?? leastUntilNow;
  return changeTask({ ...run, approvals }, taskId, { leastNeeded });
}

/** The seat, of a stage from which some people took others': they decide on it for nobody else. */
export function givenBy<S extends Approval | AddedSeat>(takerIds: readonly Id[] | undefined, seat: S): S {
  const { givenByIds = [] } = seat;
  if (takerIds === undefined || ("status" in seat && hasVerdict(seat))) return seat;
  const allIds = [...new Set([...givenByIds, ...takerIds])];
  return allIds.length === givenByIds.length ? seat : { ...seat, givenByIds: allIds };
}

/** Whether somebody changed the stage after the submission, so that it seats them no more. */
export const isChanger = (userId: Id, { changerIds = [] }: Pick<Task, "changerIds">): boolean =>
  changerIds.includes(userId);

/** The seat, with those whose changes gave it; left out where its holder is one of them, or looks for whom to ask. */
function unlessOwn<S extends AddedSeat>(
  seat: S,
  { changes, givings = [] }: Pick<Manager, "changes" | "givings">,
  { task, run }: { task: Task; run: Run },
  { resolvedBy }: Pick<PeopleContext, "resolvedBy">,
): S {
  const { approverId } = seat;
  const isOwn =
    approverId === resolvedBy || isChanger(approverId, task) || isOwnChange(approverId, changes, run);
  const giverIds = changersSince([...changes, ...givings], run);
  return givenBy(giverIds, isOwn ? { ...seat, leftOut: "OWN_CHANGE" } : seat);
}

/** A user with a vote on a task: with a seat, or by deciding another's. */
type Voter = Pick<Approval, "approverId" | "decidedBy" | "takenFrom"> & Pick<AddedSeat, "leftOut">;

/**
 * Adds a seat unless its holder has a vote, has left, submitted the document, or a duty forbids it. Who is left out because
 * of a change of their own may be there for another reason.
 */
function addingTo(
  task: Task,
  seats: readonly Voter[],
  run: Run,
  { rules, people }: { rules: ApprovalRules; people: People },
) {
  const judge = dutiesIn(run, rules);
  return (sofar: AddedSeat[], seat: AddedSeat): AddedSeat[] => {
    const { approverId, groups } = seat;
    const voters: Voter[] = [...seats, ...sofar];
    const isOwn = (voter: Voter) => voter.approverId === approverId && voter.leftOut === "OWN_CHANGE";
    if (seat.leftOut !== undefined && voters.some(isOwn)) return sofar;
    const mayBeAdded =
      !hasVote(
        voters.filter((voter) => !isOwn(voter)),
        approverId,
      ) &&
      !hasLeft(people, approverId) &&
      mayStandIn(task, approverId) &&
      judge(approverId, { task, groups }) === undefined;
    return mayBeAdded ? [...sofar.filter((voter) => !isOwn(voter)), seat] : sofar;
  };
}

/** The seat of the submitter's manager, where the submitter's own is left out; with its groups. */
function managersSeats(
  task: Task,
  judgedSeats: readonly Pick<AddedSeat, "groups" | "leftOut">[],
  takings: readonly Change[],
  run: Run,
  context: Context,
): AddedSeat[] {
  const { submitterId } = task;
  const { managerId: approverId, managerChanges = [] } = context.people.get(submitterId) ?? {};
  if (approverId === undefined) return [];
  const { onSubmitterIsApprover: ofSetting } = context.rules.seatChanges ?? {};
  const changes = [...managerChanges, ...takings, ...(ofSetting ? [ofSetting] : [])];
  const seatInPlaceOf = ({ groups }: Pick<AddedSeat, "groups">) =>
    unlessOwn(
      defined<AddedSeat>({ approverId, groups, reason: "MANAGER_OF", reasonUserId: submitterId }),
      { changes },
      { task, run },
      context,
    );
  return judgedSeats.filter(({ leftOut }) => leftOut === "SUBMITTER").map(seatInPlaceOf);
}

/** @param before - the seats of the task: a user who had one keeps its place, which somebody who stands in may share */
function judgedAsAWhole(task: Task, resolution: Resolution, before: readonly Approval[]): Resolution {
  const idOf = new Map(before.map(({ approverId, id }) => [approverId, id]));
  const askedSeats = [...resolution.namedSeats, ...resolution.addedSeats].filter(
    ({ leftOut }) => leftOut === undefined,
  );
  const seats = askedSeats.map((seat) =>
    "status" in seat && hasVerdict(seat)
      ? seat
      : Object.assign({ id: idOf.get(seat.approverId) }, seat, { status: "AWAITING_APPROVAL" as const }),
  );
  if (seats.every(hasVerdict)) return { ...resolution, fault: "EMPTY" };
  const { leastNeeded } = resolution;
  return tallyOf({ ...task, leastNeeded }, seats).isReachable
    ? resolution
    : { ...resolution, fault: "UNREACHABLE" };
}
