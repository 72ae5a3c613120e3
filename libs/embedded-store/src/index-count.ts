import type { Catalog } from "./catalog.ts";
import type { Collection } from "./collection.ts";
import { keptDocs, type Row } from "./row.ts";
import type { CollectionIndex, IndexKey, Interval } from "./collection-index.ts";
import { equal, tupleKey } from "./order.ts";
import type { Plan } from "./planner.ts";
import type { Doc } from "./values.ts";

/**
 * How many committed documents an exact plan finds, computed from the places of its entries in the index. A server walks
 * the entries; so does this where a document can have several of them.
 *
 * @returns undefined for a plan without an index
 */
export function countByIndex(
  { superseded, open }: Catalog,
  collection: Collection,
  { index, intervals }: Plan,
): number | undefined {
  if (!index) return undefined;
  if (!hasOneEntryEach(index, intervals)) return countRows(index, intervals);
  const total = index.count(intervals);
  const rows = new Set(superseded.flatMap((old) => (old.collection === collection ? [old.row] : [])));
  for (const { touched } of open) {
    for (const [row, owner] of touched) if (owner === collection) rows.add(row);
  }
  return [...rows].reduce((sum, row) => sum - staleEntries(index, intervals, row), total);
}

/** The committed documents that have an entry in the intervals. */
function countRows(index: CollectionIndex, intervals: readonly Interval[]): number {
  const rows = new Set<Row>();
  for (const { key, row } of index.scan(intervals)) {
    const isOnlyOne = !row.lock && !row.current?.previous;
    if (isOnlyOne || index.hasKey(row.current?.doc, key)) rows.add(row);
  }
  return rows.size;
}

/** An array has one entry in the intervals when all of them pin its field down to the same value. */
function hasOneEntryEach(index: CollectionIndex, [first, ...others]: readonly Interval[]): boolean {
  const isPinned = (i: number) =>
    first !== undefined && i < first.low.length && others.every(({ low }) => equal(low[i], first.low[i]));
  return index.fields.every(({ path }, i) => !index.isMultikey(path) || isPinned(i));
}

/** The number of entries that belong only to older or uncommitted versions. */
function staleEntries(index: CollectionIndex, intervals: readonly Interval[], row: Row): number {
  const isWithin = (key: IndexKey) =>
    intervals.some(({ low, high }) => index.compareKeys(key, low) >= 0 && index.compareKeys(key, high) <= 0);
  const entriesOf = (doc: Doc) => index.keysOf(doc).filter(isWithin);
  const current = row.current?.doc ? entriesOf(row.current.doc).length : 0;
  return new Set(keptDocs(row).flatMap(entriesOf).map(tupleKey)).size - current;
}
