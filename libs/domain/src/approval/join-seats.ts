import { defined } from "../defined.ts";
import { decidedInPlaceOf, isLate } from "./places.ts";
import { hasVerdict, hasVote } from "./run.ts";
import type { Sourced, SourcedSeat } from "./sources.ts";
import type { Approval, Id, LeftOut, SeatReason } from "./types.ts";

/** A seat that a setting or a source adds when a stage is asked. */
export interface AddedSeat {
  approverId: Id;
  groups?: readonly string[];
  reason: SeatReason;
  /** Whose manager it is. */
  reasonUserId?: Id;
  /** Of which group the approver is a member. */
  reasonGroupId?: Id;
  /** Why a seat of a source is left out. */
  leftOut?: LeftOut;
}

/** Why somebody with these groups is left out of the stage. */
export type Judge = (approverId: Id, groups?: readonly string[]) => LeftOut | undefined;

/** The seats of a stage: those that it has, and those that it is to have beside them. */
interface Joined {
  named: readonly Approval[];
  added: readonly AddedSeat[];
}

/**
 * The seats that a stage keeps when it is resolved: those that it names, those with verdicts, and seats of sources that
 * were given to somebody else, as long as the source yields whom they were given by.
 *
 * @param seats - all of the task, without archived ones
 */
export function keptSeats(seats: readonly Approval[], { seats: yielded }: Sourced, judge: Judge): Approval[] {
  return seats.flatMap((row) => {
    if (hasVerdict(row) || isLate(row)) return [row];
    if (decidedInPlaceOf(row, seats) !== undefined) return [marked(row, "STOOD_IN")];
    if (row.escalated) return [marked(row, judge(row.approverId, row.groups))];
    const isHeld = row.sourcedFor !== undefined && yielded.some((seat) => isFor(row, seat));
    if (row.derived && !isHeld) return [];
    const own = withoutSourced(row);
    return [marked(own, judge(own.approverId, own.groups))];
  });
}

/** Adds the seats of sources, each user once with all their groups, judged as if the stage named them. */
export function joined(kept: readonly Approval[], { seats }: Sourced, judge: Judge): Joined {
  return seats.reduce<Joined>(
    ({ named, added }, seat) => {
      const row = named.find((one) => one.approverId === seat.approverId || isFor(one, seat));
      if (row !== undefined) {
        const merged = withGroups(row, seat, judge);
        return { named: named.map((one) => (one === row ? merged : one)), added };
      }
      if (hasVote(named, seat.approverId)) return { named, added };
      const other = added.find((one) => one.approverId === seat.approverId);
      const judged = judgedSeat(seat, judge);
      if (other === undefined) return { named, added: [...added, judged] };
      const both = other.leftOut === undefined ? unitedWith(other, seat, judge) : judged;
      return { named, added: added.map((one) => (one === other ? both : one)) };
    },
    { named: kept, added: [] },
  );
}

/** The seat with the groups of another one of the same user, unless they would bar the user together. */
export function unitedWith<S extends Pick<AddedSeat, "approverId" | "groups">>(
  seat: S,
  other: Pick<AddedSeat, "groups">,
  judge: Judge,
): S {
  const both = united(seat.groups, other.groups);
  if (both.length === (seat.groups?.length ?? 0) || judge(seat.approverId, both) !== undefined) return seat;
  return { ...seat, groups: both };
}

/** The seat, marked with why it is left out. */
function marked(seat: Approval, leftOut: LeftOut | undefined): Approval {
  if (leftOut === seat.leftOut) return seat;
  const { leftOut: _before, ...kept } = seat;
  return leftOut === undefined ? kept : { ...kept, leftOut };
}

const isFor = ({ sourcedFor }: Approval, { approverId }: SourcedSeat) => sourcedFor === approverId;
const united = (one: readonly string[] = [], other: readonly string[] = []) => [
  ...new Set([...one, ...other]),
];

function judgedSeat(seat: SourcedSeat, judge: Judge): AddedSeat {
  const leftOut = judge(seat.approverId, seat.groups);
  return leftOut === undefined ? seat : { ...seat, leftOut };
}

/** The seat without groups that it had from sources and settings. */
export function withoutSourced(row: Approval): Approval {
  const { groups, sourcedGroups, ...own } = row;
  if (sourcedGroups === undefined) return row;
  const left = groups?.filter((group) => !sourcedGroups.includes(group)) ?? [];
  return defined<Approval>({ ...own, groups: left.length > 0 ? left : undefined });
}

/** A seat that is there with the groups of a source or setting that asks its user too. Verdicts stand as they were given. */
export function withGroups(row: Approval, seat: Pick<AddedSeat, "groups">, judge: Judge): Approval {
  if (hasVerdict(row) || row.leftOut !== undefined) return row;
  const both = unitedWith(row, seat, judge);
  if (both === row) return row;
  const further = (both.groups ?? []).filter((group) => !(row.groups ?? []).includes(group));
  return { ...both, sourcedGroups: [...(row.sourcedGroups ?? []), ...further] };
}
