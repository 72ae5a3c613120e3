import type { CollectionIndex, Interval } from "./collection-index.ts";
import { fail } from "./errors.ts";
import type { Plan, Request } from "./planner.ts";
import type { Row } from "./row.ts";

/** Entries between two looks at the clock. */
const CHECK_EVERY = 128;

/**
 * How many committed documents an exact plan finds, up to the request's limit. Like a server, it walks the entries of the
 * index, and reads no document.
 *
 * @returns undefined for a plan without an index
 * @throws StoreError MaxTimeMSExpired
 */
export function countByIndex(
  { index, intervals }: Plan,
  { limit, limitMs = Infinity }: Pick<Request, "limit" | "limitMs">,
): number | undefined {
  if (!index) return undefined;
  const startedAtMs = Date.now();
  const countedRows = new Set<Row>();
  let walkedCount = 0;
  for (const row of committedRows(index, intervals)) {
    walkedCount += 1;
    countedRows.add(row);
    if (countedRows.size >= limit) break;
    if (walkedCount % CHECK_EVERY === 0 && Date.now() - startedAtMs > limitMs)
      fail("MaxTimeMSExpired", "operation exceeded time limit");
  }
  return countedRows.size;
}

/** The rows whose committed document has an entry in the intervals; an array's once for each. */
function* committedRows(index: CollectionIndex, intervals: readonly Interval[]): Iterable<Row> {
  for (const { key, row } of index.scan(intervals)) {
    const isOnlyOne = !row.lock && !row.current?.previous;
    if (isOnlyOne || index.hasKey(row.current?.doc, key)) yield row;
  }
}
