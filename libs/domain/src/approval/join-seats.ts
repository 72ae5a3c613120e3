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
  /** A limit gave it (contract-4, MEET-7). */
  byLimit?: true;
  /** Those whose changes gave it. */
  givenByIds?: readonly Id[];
  /** Why a seat of a source is left out. */
  leftOut?: LeftOut;
}

/** Whether somebody may have a seat that a limit gave. */
export type MayHave = (approverId: Id) => boolean;

/** Why somebody with these groups is left out of the stage. */
export type Judge = (approverId: Id, groups?: readonly string[]) => LeftOut | undefined;

/** The seats of a stage: those that it has, and those that it is to have beside them. */
interface Joined {
  namedSeats: readonly Approval[];
  addedSeats: readonly AddedSeat[];
}

/**
 * The seats that a stage keeps when it is resolved: those that it names, those with verdicts, and seats of sources that
 * were given to somebody else, as long as the source yields whom they were given by, and a limit covers whoever has a seat
 * that one gave (contract-4, MEET-7).
 *
 * @param seats - all of the task, without archived ones
 */
export function keptSeats(
  seats: readonly Approval[],
  { seats: yieldedSeats }: Sourced,
  judge: Judge,
  mayHave: MayHave,
): Approval[] {
  return seats.flatMap((row) => {
    if (hasVerdict(row) || isLate(row)) return [row];
    if (decidedInPlaceOf(row, seats) !== undefined) return [markedSeat(row, "STOOD_IN")];
    if (row.byLimit && !mayHave(row.approverId)) return [];
    if (row.escalated) return [markedSeat(row, judge(row.approverId, row.groups))];
    const isHeld =
      row.sourcedFor !== undefined &&
      yieldedSeats.some((seat) => isFor(row, seat) && seat.leftOut === undefined);
    if (row.derived && !isHeld) return [];
    const ownRow = withoutSourced(row);
    return [markedSeat(ownRow, judge(ownRow.approverId, ownRow.groups))];
  });
}

/** Adds the seats of sources, each user once with all their groups, judged as if the stage named them. */
export function joinSeats(keptRows: readonly Approval[], { seats }: Sourced, judge: Judge): Joined {
  return seats.reduce<Joined>(
    ({ namedSeats, addedSeats }, seat) => {
      const row = namedSeats.find(
        (candidate) => candidate.approverId === seat.approverId || isFor(candidate, seat),
      );
      const addedSeat = addedSeats.find((candidate) => candidate.approverId === seat.approverId);
      // Something else puts them there too.
      if (seat.leftOut !== undefined && (row ?? addedSeat) !== undefined) return { namedSeats, addedSeats };
      if (row !== undefined) {
        const mergedRow = withGroups(row, seat, judge);
        return {
          namedSeats: namedSeats.map((candidate) => (candidate === row ? mergedRow : candidate)),
          addedSeats,
        };
      }
      if (hasVote(namedSeats, seat.approverId)) return { namedSeats, addedSeats };
      const seatAlone = judgedSeat(seat, judge);
      if (addedSeat === undefined) return { namedSeats, addedSeats: [...addedSeats, seatAlone] };
      const mergedSeat =
        addedSeat.leftOut === undefined
          ? givenByBoth(withoutLimit(unitedWith(addedSeat, seat, judge), seat), seat)
          : seatAlone;
      return {
        namedSeats,
        addedSeats: addedSeats.map((candidate) => (candidate === addedSeat ? mergedSeat : candidate)),
      };
    },
    { namedSeats: keptRows, addedSeats: [] },
  );
}

/** The seat with the groups of another one of the same user, unless they would bar the user together. */
export function unitedWith<S extends Pick<AddedSeat, "approverId" | "groups">>(
  seat: S,
  otherSeat: Pick<AddedSeat, "groups">,
  judge: Judge,
): S {
  const allGroups = unitedGroups(seat.groups, otherSeat.groups);
  if (allGroups.length === (seat.groups?.length ?? 0) || judge(seat.approverId, allGroups) !== undefined)
    return seat;
  return { ...seat, groups: allGroups };
}

/** The seat, marked with why it is left out. */
function markedSeat(seat: Approval, leftOut: LeftOut | undefined): Approval {
  if (leftOut === seat.leftOut) return seat;
  const { leftOut: _before, ...unmarkedSeat } = seat;
  return leftOut === undefined ? unmarkedSeat : { ...unmarkedSeat, leftOut };
}

const isFor = ({ sourcedFor }: Approval, { approverId }: SourcedSeat) => sourcedFor === approverId;
const unitedGroups = (someGroups: readonly string[] = [], furtherGroups: readonly string[] = []) => [
  ...new Set([...someGroups, ...furtherGroups]),
];

/** A seat that two sources give is of those alone whose changes gave it in both. */
function givenByBoth(
  { givenByIds = [], ...seat }: AddedSeat,
  otherSeat: Pick<AddedSeat, "givenByIds">,
): AddedSeat {
  const giverIds = givenByIds.filter((userId) => otherSeat.givenByIds?.includes(userId));
  return giverIds.length === 0 ? seat : { ...seat, givenByIds: giverIds };
}

/** A seat that also something else gives than a limit needs none. */
function withoutLimit({ byLimit, ...seat }: AddedSeat, otherSeat: Pick<AddedSeat, "byLimit">): AddedSeat {
  return byLimit && otherSeat.byLimit ? { ...seat, byLimit } : seat;
}

function judgedSeat(seat: SourcedSeat, judge: Judge): AddedSeat {
  const leftOut = judge(seat.approverId, seat.groups) ?? seat.leftOut;
  return leftOut === undefined ? seat : { ...seat, leftOut };
}

/** The seat without groups that it had from sources and settings. */
export function withoutSourced(row: Approval): Approval {
  const { groups, sourcedGroups, ...ownFields } = row;
  if (sourcedGroups === undefined) return row;
  const groupsLeft = groups?.filter((group) => !sourcedGroups.includes(group)) ?? [];
  return defined<Approval>({ ...ownFields, groups: groupsLeft.length > 0 ? groupsLeft : undefined });
}

/** A seat that is there with the groups of a source or setting that asks its user too. Verdicts stand as they were given. */
export function withGroups(row: Approval, seat: Pick<AddedSeat, "groups">, judge: Judge): Approval {
  if (hasVerdict(row) || row.leftOut !== undefined) return row;
  const mergedRow = unitedWith(row, seat, judge);
  if (mergedRow === row) return row;
  const further = (mergedRow.groups ?? []).filter((group) => !(row.groups ?? []).includes(group));
  return { ...mergedRow, sourcedGroups: [...(row.sourcedGroups ?? []), ...further] };
}
