import type { Collection } from "./collection.ts";
import type { CollectionIndex, IndexKey } from "./collection-index.ts";
import { compileFilter } from "./filter.ts";
import { keyOf } from "./order.ts";
import { sorter } from "./paths.ts";
import { choosePlan, type Plan, type PlanRequest } from "./planner.ts";
import type { Row } from "./rows.ts";
import { see, type Transaction } from "./transaction.ts";
import type { Doc } from "./values.ts";

export interface Hit {
  readonly row: Row;
  readonly doc: Doc;
}

/** How much a query looked at. */
export interface Statistics {
  keysExamined: number;
  docsExamined: number;
}

/** Finds the documents of a request, in order, through the best plan. */
export function findHits(
  transaction: Transaction,
  collection: Collection | undefined,
  request: PlanRequest,
  now: Date,
  statistics: Statistics = { keysExamined: 0, docsExamined: 0 },
): Hit[] {
  const test = compileFilter(request.filter, now);
  if (!collection) return [];
  const plan = choosePlan(collection, request);
  const own = [...transaction.touched].flatMap(([row, owner]) => (owner === collection ? [row] : []));
  // What the transaction itself wrote is not in the indexes yet, so its order has to be made.
  const isSorted = plan.isSorted && (request.sort.length === 0 || own.length === 0);
  const hits: Hit[] = [];
  for (const row of candidates(transaction, collection, plan, own, statistics)) {
    statistics.docsExamined += 1;
    const doc = see(transaction, row);
    if (!doc || !test(doc)) continue;
    hits.push({ row, doc });
    if (isSorted && hits.length >= request.limit) return hits;
  }
  if (!isSorted) {
    const by = sorter(request.sort);
    hits.sort((a, b) => by(a.doc, b.doc));
  }
  return hits.length > request.limit ? hits.slice(0, request.limit) : hits;
}

function* candidates(
  transaction: Transaction,
  collection: Collection,
  { index, ids, intervals, reverse }: Plan,
  own: readonly Row[],
  statistics: Statistics,
): Iterable<Row> {
  if (ids) {
    for (const id of ids) {
      const row = collection.rows.get(keyOf(id));
      if (row) yield row;
    }
    return;
  }
  if (!index) {
    yield* collection.rows.values();
    return;
  }
  const isRepeating = index.isMultikey() || own.length > 0;
  const seen = isRepeating ? new Set<Row>() : undefined;
  for (const { key, row } of index.scan(intervals, reverse)) {
    statistics.keysExamined += 1;
    if (seen?.has(row) || !isCurrentKey(transaction, index, row, key)) continue;
    seen?.add(row);
    yield row;
  }
  for (const row of own) if (!seen?.has(row)) yield row;
}

/** Whether an entry belongs to the version that is seen, not to an older or newer one that is kept for others. */
function isCurrentKey(transaction: Transaction, index: CollectionIndex, row: Row, key: IndexKey): boolean {
  const doc = see(transaction, row);
  if (!doc) return false;
  if (doc === row.current?.doc && !row.current.previous) return true;
  return index.keysOf(doc).some((own) => index.compareKeys(own, key) === 0);
}
