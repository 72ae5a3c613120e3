import type { Collection, Row } from "./collection.ts";
import type { CollectionIndex, IndexKey } from "./collection-index.ts";
import { fail } from "./errors.ts";
import { compileFilter } from "./filter.ts";
import { keyOf } from "./order.ts";
import { choosePlan, type Plan, type Request } from "./planner.ts";
import { sorted } from "./sort.ts";
import { see, type Transaction } from "./transaction.ts";
import type { Doc } from "./values.ts";

export type { Request } from "./planner.ts";

export interface Hit {
  readonly row: Row;
  readonly doc: Doc;
}

/** How many keys and documents a query read. */
export interface Statistics {
  keysExamined: number;
  docsExamined: number;
}

/** Finds the documents of a request, in order, through the best plan. */
export function findHits(
  transaction: Transaction,
  collection: Collection | undefined,
  request: Request,
  statistics: Statistics = { keysExamined: 0, docsExamined: 0 },
): Hit[] {
  const test = compileFilter(request.filter);
  if (!collection) return [];
  const plan = choosePlan(collection, request);
  const wanted = request.skip + request.limit;
  const hits: Hit[] = [];
  const checkTime = timeCheck(request);
  for (const row of candidates(transaction, collection, plan, statistics)) {
    statistics.docsExamined += 1;
    checkTime(statistics.docsExamined);
    const doc = see(transaction, row);
    if (!doc || !test(doc)) continue;
    hits.push({ row, doc });
    if (plan.isSorted && hits.length >= wanted) break;
  }
  const ordered = plan.isSorted ? hits : sorted(hits, request.sort, ({ doc }) => doc);
  return ordered.length > wanted || request.skip > 0 ? ordered.slice(request.skip, wanted) : ordered;
}

/** Documents between two looks at the clock. */
const CHECK_EVERY = 128;

/** @returns a check that throws StoreError MaxTimeMSExpired */
function timeCheck({ deadlineMs = Infinity }: Request): (examined: number) => void {
  return (examined) => {
    if (examined % CHECK_EVERY === 0 && Date.now() > deadlineMs)
      fail("MaxTimeMSExpired", "operation exceeded time limit");
  };
}

function* candidates(
  transaction: Transaction,
  collection: Collection,
  { index, ids, intervals, reverse, mergeFrom }: Plan,
  statistics: Statistics,
): Iterable<Row> {
  if (ids) {
    for (const id of ids) {
      const row = collection.rows.get(keyOf(id));
      if (row) yield row;
    }
  } else if (index) {
    const seen = index.isMultikey() ? new Set<Row>() : undefined;
    const entries =
      mergeFrom === undefined ? index.scan(intervals, reverse) : index.merge(intervals, mergeFrom, reverse);
    for (const { key, row } of entries) {
      statistics.keysExamined += 1;
      if (seen?.has(row) || !isCurrentKey(transaction, index, row, key)) continue;
      seen?.add(row);
      yield row;
    }
  } else yield* collection.rows.values();
}

/** Whether an entry belongs to the visible version, instead of an older or uncommitted one. */
function isCurrentKey(transaction: Transaction, index: CollectionIndex, row: Row, key: IndexKey): boolean {
  const isOnlyOne = !row.lock && !row.current?.previous;
  const doc = see(transaction, row);
  return doc !== undefined && ((isOnlyOne && doc === row.current?.doc) || index.hasKey(doc, key));
}
