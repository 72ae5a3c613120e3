import type { DecidedElsewhere } from "../messages/elsewhere.ts";
import type { Seat, Task } from "./task.ts";

const SECOND_MS = 1_000;

/** Why a task no longer waits for the reader. */
export type Gone =
  | ({ how: "decided" } & DecidedElsewhere)
  | { how: "byReader" | "takenBack" | "snoozed" | "other" };

interface GoneTask extends Pick<Task, "status"> {
  snoozedUntil?: string | null | undefined;
  approvals: readonly Pick<Seat, "approverId" | "status" | "statusUpdateDate" | "approver" | "decider">[];
}

const verdictOf = (status: string) => (status === "APPROVED" || status === "REJECTED" ? status : undefined);

/** The reason why a task left the reader's inbox, from its present state. */
export function goneOf(task: GoneTask | undefined, readerId: string): Gone {
  if (task === undefined) return { how: "other" };
  if (task.status === "ARCHIEVED") return { how: "takenBack" };
  if (task.snoozedUntil != null) return { how: "snoozed" };
  const decidedSeats = task.approvals.filter(({ status }) => verdictOf(status) !== undefined);
  const ownSeat = decidedSeats.find(({ approverId, decider }) => readerId === (decider?._id ?? approverId));
  if (ownSeat) return { how: "byReader" };
  const ofReader = decidedSeats.find(({ approverId }) => approverId === readerId);
  const [last] = decidedSeats.toSorted(
    (latterSeat, otherSeat) => (otherSeat.statusUpdateDate ?? 0) - (latterSeat.statusUpdateDate ?? 0),
  );
  // While the stage is open, others' verdicts do not take the task off the reader's list.
  const seat = ofReader ?? (task.status === "AWAITING_APPROVAL" ? undefined : last);
  const by = (seat?.decider ?? seat?.approver)?.name;
  const verdict = seat && verdictOf(seat.status);
  if (by == null || verdict === undefined) return { how: "other" };
  const at = seat?.statusUpdateDate == null ? undefined : new Date(seat.statusUpdateDate * SECOND_MS);
  return { how: "decided", by, verdict, at };
}
