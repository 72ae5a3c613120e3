import type { Text } from "@countersign/texts";

import { defined } from "../defined.ts";
import type { PeopleContext } from "./commands.ts";
import { type AddedSeat, type Judge, joined, keptSeats, unitedWith, withGroups } from "./join-seats.ts";
import { type People, hasLeft } from "./people.ts";
import { tallyOf } from "./quorum.ts";
import { hasVerdict, hasVote, mayStandIn } from "./run.ts";
import type { ApprovalRules } from "./rules.ts";
import { barsIn, dutiesIn } from "./separation-of-duties.ts";
import { sourcedSeats } from "./sources.ts";
import type { Approval, Run, Task } from "./types.ts";

/** The users whom a stage asks, and why it leaves the others out. */
export interface Resolution {
  /** The seats that it has, in their order, marked where they are left out. */
  named: readonly Approval[];
  /** Those that settings and sources add; those of sources may be left out. */
  added: readonly AddedSeat[];
  /** Why those who are asked cannot complete the stage: there is nobody, or not enough. */
  fault?: "EMPTY" | "UNREACHABLE";
  /** Why sources of the stage yield nobody. */
  faults?: readonly Text[];
  /** More users are asked once the stage before is decided; there is no `fault` until then. */
  isPending?: true;
}

type Context = Pick<PeopleContext, "rules" | "people" | "organisation" | "content">;

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
  const { rules, people } = context;
  const bar = barsIn(run, context);
  const duty = dutiesIn(run, rules);
  const judge: Judge = (approverId, groups) => bar(approverId, { task, groups });
  const sourced = sourcedSeats(task, run, context);
  const own = joined(keptSeats(seats, sourced, judge), sourced, judge);
  const managers =
    rules.onSubmitterIsApprover === "MANAGER"
      ? managersSeats(task, [...own.named, ...own.added], people)
      : [];
  const mayCarry: Judge = (approverId, groups) => duty(approverId, { task, groups });
  const withManagers =
    <S extends Approval | AddedSeat>(unite: (seat: S, manager: AddedSeat, judge: Judge) => S) =>
    (seat: S): S =>
      managers
        .filter(({ approverId }) => approverId === seat.approverId)
        .reduce((one, manager) => unite(one, manager, mayCarry), seat);
  const named = own.named.map(withManagers(withGroups));
  const added = own.added.map(withManagers(unitedWith));
  const asked = managers.reduce(addingTo(task, named, run, context), added);
  const { faults, isPending } = sourced;
  const resolution = { named, ...(faults.length > 0 && { faults }) };
  if (isPending) return { ...resolution, added: asked, isPending };
  const resolved = judgedAsAWhole(task, { ...resolution, added: asked }, seats);
  if (resolved.fault === undefined || rules.onEmptyStage !== "FALLBACK") return resolved;
  const fallback = fallbackSeats(task, [...named, ...resolved.added], run, context);
  return judgedAsAWhole(task, { ...resolution, added: [...resolved.added, ...fallback] }, seats);
}

/** The seats of the fallback approvers who may be added beside those that are there (setting `fallbackApproverIds`). */
export function fallbackSeats(
  task: Task,
  seats: readonly Voter[],
  run: Run,
  context: { rules: ApprovalRules; people: People },
): AddedSeat[] {
  const fallback = context.rules.fallbackApproverIds.map((approverId) => ({
    approverId,
    reason: "FALLBACK" as const,
  }));
  return fallback.reduce<AddedSeat[]>(addingTo(task, seats, run, context), []);
}

/** A user with a vote on a task: with a seat, or by deciding another's. */
type Voter = Pick<Approval, "approverId" | "decidedBy" | "takenFrom">;

/** Adds a seat unless its holder has a vote, has left, submitted the document, or a duty forbids it. */
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
    const mayBeAdded =
      !hasVote(voters, approverId) &&
      !hasLeft(people, approverId) &&
      mayStandIn(task, approverId) &&
      judge(approverId, { task, groups }) === undefined;
    return mayBeAdded ? [...sofar, seat] : sofar;
  };
}

/** The seat of the submitter's manager, where the submitter's own is left out; with its groups. */
function managersSeats(
  { submitterId }: Task,
  judged: readonly Pick<AddedSeat, "groups" | "leftOut">[],
  people: People,
): AddedSeat[] {
  const approverId = people.get(submitterId)?.managerId;
  if (approverId === undefined) return [];
  const seatInPlaceOf = ({ groups }: Pick<AddedSeat, "groups">) =>
    defined<AddedSeat>({ approverId, groups, reason: "MANAGER_OF", reasonUserId: submitterId });
  return judged.filter(({ leftOut }) => leftOut === "SUBMITTER").map(seatInPlaceOf);
}

/** @param before - the seats of the task: a user who had one keeps its place, which somebody who stands in may share */
function judgedAsAWhole(task: Task, resolution: Resolution, before: readonly Approval[]): Resolution {
  const idOf = new Map(before.map(({ approverId, id }) => [approverId, id]));
  const asked = [...resolution.named, ...resolution.added].filter(({ leftOut }) => leftOut === undefined);
  const seats = asked.map((seat) =>
    "status" in seat && hasVerdict(seat)
      ? seat
      : Object.assign({ id: idOf.get(seat.approverId) }, seat, { status: "AWAITING_APPROVAL" as const }),
  );
  if (seats.every(hasVerdict)) return { ...resolution, fault: "EMPTY" };
  return tallyOf(task, seats).isReachable ? resolution : { ...resolution, fault: "UNREACHABLE" };
}
