import { getField, isDoc, setField, type Doc, type Value } from "./values.ts";

export const isArrayIndex = (part: string): boolean => /^(0|[1-9]\d*)$/.test(part);

/** The value of a field, or of an element by its index. */
export function childOf(value: Value, part: string): Value {
  if (Array.isArray(value)) return isArrayIndex(part) ? value[Number(part)] : undefined;
  return isDoc(value) ? getField(value, part) : undefined;
}

/** The value at a path that names elements by their index. */
export const valueAt = (value: Value, parts: readonly string[]): Value => parts.reduce(childOf, value);

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
  at = 0,
): boolean {
  const part = parts[at];
  if (part === undefined) return visit(value);
  if (Array.isArray(value)) {
    if (isArrayIndex(part) && Number(part) < value.length) {
      if (visitPath(value[Number(part)], parts, visit, at + 1)) return true;
    }
    return value.some((element) => isDoc(element) && visitPath(element, parts, visit, at));
  }
  return isDoc(value) ? visitPath(getField(value, part), parts, visit, at + 1) : visit(undefined);
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

/**
 * Whether paths lead through different arrays of a value, of any length: no order and no index has a key for that.
 */
export function hasParallelArrays(value: Value, paths: readonly (readonly string[])[]): boolean {
  const metArrays = paths.flatMap((parts) => arrayOn(value, parts) ?? []);
  const [first] = metArrays;
  if (first === undefined || metArrays.length === 1) return false;
  if (metArrays.some(({ array }) => array !== first.array)) return true;
  const rests = metArrays.map(({ rest }) => rest);
  return first.array.some((element) => isDoc(element) && hasParallelArrays(element, rests));
}

/** The first array on a path that does not name one of its elements, and the rest of the path. */
function arrayOn(
  value: Value,
  parts: readonly string[],
): { array: Value[]; rest: readonly string[] } | undefined {
  const [part, ...rest] = parts;
  if (Array.isArray(value)) {
    const isElement = part !== undefined && isArrayIndex(part) && Number(part) < value.length;
    return isElement ? arrayOn(value[Number(part)], rest) : { array: value, rest: parts };
  }
  return part !== undefined && isDoc(value) ? arrayOn(getField(value, part), rest) : undefined;
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

/** Sets a path in a copy that shares all other values; `undefined` removes the field. */
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
