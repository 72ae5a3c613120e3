import { fail, refuseFeature } from "./errors.ts";
import { toNumber } from "./numbers.ts";
import { compare } from "./order.ts";
import { hasParallelArrays, isArrayIndex } from "./paths.ts";
import { type Doc, getField, isDoc, isNumber, show, type Value } from "./values.ts";

const MAX_SORT_FIELDS = 32;

export type SortSpec = readonly { parts: readonly string[]; direction: 1 | -1 }[];

/** @throws StoreError for a direction other than 1 or -1 */
export function parseSort(spec: Doc): SortSpec {
  const fields = Object.entries(spec);
  if (fields.length > MAX_SORT_FIELDS) fail("BadValue", `a sort has at most ${MAX_SORT_FIELDS} fields`);
  return fields.map(([path, direction]) => {
    if (path.startsWith("$") || !isNumber(direction))
      return refuseFeature(`a sort by ${path}: ${show(direction)}`);
    const sign = toNumber(direction);
    if (sign !== 1 && sign !== -1) return fail("BadValue", "$sort key ordering must be 1 or -1");
    return { parts: path.split("."), direction: sign };
  });
}

/** Compares documents by a sort; an array counts by its smallest element ascending, its largest descending. */
function sorter(spec: SortSpec): (a: Value, b: Value) => number {
  return (a, b) => {
    for (const { parts, direction } of spec) {
      const order = compare(sortKey(a, parts, 0, direction), sortKey(b, parts, 0, direction));
      if (order !== 0) return direction * order;
    }
    return 0;
  };
}

/**
 * The documents in the order of a sort.
 *
 * @throws StoreError BadValue for a document that has several arrays at the sort's paths
 */
export function sortItems<T>(items: readonly T[], spec: SortSpec, docOf: (item: T) => Doc): T[] {
  const paths = spec.map(({ parts }) => parts);
  if (items.some((item) => hasParallelArrays(docOf(item), paths)))
    fail("BadValue", "cannot sort with keys that are parallel arrays");
  const by = sorter(spec);
  return items.toSorted((a, b) => by(docOf(a), docOf(b)));
}

function sortKey(value: Value, parts: readonly string[], at: number, direction: 1 | -1): Value {
  const part = parts[at];
  if (Array.isArray(value)) {
    if (part !== undefined && isArrayIndex(part) && Number(part) < value.length) {
      return sortKey(value[Number(part)], parts, at + 1, direction);
    }
    if (value.length === 0) return part === undefined ? undefined : null;
    const keys = value.map((v) => (part === undefined ? v : sortKey(v, parts, at, direction)));
    return keys.reduce((best, key) => (compare(key, best) * direction < 0 ? key : best));
  }
  if (part === undefined) return value ?? null;
  return isDoc(value) ? sortKey(getField(value, part), parts, at + 1, direction) : null;
}
