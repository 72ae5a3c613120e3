import { type Collection, ID_INDEX } from "./collection.ts";
import type { CollectionIndex, Interval } from "./collection-index.ts";
import { bracketOf, type Constraint, constraintsOf } from "./constraints.ts";
import { fail } from "./errors.ts";
import { isOperators } from "./filter.ts";
import { equal } from "./order.ts";
import type { SortSpec } from "./paths.ts";
import { type Doc, isDoc, type Value } from "./values.ts";

/** How the candidates of a query are found. */
export interface Plan {
  /** Undefined: all rows in natural order. */
  readonly index: CollectionIndex | undefined;
  readonly intervals: readonly Interval[];
  readonly reverse: boolean;
  /** The only `_id`s that can match: their rows are looked up without the index. */
  readonly ids?: readonly Value[];
  /** Whether the candidates come in the order that is asked for. */
  readonly isSorted: boolean;
}

export interface PlanRequest {
  filter: Doc;
  sort: SortSpec;
  /** Rows wanted; Infinity for all. */
  limit: number;
  /** An index's name or key, or `{ $natural: 1 }`. */
  hint?: Value;
}

interface Candidate extends Plan {
  boundedFields: number;
  /** Index entries within the intervals. */
  size: number;
}

const MAX_INTERVALS = 2_000;
const EVERYTHING: readonly Interval[] = [{ low: [], high: [] }];

/**
 * Chooses between the indexes and a scan by the number of entries each would have to look at; a plan in sort order
 * may stop early.
 *
 * @throws StoreError for a hint that names no index
 */
export function choosePlan(collection: Collection, request: PlanRequest): Plan {
  const constraints = constraintsOf(request.filter);
  const ids = constraints.get("_id")?.points;
  if (ids && request.hint === undefined) return planByIds(collection, ids, request.sort);
  const scan: Candidate = {
    index: undefined,
    intervals: [],
    reverse: false,
    isSorted: request.sort.length === 0,
    boundedFields: 0,
    size: collection.rows.size,
  };
  if (isDoc(request.hint) && "$natural" in request.hint) return scan;
  const usable = hinted(collection, request.hint)
    .filter(({ spec }) => request.hint !== undefined || isImplied(spec, request.filter))
    .map((index) => planThrough(index, constraints, request.sort));
  if (request.hint !== undefined) return usable[0]!;
  const useful = usable
    .filter(({ boundedFields, isSorted }) => boundedFields > 0 || (isSorted && request.sort.length > 0))
    .map((plan): Candidate => Object.assign(plan, { size: plan.index.count(plan.intervals) }));
  const found = Math.min(scan.size, ...useful.map(({ size }) => size));
  const cost = ({ isSorted, size }: Candidate) =>
    isSorted ? Math.min(size, request.limit * (size / Math.max(1, found))) : size;
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

function planByIds({ indexes }: Collection, ids: readonly Value[], sort: SortSpec): Plan {
  return {
    index: indexes.get(ID_INDEX),
    ids,
    intervals: ids.map((id) => ({ low: [id], high: [id] })),
    reverse: false,
    isSorted: sort.length === 0 || ids.length <= 1,
  };
}

function hinted({ indexes, namespace }: Collection, hint: Value): CollectionIndex[] {
  const all = [...indexes.values()];
  if (hint === undefined) return all;
  const matching = all.filter(({ spec }) => (isDoc(hint) ? equal(spec.key, hint) : spec.name === hint));
  return matching.length > 0
    ? matching
    : fail("BadValue", `hint provided does not correspond to an existing index of ${namespace}`);
}

/** A partial or sparse index has every match only if the filter asks for what the index holds. */
function isImplied(
  { sparse, key, partialFilterExpression: partial }: CollectionIndex["spec"],
  filter: Doc,
): boolean {
  if (partial && !impliesAll(filter, partial)) return false;
  return !sparse || Object.keys(key).some((path) => implies(filter, path, { $exists: true }));
}

function implies(filter: Doc, path: string, wanted: Value): boolean {
  if (path === "$and") {
    return Array.isArray(wanted) && wanted.every((part) => isDoc(part) && impliesAll(filter, part));
  }
  const alsoAsked = Array.isArray(filter.$and) ? filter.$and : [];
  if (alsoAsked.some((part) => isDoc(part) && implies(part, path, wanted))) return true;
  const asked = filter[path];
  if (asked === undefined) return false;
  if (equal(asked, wanted)) return true;
  if (!isOperators(wanted)) return isDoc(asked) && "$eq" in asked && equal(asked.$eq, wanted);
  const demandsPresence = equal(wanted, { $exists: true });
  if (demandsPresence) return asked !== null && (!isOperators(asked) || isPresent(asked));
  return (
    isDoc(asked) &&
    Object.entries(wanted).every(
      ([operator, argument]) => operator in asked && equal(asked[operator], argument),
    )
  );
}

const impliesAll = (filter: Doc, wanted: Doc) =>
  Object.entries(wanted).every(([path, condition]) => implies(filter, path, condition));

const isPresent = (asked: Doc) =>
  ["$eq", "$gt", "$gte", "$lt", "$lte"].some((operator) => operator in asked && asked[operator] !== null) ||
  (Array.isArray(asked.$in) && !asked.$in.includes(null));

function planThrough(index: CollectionIndex, constraints: ReadonlyMap<string, Constraint>, sort: SortSpec) {
  const bounds = boundsOf(index, constraints);
  // An array sorts by one of its elements, whichever of them is searched for.
  const sortsArrays = sort.some(({ parts }) => index.isMultikey(parts.join(".")));
  const direction = sortsArrays ? undefined : sortDirection(index, bounds.pinned, sort);
  return {
    index,
    intervals: bounds.intervals,
    boundedFields: bounds.boundedFields,
    reverse: direction === -1,
    isSorted: sort.length === 0 || direction !== undefined,
  };
}

/** Intervals from the constraints on the leading fields: points as long as there are any, then one range. */
function boundsOf(index: CollectionIndex, constraints: ReadonlyMap<string, Constraint>) {
  let intervals = EVERYTHING;
  let boundedFields = 0;
  const pinned = new Set<string>();
  for (const { path, direction } of index.fields) {
    const { points, low, high } = constraints.get(path) ?? {};
    const extend = (from: Value, to: Value) =>
      intervals.map((interval) => ({ low: [...interval.low, from], high: [...interval.high, to] }));
    if (points) {
      if (points.length * intervals.length > MAX_INTERVALS) break;
      const ordered = direction === 1 ? points : points.toReversed();
      intervals = intervals.flatMap(({ low: before, high: after }) =>
        ordered.map((v) => ({ low: [...before, v ?? null], high: [...after, v ?? null] })),
      );
      if (points.length === 1) pinned.add(path);
      boundedFields += 1;
      continue;
    }
    if (low !== undefined && high !== undefined) {
      const [from, to] = rangeFor(index, low, high);
      intervals = direction === 1 ? extend(from, to) : extend(to, from);
      boundedFields += 1;
    }
    break;
  }
  return { intervals, boundedFields, pinned };
}

/** Different elements of an array may meet the two ends of a range, so only one end bounds a multikey index. */
function rangeFor(index: CollectionIndex, low: Value, high: Value): [Value, Value] {
  return index.isMultikey() ? [low, bracketOf(low)?.[1] ?? high] : [low, high];
}

/** The direction in which the index yields the order, if it does; fields with one possible value do not count. */
function sortDirection(
  index: CollectionIndex,
  pinned: ReadonlySet<string>,
  sort: SortSpec,
): 1 | -1 | undefined {
  const wanted = sort.filter(({ parts }) => !pinned.has(parts.join(".")));
  const given = index.fields.filter(({ path }) => !pinned.has(path));
  const direction = wanted[0] && given[0] && wanted[0].direction === given[0].direction ? 1 : -1;
  const matches = wanted.every(
    ({ parts, direction: asked }, i) =>
      given[i]?.path === parts.join(".") && asked === given[i].direction * direction,
  );
  if (!matches) return undefined;
  return wanted.length === 0 ? 1 : direction;
}
