import type { Collection } from "./collection.ts";
import type { CollectionIndex, IndexKey } from "./collection-index.ts";
import { fail } from "./errors.ts";
import { compileFilter, isOperators } from "./filter.ts";
import { keyOf } from "./order.ts";
import { choosePlan, type Plan, type Request } from "./planner.ts";
import { sortItems } from "./sort.ts";
import type { Row } from "./row.ts";
import { see } from "./transaction.ts";
import type { Transaction } from "./transaction-state.ts";
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
export const findHits = (...search: Parameters<typeof streamHits>): Hit[] => [...streamHits(...search)];

/**
 * The same one after the other: each is looked for when it is asked for, unless all have to be sorted first. Like a
 * server's, a search that others write into meanwhile may see what they write, and ends when its collection or index is
 * dropped.
 *
 * @throws StoreError for a filter that the store does not know; while it is read: MaxTimeMSExpired, QueryPlanKilled
 */
export function streamHits(
  transaction: Transaction,
  collection: Collection | undefined,
  request: Request,
  statistics: Statistics = { keysExamined: 0, docsExamined: 0 },
): Iterable<Hit> {
  const test = compileFilter(request.filter);
  if (!collection) return [];
  const plan = choosePlan(collection, request);
  const matches = matching(transaction, collection, request, { plan, test, statistics });
  const { sort, skip, limit } = request;
  if (plan.isSorted) return skip > 0 || limit < Infinity ? part(matches, skip, skip + limit) : matches;
  return sortItems([...matches], sort, ({ doc }) => doc).slice(skip, skip + limit);
}

interface Search {
  plan: Plan;
  test: (doc: Doc) => boolean;
  statistics: Statistics;
}

function* matching(
  transaction: Transaction,
  collection: Collection,
  { filter, limitMs = Infinity }: Request,
  { plan, test, statistics }: Search,
): Iterable<Hit> {
  let startedAtMs = Date.now();
  const passes = keyTest(plan, filter);
  for (const row of candidates(transaction, collection, plan, { statistics, passes })) {
    statistics.docsExamined += 1;
    if (statistics.docsExamined % CHECK_EVERY === 0 && Date.now() - startedAtMs > limitMs)
      fail("MaxTimeMSExpired", "operation exceeded time limit");
    const doc = see(transaction, row);
    if (!doc || !test(doc)) continue;
    const pausedAtMs = Date.now();
    yield { row, doc };
    // Only the search's own time counts, not that of whoever reads it.
    startedAtMs += Date.now() - pausedAtMs;
    if (!isStanding(collection, plan)) fail("QueryPlanKilled", "collection or index dropped");
  }
}

/** Documents between two looks at the clock. */
const CHECK_EVERY = 128;

const isStanding = ({ indexes, isDropped }: Collection, { index }: Plan): boolean =>
  !isDropped && (index === undefined || indexes.get(index.spec.name) === index);

/** The items from a position up to another. */
function* part<T>(items: Iterable<T>, from: number, to: number): Iterable<T> {
  if (to <= from) return;
  let position = 0;
  for (const item of items) {
    position += 1;
    if (position > from) yield item;
    if (position >= to) return;
  }
}

function* candidates(
  transaction: Transaction,
  collection: Collection,
  { index, ids, intervals, reverse, mergeFrom }: Plan,
  { statistics, passes }: { statistics: Statistics; passes: (key: IndexKey) => boolean },
): Iterable<Row> {
  if (ids) {
    for (const id of ids) {
      const row = collection.rows.get(keyOf(id));
      if (row) yield row;
    }
  } else if (index) {
    const seenRows = index.isMultikey() ? new Set<Row>() : undefined;
    const entries =
      mergeFrom === undefined ? index.scan(intervals, reverse) : index.merge(intervals, mergeFrom, reverse);
    for (const { key, row } of entries) {
      statistics.keysExamined += 1;
      if (!passes(key) || seenRows?.has(row) || !isCurrentKey(transaction, index, row, key)) continue;
      seenRows?.add(row);
      yield row;
    }
  } else yield* collection.rows.values();
}

/** Operators that a server judges by the keys of an index, before it reads documents. */
const KEY_OPERATORS = new Set(["$regex", "$options", "$gt", "$gte", "$lt", "$lte"]);

/** The test of a filter on the keys of a plan's index: a server reads no document whose key already fails. */
function keyTest({ index }: Plan, filter: Doc): (key: IndexKey) => boolean {
  if (index === undefined || index.isMultikey()) return () => true;
  const tests = index.fields.flatMap(({ path }, at) => {
    const condition = filter[path];
    if (!isOperators(condition) || !Object.keys(condition).every((name) => KEY_OPERATORS.has(name)))
      return [];
    const test = compileFilter({ value: condition });
    return [(key: IndexKey) => test({ value: key[at] ?? null })];
  });
  return (key) => tests.every((test) => test(key));
}

/** Whether an entry belongs to the visible version, instead of an older or uncommitted one. */
function isCurrentKey(transaction: Transaction, index: CollectionIndex, row: Row, key: IndexKey): boolean {
  const isOnlyOne = !row.lock && !row.current?.previous;
  const doc = see(transaction, row);
  return doc !== undefined && ((isOnlyOne && doc === row.current?.doc) || index.hasKey(doc, key));
}
