import { ObjectId } from "bson";
import { type Collection, ID_INDEX } from "./collection.ts";
import type { CollectionIndex, Interval } from "./collection-index.ts";
import { bracketOf, type Condition, conditionsOf, type Constraint, constraintsOf } from "./constraints.ts";
import { fail } from "./errors.ts";
import { equal } from "./order.ts";
import type { SortSpec } from "./sort.ts";
import { type Doc, isNullish, isNumber, truthy, type Value } from "./values.ts";

/** The way to find the candidates of a query. */
export interface Plan {
  /** Undefined: all rows in natural order. */
  readonly index: CollectionIndex | undefined;
  readonly intervals: readonly Interval[];
  readonly reverse: boolean;
  /** The only `_id`s that can match; their rows are looked up without the index. */
  readonly ids?: readonly Value[];
  /** Whether the candidates come in the requested order. */
  readonly isSorted: boolean;
  /** Each interval has the requested order; they are merged by the fields from this one on. */
  readonly mergeFrom?: number;
}

/** A request to find documents. */
export interface Request {
  filter: Doc;
  sort: SortSpec;
  skip: number;
  /** Infinity for all. */
  limit: number;
  /** Use the index of this name, or read every document ({@link NATURAL}), instead of choosing a plan. */
  hint?: string | undefined;
  /** How long the search may work before it is given up, in milliseconds. */
  limitMs?: number;
}

export const NATURAL = "$natural";

interface Candidate extends Plan {
  boundedFields: number;
  /** Index entries within the intervals. */
  size: number;
}

const MAX_INTERVALS = 2_000;
const EVERYTHING: readonly Interval[] = [{ low: [], high: [] }];

/**
 * Chooses between the indexes and a scan by the number of entries that each reads; a plan in sort order may stop early.
 */
export function choosePlan(collection: Collection, { filter, sort, skip, limit, hint }: Request): Plan {
  const conditions = conditionsOf(filter);
  const constraints = constraintsOf(conditions);
  const ids = constraints.get("_id")?.points;
  if (ids && hint === undefined) return planByIds(collection, ids, sort);
  const scan: Candidate = {
    index: undefined,
    intervals: [],
    reverse: false,
    isSorted: sort.length === 0,
    boundedFields: 0,
    size: collection.rows.size,
  };
  if (hint === NATURAL) return scan;
  if (hint !== undefined) return planThrough(hintedIndex(collection, hint, conditions), constraints, sort);
  const useful = [...collection.indexes.values()]
    .filter(({ spec }) => implies(conditions, conditionsOf(spec.partialFilterExpression ?? {})))
    .map((index) => planThrough(index, constraints, sort))
    .filter(({ boundedFields, isSorted }) => boundedFields > 0 || (isSorted && sort.length > 0))
    .map((plan): Candidate => Object.assign(plan, { size: plan.index.count(plan.intervals) }));
  const leastSize = Math.min(scan.size, ...useful.map(({ size }) => size));
  const cost = ({ isSorted, size }: Candidate) =>
    isSorted && size > 0 ? Math.min(size, (skip + limit) * (size / Math.max(1, leastSize))) : size;
  // Like the server, never a scan when an index bounds the search.
  const options = useful.some(({ boundedFields }) => boundedFields > 0) ? useful : [...useful, scan];
  const [best = scan] = options.toSorted(
    (a, b) =>
      cost(a) - cost(b) ||
      Number(b.boundedFields > 0) - Number(a.boundedFields > 0) ||
      Number(b.isSorted) - Number(a.isSorted) ||
      b.boundedFields - a.boundedFields,
  );
  return best;
}

/** @throws StoreError BadValue when the index does not exist, or lacks matches */
function hintedIndex({ indexes }: Collection, hint: string, askedConditions: readonly Condition[]) {
  const index = indexes.get(hint);
  if (!index || !implies(askedConditions, conditionsOf(index.spec.partialFilterExpression ?? {}))) {
    return fail("BadValue", "planner returned error: hint provided does not correspond to an existing index");
  }
  return index;
}

function planByIds({ indexes }: Collection, ids: readonly Value[], sort: SortSpec): Plan {
  return {
    index: indexes.get(ID_INDEX),
    ids,
    intervals: ids.map((id) => ({ low: [id], high: [id] })),
    reverse: false,
    isSorted: sort.length === 0 || ids.length <= 1,
  };
}

/**
 * Whether the entries of a plan are exactly the matches, as the server knows from the plan alone: each condition is an
 * equality with values that an index holds unchanged, or a range of dates that are in no array, on a field that the intervals bound. Null is
 * excluded, because it also stands for missing. (The server knows other ranges too.)
 */
export function isExact({ index, intervals }: Plan, filter: Doc): boolean {
  const conditions = conditionsOf(filter);
  const boundedPaths = new Set(index?.fields.slice(0, intervals[0]?.low.length).map(({ path }) => path));
  return (
    index !== undefined &&
    new Set(conditions.map(({ path }) => path)).size === conditions.length &&
    conditions.length === boundedPaths.size &&
    conditions.every(
      ({ path, operator, argument }) =>
        boundedPaths.has(path) &&
        (operator === "$eq"
          ? isPlain(argument)
          : (operator === "$in" && isPlainList(argument)) ||
            (/^\$[gl]te?$/u.test(operator) && argument instanceof Date && !index.isMultikey(path))),
    )
  );
}

const isPlain = (value: Value): boolean =>
  typeof value === "string" ||
  typeof value === "boolean" ||
  isNumber(value) ||
  value instanceof ObjectId ||
  value instanceof Date;

const isPlainList = (value: Value): boolean => Array.isArray(value) && value.every(isPlain);

/** A partial index has every match only if the requested conditions imply those of the index. */
const implies = (askedConditions: readonly Condition[], wantedConditions: readonly Condition[]): boolean =>
  wantedConditions.every(({ path, operator, argument }) =>
    askedConditions.some(
      (condition) =>
        condition.path === path &&
        ((condition.operator === operator && equal(condition.argument, argument)) ||
          (operator === "$exists" && truthy(argument) && demandsPresence(condition))),
    ),
  );

/** Whether only an existing field can meet a condition. */
function demandsPresence({ operator, argument }: Condition): boolean {
  if (operator === "$in") return Array.isArray(argument) && !argument.some(isNullish);
  return ["$eq", "$gt", "$gte", "$lt", "$lte"].includes(operator) && !isNullish(argument);
}

/** As on the server, more intervals than this are read one after the other, and then sorted. */
const MAX_MERGED = 200;

function planThrough(index: CollectionIndex, constraints: ReadonlyMap<string, Constraint>, sort: SortSpec) {
  const { intervals, boundedFields, pinnedPaths, listedPaths } = boundsOf(index, constraints);
  // An array sorts by one of its elements, which may be another than the one searched for.
  const sortsArrays = sort.some(({ parts }) => index.isMultikey(parts.join(".")));
  const direction = sortsArrays ? undefined : sortDirection(index, pinnedPaths, sort);
  const isSorted = sort.length === 0 || direction !== undefined;
  const plan = { index, intervals, boundedFields, reverse: direction === -1, isSorted };
  const canMerge = !isSorted && !sortsArrays && listedPaths.size > 0 && intervals.length <= MAX_MERGED;
  if (!canMerge || sort.some(({ parts }) => listedPaths.has(parts.join(".")))) return plan;
  // Each combination of points has the order of the fields behind them, of which the first may have a range.
  const points = new Set([...pinnedPaths, ...listedPaths]);
  const mergeDirection = sortDirection(index, points, sort);
  if (mergeDirection === undefined) return plan;
  return { ...plan, reverse: mergeDirection === -1, isSorted: true, mergeFrom: points.size };
}

/** Intervals from the constraints on the leading fields: points first, then at most one range. */
function boundsOf(index: CollectionIndex, constraints: ReadonlyMap<string, Constraint>) {
  let intervals = EVERYTHING;
  let boundedFields = 0;
  /** Fields with one possible value, and with several. */
  const pinnedPaths = new Set<string>();
  const listedPaths = new Set<string>();
  for (const { path, direction } of index.fields) {
    const constraint = constraints.get(path) ?? {};
    const { points } = constraint;
    if (points) {
      if (points.length * intervals.length > MAX_INTERVALS) break;
      const pointsInOrder = direction === 1 ? points : points.toReversed();
      intervals = intervals.flatMap(({ low: before, high: after }) =>
        pointsInOrder.map((v) => ({ low: [...before, v ?? null], high: [...after, v ?? null] })),
      );
      (points.length === 1 ? pinnedPaths : listedPaths).add(path);
      boundedFields += 1;
      continue;
    }
    const range = rangeFor(index, path, constraint);
    if (range !== undefined) {
      const { low, high, isLowOpen, isHighOpen } = direction === 1 ? range : reverseRange(range);
      intervals = intervals.map((interval) => ({
        low: [...interval.low, low],
        high: [...interval.high, high],
        isLowOpen,
        isHighOpen,
      }));
      boundedFields += 1;
    }
    break;
  }
  return { intervals, boundedFields, pinnedPaths, listedPaths };
}

interface Range {
  low: Value;
  high: Value;
  isLowOpen: boolean;
  isHighOpen: boolean;
}

/** Different elements of an array may meet the two ends of a range, so only one end bounds such a field. */
function rangeFor(
  index: CollectionIndex,
  path: string,
  { low, high, isLowOpen = false, isHighOpen = false, isOfOneValue = false }: Constraint,
): Range | undefined {
  if (low === undefined || high === undefined) return undefined;
  if (isOfOneValue || !index.isMultikey(path)) return { low, high, isLowOpen, isHighOpen };
  return { low, high: bracketOf(low)?.[1] ?? high, isLowOpen, isHighOpen: false };
}

/** The same range in the order of an index that descends. */
const reverseRange = ({ low, high, isLowOpen, isHighOpen }: Range): Range => ({
  low: high,
  high: low,
  isLowOpen: isHighOpen,
  isHighOpen: isLowOpen,
});

/** The direction in which the index yields the order, if it can; fields with one possible value do not count. */
function sortDirection(
  index: CollectionIndex,
  pinnedPaths: ReadonlySet<string>,
  sort: SortSpec,
): 1 | -1 | undefined {
  const wantedFields = sort.filter(({ parts }) => !pinnedPaths.has(parts.join(".")));
  const indexFields = index.fields.filter(({ path }) => !pinnedPaths.has(path));
  const direction =
    wantedFields[0] && indexFields[0] && wantedFields[0].direction === indexFields[0].direction ? 1 : -1;
  const matches = wantedFields.every(
    ({ parts, direction: askedDirection }, i) =>
      indexFields[i]?.path === parts.join(".") && askedDirection === indexFields[i].direction * direction,
  );
  if (!matches) return undefined;
  return wantedFields.length === 0 ? 1 : direction;
}
