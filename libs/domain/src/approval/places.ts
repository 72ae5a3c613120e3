import type { Loose } from "../defined.ts";
import { hasVerdict, isWaiting } from "./run.ts";
import type { Approval, Id, Run } from "./types.ts";

type PlacedSeat = Pick<Approval, "standsInFor" | "status"> & Loose<Partial<Pick<Approval, "id">>>;

/** The place of a seat: its own, or that of the late seat with which it has a single vote (contract-3, TIME-3). */
export const placeOf = ({ id, standsInFor = id }: Pick<Approval, "id" | "standsInFor">): Id => standsInFor;

/** Whether another has decided, or has the seat, because its holder was late: that lasts until the stage is asked again. */
export const isLate = ({ leftOut }: Pick<Approval, "leftOut">): boolean =>
  leftOut === "STOOD_IN" || leftOut === "REPLACED";

/** The seat with the verdict of a seat's place, the seat's own or that of another which shares the place. */
export const decidedInPlaceOf = (seat: Approval, seats: readonly Approval[]): Approval | undefined =>
  seats.find((row) => hasVerdict(row) && placeOf(row) === placeOf(seat));

/** One seat for each place: the one with the verdict, else the first that waits, else the first. */
export function onePerPlace<S extends PlacedSeat>(seats: readonly S[]): readonly S[] {
  if (seats.every(({ standsInFor }) => standsInFor === undefined)) return seats;
  // A seat that is not stored yet has no id, and a place of its own.
  return Map.groupBy(seats, (seat) => seat.standsInFor ?? seat.id ?? seat)
    .values()
    .map(
      (place) => place.find(hasVerdict) ?? place.find(({ status }) => status !== "NOT_NEEDED") ?? place[0]!,
    )
    .toArray();
}

/** The run once a seat has a verdict: whoever has the place with it decides no more. */
export function withPlaceDecided(run: Run, seat: Approval): Run {
  return changedSeats(run, isBeside(seat), (row) =>
    isWaiting(row) ? { ...row, status: "NOT_NEEDED", leftOut: "STOOD_IN" } : row,
  );
}

/**
 * The run once the verdicts of seats were taken back: those who had the places with them decide again.
 *
 * @param status - of a seat that waits on its task
 */
export function withPlacesReopened(
  run: Run,
  clearedRows: readonly Approval[],
  status: (row: Approval) => Approval["status"],
): Run {
  return clearedRows.reduce(
    (sofar, seat) =>
      changedSeats(sofar, isBeside(seat), (row) => {
        const { leftOut, ...again } = row;
        return leftOut === "STOOD_IN" ? { ...again, status: status(row) } : row;
      }),
    run,
  );
}

const isBeside = (seat: Approval) => (row: Approval) =>
  row.taskId === seat.taskId && row.id !== seat.id && !row.archived && placeOf(row) === placeOf(seat);

function changedSeats(
  run: Run,
  isMeant: (row: Approval) => boolean,
  change: (row: Approval) => Approval,
): Run {
  if (!run.approvals.some(isMeant)) return run;
  return { ...run, approvals: run.approvals.map((row) => (isMeant(row) ? change(row) : row)) };
}
