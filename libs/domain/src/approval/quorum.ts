import { type Text, text } from "@countersign/texts";
import type { Loose } from "../defined.ts";
import { matchSeats } from "./matching.ts";
import { onePerPlace } from "./places.ts";
import type { Approval, Task } from "./types.ts";

/** How many approvals complete a stage, as its task keeps it (contract-2, PPL-4). */
export type QuorumRule = Pick<Task, "approveBy" | "quorum" | "groups"> & Loose<Pick<Task, "leastNeeded">>;

/** A seat as the count needs it. */
export type CountedSeat = Pick<Approval, "status" | "groups" | "required" | "standsInFor"> &
  Loose<Partial<Pick<Approval, "id">>>;

/** How far a stage is. */
export interface Tally {
  /** Approvals that complete the stage; never lowered to what its seats can give. 0: nothing completes it. */
  needed: number;
  /** Approvals so far, as far as they count towards {@link needed}. */
  reached: number;
  isReached: boolean;
  /** Whether the seats without a verdict can still complete the stage. */
  isReachable: boolean;
}

/**
 * Counts the seats of a stage. Required seats, added in parallel by hand, come on top of what the rule needs of the
 * others. With PER_GROUP a seat counts for one of its groups, whichever lets most places be filled; where more are needed than
 * the groups have places for, seats without a place count too.
 *
 * @param all - seats that count: neither archived nor left out; those that have one vote together count once
 */
export function tallyOf(rule: QuorumRule, all: readonly CountedSeat[]): Tally {
  const seats = onePerPlace(all);
  const isRequired = isRequiredUnder(rule);
  const requiredSeats = seats.filter(isRequired);
  const otherSeats = seats.filter((seat) => !isRequired(seat));
  const byRule = neededOf(rule, otherSeats);
  const ofOthers = byRule === 0 ? 0 : Math.max(byRule, rule.leastNeeded ?? 0);
  const count = (counts: (seat: CountedSeat) => boolean) => {
    const countedOthers = otherSeats.filter(counts);
    const placedCount = Math.min(byRule, filledBy(rule, countedOthers));
    const furtherCount = Math.min(ofOthers - byRule, countedOthers.length - placedCount);
    return placedCount + furtherCount + requiredSeats.filter(counts).length;
  };
  const seatsNeeded = ofOthers === 0 ? 0 : ofOthers + requiredSeats.length;
  const seatsReached = count(({ status }) => status === "APPROVED");
  const reachable = count(({ status }) => status !== "REJECTED" && status !== "NOT_NEEDED");
  return {
    needed: seatsNeeded,
    reached: seatsReached,
    isReached: seatsNeeded > 0 && seatsReached === seatsNeeded,
    isReachable: seatsNeeded > 0 && reachable === seatsNeeded,
  };
}

/** Whether a seat is needed besides those that the rule needs. */
const isRequiredUnder =
  ({ approveBy }: QuorumRule) =>
  ({ required }: CountedSeat): boolean =>
    required === true && approveBy !== "ALL";

/**
 * The approvals, besides those of seats that are still required, by which a stage needs as many as before it lost seats.
 *
 * @param before - the seats that counted until then
 */
export const leastNeededOf = (
  rule: QuorumRule,
  before: readonly CountedSeat[],
  seats: readonly CountedSeat[],
): number => tallyOf(rule, before).needed - onePerPlace(seats).filter(isRequiredUnder(rule)).length;

/** How far a stage with PER_GROUP is with the approvals of one group. */
export interface GroupTally {
  group: string;
  needed: number;
  /** The approvals that count for this group. */
  reached: number;
}

/**
 * The groups of a stage with PER_GROUP, each with its part of {@link tallyOf}; of other stages none.
 *
 * @param seats - those that count: neither archived nor left out
 */
export function tallyOfGroups(rule: QuorumRule, seats: readonly CountedSeat[]): GroupTally[] {
  if (rule.approveBy !== "PER_GROUP") return [];
  const approvedSeats = seats.filter(({ status, required }) => status === "APPROVED" && required !== true);
  const seatsNeeded = rule.quorum ?? 1;
  return [...placedSeats(rule, approvedSeats)].map(([group, filledSeats]) => ({
    group,
    needed: seatsNeeded,
    reached: filledSeats.length,
  }));
}

/** The seats whose approvals count: with PER_GROUP those that fill a place of a group, and those required besides. */
export function countedSeats<S extends CountedSeat>(rule: QuorumRule, seats: readonly S[]): S[] {
  const approvedSeats = seats.filter(({ status }) => status === "APPROVED");
  if (rule.approveBy !== "PER_GROUP") return approvedSeats;
  const places = placedSeats(
    rule,
    approvedSeats.filter(({ required }) => required !== true),
  ).values();
  const filledSeats = new Set([...places].flat());
  return approvedSeats.filter((seat) => seat.required === true || filledSeats.has(seat));
}

/** Whether seats without a verdict are marked when the stage is decided; under the specification's rules they stay. */
export function marksNotNeeded({ approveBy, rejectBy }: Pick<Task, "approveBy" | "rejectBy">): boolean {
  return rejectBy === "UNREACHABLE" || (approveBy !== "ANY" && approveBy !== "ALL");
}

/** The fault of a rule's number, if any; it judges `quorum` itself, not whether the seats can reach it. */
export function quorumFault({ approveBy, quorum }: Pick<Task, "approveBy" | "quorum">): Text | undefined {
  switch (approveBy) {
    case "ANY":
    case "ALL":
      return quorum === undefined ? undefined : text("quorum.meaningless", { approveBy });
    case "COUNT":
      return isWhole(quorum, 1, Infinity) ? undefined : text("quorum.count", { approveBy });
    case "PERCENT":
      return isWhole(quorum, 1, 100) ? undefined : text("quorum.percent", { approveBy });
    case "PER_GROUP":
      return isWhole(quorum ?? 1, 1, Infinity) ? undefined : text("quorum.count", { approveBy });
    default:
      return approveBy satisfies never;
  }
}

function isWhole(quorum: number | undefined, least: number, most: number): boolean {
  return Number.isSafeInteger(quorum) && quorum !== undefined && quorum >= least && quorum <= most;
}

/** A rule without its number is never complete. */
function neededOf({ approveBy, quorum, groups = [] }: QuorumRule, seats: readonly CountedSeat[]): number {
  switch (approveBy) {
    case "ANY":
      return 1;
    case "ALL":
      return seats.length;
    case "COUNT":
      return quorum ?? 0;
    case "PERCENT": {
      // In whole numbers: 100 seats × 0.07 would be 7.000000000000001, and then 8 approvals.
      const share = Math.trunc((seats.length * (quorum ?? 0) + 99) / 100);
      return share === 0 ? 0 : Math.max(share, approvedOf(seats));
    }
    case "PER_GROUP":
      return groups.length * (quorum ?? 1);
    default:
      return approveBy satisfies never;
  }
}

/** Seats may go after they were asked; the approvals that were given then still count (contract-3, SRC-2). */
function approvedOf(seats: readonly CountedSeat[]): number {
  return seats.filter(({ status }) => status === "APPROVED").length;
}

function filledBy(rule: QuorumRule, seats: readonly CountedSeat[]): number {
  if (rule.approveBy !== "PER_GROUP") return seats.length;
  return placedSeats(rule, seats)
    .values()
    .reduce((sum, { length }) => sum + length, 0);
}

/** As many of the seats as the groups have places for, each on one place of a group that it carries. */
function placedSeats<S extends CountedSeat>({ groups = [], quorum = 1 }: QuorumRule, seats: readonly S[]) {
  const room = new Map(groups.map((group) => [group, quorum]));
  return matchSeats(seats, ({ groups: carriedGroups = [] }) => carriedGroups, room);
}
