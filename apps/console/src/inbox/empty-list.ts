/** The reasons why a list has no rows. */
export type EmptyList = "nothingFound" | "noneSnoozed" | "othersWait" | "held" | "nothingWaits";

interface ListState {
  /** Whether filters leave something out. */
  isNarrowed: boolean;
  isSnoozed: boolean;
  /** How much waits for the reader, whatever the list shows. */
  waitingCount: number;
  /** Decisions on some of that which are not recorded yet. */
  heldCount: number;
}

/** Why a list has no rows: nothing is said to wait for nobody while something does (contract-4, CON-25). */
export function emptyListOf({ isNarrowed, isSnoozed, waitingCount, heldCount }: ListState): EmptyList {
  if (isNarrowed) return "nothingFound";
  if (isSnoozed) return "noneSnoozed";
  if (waitingCount > heldCount) return "othersWait";
  return heldCount > 0 ? "held" : "nothingWaits";
}
