import { compare } from "./order.ts";
import { getField, isDoc, setField, type Doc, type Value } from "./values.ts";

/** Notes the element of the outermost array that a filter matched: what the positional `$` stands for. */
export interface Trace {
  index: number | undefined;
}

export const isArrayIndex = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part);

/**
 * Visits the values at a dotted path, stepping into arrays as a filter does. Missing ends are visited as
 * `undefined`.
 *
 * @returns true as soon as `visit` does
 */
export function visitPath(
  value: Value,
  parts: readonly string[],
  visit: (leaf: Value) => boolean,
  trace?: Trace,
  at = 0,
): boolean {
  const part = parts[at];
  if (part === undefined) return visit(value);
  if (Array.isArray(value)) {
    if (isArrayIndex(part) && Number(part) < value.length) {
      if (visitPath(value[Number(part)], parts, visit, trace, at + 1)) return true;
    }
    const hit = value.findIndex((element) => isDoc(element) && visitPath(element, parts, visit, trace, at));
    if (hit >= 0 && trace) trace.index = hit;
    return hit >= 0;
  }
  return isDoc(value) ? visitPath(getField(value, part), parts, visit, trace, at + 1) : visit(undefined);
}

/**
 * The values an index holds for a path: arrays are unrolled, missing is null, and an empty array is `undefined`,
 * which sorts below null.
 */
export function keysAt(doc: Doc, parts: readonly string[]): Value[] {
  const keys: Value[] = [];
  visitPath(doc, parts, (leaf) => {
    if (!Array.isArray(leaf)) keys.push(leaf ?? null);
    else if (leaf.length === 0) keys.push(undefined);
    else keys.push(...leaf);
    return false;
  });
  return keys.length > 0 ? keys : [null];
}

export type SortSpec = readonly { parts: readonly string[]; direction: 1 | -1 }[];

/** Compares documents by a sort; an array counts by its smallest element ascending, its largest descending. */
export function sorter(spec: SortSpec): (a: Value, b: Value) => number {
  return (a, b) => {
    for (const { parts, direction } of spec) {
      const order = compare(sortKey(a, parts, 0, direction), sortKey(b, parts, 0, direction));
      if (order !== 0) return direction * order;
    }
    return 0;
  };
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

/** The value an aggregation expression sees at a path: arrays on the way give the array of their parts. */
export function resolvePath(value: Value, parts: readonly string[], at = 0): Value {
  const part = parts[at];
  if (part === undefined) return value;
  if (Array.isArray(value)) {
    return value.map((v) => resolvePath(v, parts, at)).filter((v) => v !== undefined);
  }
  return isDoc(value) ? resolvePath(getField(value, part), parts, at + 1) : undefined;
}

/** Sets a path in a copy that shares what it does not touch; `undefined` removes the field. */
export function assignPath(value: Value, parts: readonly string[], leaf: Value, at = 0): Value {
  const part = parts[at];
  if (part === undefined) return leaf;
  if (Array.isArray(value)) return value.map((v) => assignPath(v, parts, leaf, at));
  const copy: Doc = isDoc(value) ? { ...value } : {};
  const next = assignPath(getField(copy, part), parts, leaf, at + 1);
  if (next === undefined) delete copy[part];
  else setField(copy, part, next);
  return copy;
}
