import { fail } from "./errors.ts";
import { compileFilter, type Test } from "./filter.ts";
import { compare, tupleKey } from "./order.ts";
import { keysAt } from "./paths.ts";
import type { Row } from "./rows.ts";
import { createSortedList, type From } from "./sorted-list.ts";
import type { Doc, Value } from "./values.ts";

export interface IndexSpec {
  name: string;
  /** Paths and directions, in order. */
  key: Record<string, 1 | -1>;
  unique?: boolean;
  sparse?: boolean;
  partialFilterExpression?: Doc;
  /** Seconds after a date field at which documents go. */
  expireAfterSeconds?: number;
}

export type IndexKey = readonly Value[];

interface Entry {
  readonly key: IndexKey;
  readonly row: Row;
}

/** Bounds on the leading fields of an index, both inclusive, in the index's own order. */
export interface Interval {
  readonly low: IndexKey;
  readonly high: IndexKey;
}

/** An ordered index: unrolls arrays, holds every version of a row that somebody may still see. */
export interface CollectionIndex {
  readonly spec: IndexSpec;
  readonly fields: readonly { path: string; parts: readonly string[]; direction: 1 | -1 }[];
  /** Unique keys that open transactions are about to take, by {@link tupleKey}. */
  readonly pending: Map<string, Row>;
  /** Whether some document ever had an array at the path, or at any indexed one: then one row can have several keys. */
  isMultikey(path?: string): boolean;
  covers(doc: Doc): boolean;
  keysOf(doc: Doc): IndexKey[];
  add(doc: Doc, row: Row): void;
  /** Forgets the keys of a superseded version, except those that a version in `kept` shares. */
  remove(doc: Doc, row: Row, kept: readonly Doc[]): void;
  /** Puts a row under its new document's keys alone; keys that stay are not touched. */
  move(before: Doc, after: Doc, row: Row): void;
  count(intervals: readonly Interval[]): number;
  scan(intervals: readonly Interval[], reverse: boolean): Iterable<Entry>;
  compareKeys(a: IndexKey, b: IndexKey): number;
}

export function createIndex(spec: IndexSpec): CollectionIndex {
  const fields = Object.entries(spec.key).map(([path, direction]) => ({
    path,
    parts: path.split("."),
    direction,
  }));
  const partial: Test | undefined =
    spec.partialFilterExpression && compileFilter(spec.partialFilterExpression, new Date());
  const exists = spec.sparse
    ? fields.map(({ path }) => compileFilter({ [path]: { $exists: true } }, new Date()))
    : undefined;
  const arrayPaths = new Set<string>();

  /** Compares as far as the shorter key goes. */
  const compareKeys = (a: IndexKey, b: IndexKey): number => {
    const length = Math.min(a.length, b.length);
    for (let i = 0; i < length; i++) {
      const order = compare(a[i], b[i]);
      if (order !== 0) return order * fields[i]!.direction;
    }
    return 0;
  };
  const isAmong = (keys: readonly IndexKey[], key: IndexKey) =>
    keys.some((other) => compareKeys(other, key) === 0);
  const entries = createSortedList<Entry>(
    (a, b) => compareKeys(a.key, b.key) || a.row.sequence - b.row.sequence,
  );

  const covers = (doc: Doc) => {
    if (partial && !partial(doc)) return false;
    return !exists || exists.some((test) => test(doc));
  };

  const keysOf = (doc: Doc): IndexKey[] => {
    if (!covers(doc)) return [];
    const columns = fields.map(({ parts }) => keysAt(doc, parts));
    const long = columns.findIndex((column) => column.length > 1);
    if (long < 0) return [columns.map((column) => column[0])];
    if (columns.some((column, i) => i !== long && column.length > 1)) {
      return fail("CannotIndexParallelArrays", `cannot index several arrays in ${spec.name}`);
    }
    arrayPaths.add(fields[long]!.path);
    const keys = columns[long]!.map((v) => columns.map((column, i) => (i === long ? v : column[0])));
    return [...new Map(keys.map((key) => [tupleKey(key), key])).values()];
  };

  const startOf =
    ({ low }: Interval): From<Entry> =>
    (entry) =>
      compareKeys(entry.key, low) >= 0;
  const endOf =
    ({ high }: Interval): From<Entry> =>
    (entry) =>
      compareKeys(entry.key, high) > 0;

  return {
    spec,
    fields,
    pending: new Map(),
    isMultikey: (path) => (path === undefined ? arrayPaths.size > 0 : arrayPaths.has(path)),
    covers,
    keysOf,
    compareKeys,
    add: (doc, row) => {
      for (const key of keysOf(doc)) entries.insert({ key, row });
    },
    remove: (doc, row, kept) => {
      const keep = kept.flatMap(keysOf);
      for (const key of keysOf(doc)) {
        if (!isAmong(keep, key)) entries.remove({ key, row });
      }
    },
    move: (before, after, row) => {
      const [from, to] = [keysOf(before), keysOf(after)];
      for (const key of from) if (!isAmong(to, key)) entries.remove({ key, row });
      for (const key of to) if (!isAmong(from, key)) entries.insert({ key, row });
    },
    count: (intervals) =>
      intervals.reduce((total, interval) => total + entries.count(startOf(interval), endOf(interval)), 0),
    *scan(intervals, reverse) {
      for (const interval of reverse ? intervals.toReversed() : intervals) {
        yield* entries.scan(startOf(interval), endOf(interval), reverse);
      }
    },
  };
}
