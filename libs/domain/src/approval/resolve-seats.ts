import { defined } from "../defined.ts";
import { type People, hasLeft } from "./people.ts";
import { tallyOf } from "./quorum.ts";
import type { ApprovalRules } from "./rules.ts";
import { hasVerdict, hasVote, mayStandIn } from "./run.ts";
import { barsIn, dutiesIn } from "./separation-of-duties.ts";
import type { Approval, Id, LeftOut, Run, SeatReason, Task } from "./types.ts";

/** A seat that the settings add when a stage is asked. */
export interface AddedSeat {
  approverId: Id;
  groups?: readonly string[];
  reason: SeatReason;
  /** Whose manager it is. */
  reasonUserId?: Id;
}

/** The users whom a stage asks, and why it leaves the others out. */
export interface Resolution {
  /** The named seats, in their order, marked where they are left out. */
  named: readonly Approval[];
  added: readonly AddedSeat[];
  /** Why those who are asked cannot complete the stage: there is nobody, or not enough. */
  fault?: "EMPTY" | "UNREACHABLE";
}

/**
 * Resolves the seats of a stage that is about to be asked (contract-2, PPL-5): named approvers → leavers out →
 * separation of duties → duplicates merged → can they complete it? With `onEmptyStage: FALLBACK` the fallback approvers
 * are added where they cannot. Nobody is added who submitted the document or whom it is about.
 *
 * @param seats - the task's seats, except those that an earlier resolution added; verdicts on them stand
 * @param run - for the duties: its standing verdicts
 */
export function resolveSeats(
  task: Task,
  seats: readonly Approval[],
  run: Run,
  { rules, people }: { rules: ApprovalRules; people: People },
): Resolution {
  const judge = dutiesIn(run, rules);
  const dutyOf = (approverId: Id, groups?: readonly string[]) => judge(approverId, { task, groups });
  const bar = barsIn(run, { rules, people });
  // A verdict that stands is not judged again.
  const reasonToLeaveOut = (seat: Approval): LeftOut | undefined =>
    hasVerdict(seat) ? undefined : bar(seat.approverId, { task, groups: seat.groups });
  const judged = seats.map((seat) => marked(seat, reasonToLeaveOut(seat)));
  const managers = rules.onSubmitterIsApprover === "MANAGER" ? managersSeats(task, judged, people) : [];
  const merged = (seat: Approval): Approval => {
    const groups = managers.flatMap((own) => (own.approverId === seat.approverId ? (own.groups ?? []) : []));
    if (groups.length === 0) return seat;
    const both = [...new Set([...(seat.groups ?? []), ...groups])];
    return dutyOf(seat.approverId, both) ? seat : { ...seat, groups: both };
  };
  const named = judged.map(merged);
  const context = { rules, people };
  const resolved = judgedAsAWhole(task, named, managers.reduce(addingTo(task, named, run, context), []));
  if (resolved.fault === undefined || rules.onEmptyStage !== "FALLBACK") return resolved;
  const fallback = fallbackSeats(task, [...named, ...resolved.added], run, context);
  return judgedAsAWhole(task, named, [...resolved.added, ...fallback]);
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

function marked(seat: Approval, leftOut: LeftOut | undefined): Approval {
  if (leftOut === seat.leftOut) return seat;
  const { leftOut: _before, ...kept } = seat;
  return leftOut === undefined ? kept : { ...kept, leftOut };
}

/** The seat of the submitter's manager, where the submitter's own is left out; with its groups. */
function managersSeats({ submitterId }: Task, judged: readonly Approval[], people: People): AddedSeat[] {
  const approverId = people.get(submitterId)?.managerId;
  if (approverId === undefined) return [];
  const seatInPlaceOf = ({ groups }: Approval) =>
    defined<AddedSeat>({ approverId, groups, reason: "MANAGER_OF", reasonUserId: submitterId });
  return judged.filter(({ leftOut }) => leftOut === "SUBMITTER").map(seatInPlaceOf);
}

function judgedAsAWhole(task: Task, named: readonly Approval[], added: readonly AddedSeat[]): Resolution {
  const asked = [...named.filter(({ leftOut }) => leftOut === undefined), ...added];
  const seats = asked.map((seat) =>
    "status" in seat && hasVerdict(seat)
      ? seat
      : Object.assign({}, seat, { status: "AWAITING_APPROVAL" as const }),
  );
  if (seats.every(hasVerdict)) return { named, added, fault: "EMPTY" };
  return tallyOf(task, seats).isReachable ? { named, added } : { named, added, fault: "UNREACHABLE" };
}
