import type { InboxGrouping, TaskRowFragment } from "../graphql/generated/documents.ts";
import type { Group, InboxRow } from "./use-inbox.ts";

/** The least amounts of the engine's groups of amounts. */
export const BANDS = [0, 1_000, 10_000, 100_000, 1_000_000];
const NO_AMOUNT = "none";
/** The engine's groups by due time. */
export type DueGroup = "LATE" | "THIS_WEEK" | "LATER";
const DAYS_OF_WEEK = 7;

/** The head above the rows of a group. */
export interface Head {
  key: string;
  /** A task of the group. */
  task: TaskRowFragment;
  /** Those of its rows that are shown. */
  rows: readonly InboxRow[];
  /** Absent where too much waits to count it, and of what came since it was counted. */
  counted: Group | undefined;
}

/** Midnight after Sunday, where the reader is; what is due at that midnight is due on Sunday. */
function weekEnd(now: Date): number {
  const daysLeft = (DAYS_OF_WEEK + 1 - now.getDay()) % DAYS_OF_WEEK || DAYS_OF_WEEK;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + daysLeft).getTime();
}

function dueGroupOf({ dueAt, overdue }: TaskRowFragment, now: Date): DueGroup {
  if (overdue) return "LATE";
  return dueAt != null && new Date(dueAt).getTime() <= weekEnd(now) ? "THIS_WEEK" : "LATER";
}

/** The key of a task's group, as the engine's groups have it. */
function groupKeyOf(by: InboxGrouping, task: TaskRowFragment, now: Date): string {
  if (by === "DUE") return dueGroupOf(task, now);
  if (by === "KIND") return task.kind;
  if (by === "SUBMITTER") return task.submitter?._id ?? "";
  const { amount, currency } = task.document ?? {};
  if (!amount || !currency) return NO_AMOUNT;
  return `${currency}:${BANDS.findLast((least) => Number(amount) >= least) ?? 0}`;
}

/**
 * The rows of a list by their groups, in the order of the engine's groups: each group's head before its rows, which keep
 * their order (contract-4, CON-21).
 */
export function groupedRows(
  rows: readonly InboxRow[],
  by: InboxGrouping,
  groups: readonly Group[] = [],
  now = new Date(),
): Head[] {
  const rowsOf = Map.groupBy(rows, ({ task }) => groupKeyOf(by, task, now));
  const places = new Map(groups.map(({ key }, place) => [key, place]));
  const placeOf = (key: string) => places.get(key) ?? groups.length;
  return [...rowsOf]
    .toSorted(([key], [otherKey]) => placeOf(key) - placeOf(otherKey))
    .map(([key, someRows]) => ({
      key,
      task: someRows[0]!.task,
      rows: someRows,
      counted: groups.find((group) => group.key === key),
    }));
}
