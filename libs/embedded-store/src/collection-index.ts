import { conditionsOf } from "./constraints.ts";
import { fail, refuseFeature } from "./errors.ts";
import { compileFilter } from "./filter.ts";
import { compare, unique } from "./order.ts";
import { hasParallelArrays, keysAt } from "./paths.ts";
import type { Row } from "./row.ts";
import { createSortedList, type From } from "./sorted-list.ts";
import { type Doc, getField, type Value } from "./values.ts";

export interface IndexSpec extends Doc {
  /** Paths and directions, in order. */
  key: Record<string, 1 | -1>;
  name: string;
  unique?: true;
  partialFilterExpression?: Doc;
  /** Seconds after a date field until documents expire. */
  expireAfterSeconds?: number;
}

export type IndexKey = readonly Value[];

/** Bounds on the leading fields of an index, in the index's own order; inclusive unless they say otherwise. */
export interface Interval {
  readonly low: IndexKey;
  readonly high: IndexKey;
  readonly isLowOpen?: boolean;
  readonly isHighOpen?: boolean;
}

interface Entry {
  readonly key: IndexKey;
  readonly row: Row;
}

export type CollectionIndex = ReturnType<typeof createIndex>;

/** An ordered index. It unrolls arrays and holds every version of a row that is or may become visible to somebody. */
export function createIndex(spec: IndexSpec) {
  const fields = Object.entries(spec.key).map(([path, direction]) => ({
    path,
    parts: path.split("."),
    direction,
  }));
  const paths = fields.map(({ parts }) => parts);
  const covers = compileFilter(spec.partialFilterExpression ?? {});
  /** The fields of a document that its keys are made of. */
  const sources = [...fields, ...conditionsOf(spec.partialFilterExpression ?? {})].map(
    ({ path }) => path.split(".", 1)[0]!,
  );
  /** Whether two documents have the same keys for sure: an update shares the values that it leaves alone. */
  const haveSameKeys = (a: Doc, b: Doc) =>
    sources.every((source) => getField(a, source) === getField(b, source));
  const arrayPaths = new Set<string>();

  /** Compares from a field on, as far as the shorter key goes. */
  const compareKeys = (a: IndexKey, b: IndexKey, from = 0): number => {
    const length = Math.min(a.length, b.length);
    for (let i = from; i < length; i++) {
      const order = compare(a[i], b[i]);
      if (order !== 0) return order * fields[i]!.direction;
    }
    return 0;
  };
  const entries = createSortedList<Entry>(
    (a, b) => compareKeys(a.key, b.key) || a.row.sequence - b.row.sequence,
  );

  const makeKeys = (doc: Doc): IndexKey[] => {
    if (!covers(doc)) return [];
    if (fields.length > 1 && hasParallelArrays(doc, paths))
      return fail("CannotIndexParallelArrays", `cannot index parallel arrays in ${spec.name}`);
    const columns = fields.map(({ parts }) => keysAt(doc, parts));
    const long = columns.findIndex((column) => column.length > 1);
    if (long < 0) return [columns.map((column) => column[0])];
    if (columns.some((column, i) => i !== long && column.length > 1)) {
      return refuseFeature(`an index on several fields of an array's documents, as ${spec.name} is here,`);
    }
    arrayPaths.add(fields[long]!.path);
    return unique(columns[long]!).map((v) => columns.map((column, i) => (i === long ? v : column[0])));
  };
  let latest: { doc: Doc; keys: IndexKey[] } | undefined;
  let before: typeof latest;
  /** Remembers two documents, because a write asks several times for the keys of the old and the new one. */
  const keysOf = (doc: Doc): IndexKey[] => {
    if (latest?.doc === doc) return latest.keys;
    if (before?.doc === doc) return before.keys;
    before = latest;
    latest = { doc, keys: makeKeys(doc) };
    return latest.keys;
  };
  /** @param at where the key stands when the documents' arrays are equal */
  const includes = (keys: readonly IndexKey[], key: IndexKey, at = 0) => {
    const likely = keys[at];
    if (likely !== undefined && compareKeys(likely, key) === 0) return true;
    return keys.some((otherKey) => compareKeys(otherKey, key) === 0);
  };

  /** The keys of a document that none of the others has. */
  const withoutKeysOf = (doc: Doc, otherDocs: readonly Doc[]): readonly IndexKey[] => {
    if (otherDocs.some((otherDoc) => haveSameKeys(doc, otherDoc))) return [];
    const keptKeys = otherDocs.map(keysOf);
    return keysOf(doc).filter((key, at) => !keptKeys.some((keys) => includes(keys, key, at)));
  };

  const startOf =
    ({ low, isLowOpen = false }: Interval): From<Entry> =>
    ({ key }) => {
      const order = compareKeys(key, low);
      return isLowOpen ? order > 0 : order >= 0;
    };
  const endOf =
    ({ high, isHighOpen = false }: Interval): From<Entry> =>
    ({ key }) => {
      const order = compareKeys(key, high);
      return isHighOpen ? order >= 0 : order > 0;
    };

  return {
    spec,
    fields,
    compareKeys,
    keysOf,
    haveSameKeys,
    /** Whether some document ever had an array at the path, or at any indexed one: then one row can have several keys. */
    isMultikey: (path?: string): boolean => (path === undefined ? arrayPaths.size > 0 : arrayPaths.has(path)),
    hasKey: (doc: Doc | undefined, key: IndexKey): boolean => doc !== undefined && includes(keysOf(doc), key),
    /** Adds a row under the keys of its new document, and removes it from the keys that only its old document has. */
    replace(row: Row, goneDoc: Doc | undefined, come: Doc | undefined, otherDocs: readonly Doc[]): void {
      const removedKeys = goneDoc && withoutKeysOf(goneDoc, come ? [come, ...otherDocs] : otherDocs);
      const addedKeys = come && withoutKeysOf(come, goneDoc ? [goneDoc, ...otherDocs] : otherDocs);
      for (const key of removedKeys ?? []) entries.remove({ key, row });
      for (const key of addedKeys ?? []) entries.insert({ key, row });
    },
    count: (intervals: readonly Interval[]): number =>
      intervals.reduce((total, interval) => total + entries.count(startOf(interval), endOf(interval)), 0),
    *scan(intervals: readonly Interval[], reverse = false): Iterable<Entry> {
      for (const interval of reverse ? intervals.toReversed() : intervals) {
        yield* entries.scan(startOf(interval), endOf(interval), reverse);
      }
    },
    /** Merges the entries of all intervals in the order of the fields from `from` on; each interval has that order. */
    *merge(intervals: readonly Interval[], from: number, reverse: boolean): Iterable<Entry> {
      const order = (a: Entry, b: Entry) =>
        (compareKeys(a.key, b.key, from) || a.row.sequence - b.row.sequence) * (reverse ? -1 : 1);
      const heads = intervals.flatMap((interval) => {
        const rest = entries.scan(startOf(interval), endOf(interval), reverse)[Symbol.iterator]();
        const first = rest.next();
        return first.done ? [] : [{ entry: first.value, rest }];
      });
      while (heads.length > 0) {
        const best = heads.reduce((a, b) => (order(b.entry, a.entry) < 0 ? b : a));
        yield best.entry;
        const next = best.rest.next();
        if (next.done) heads.splice(heads.indexOf(best), 1);
        else best.entry = next.value;
      }
    },
  };
}
