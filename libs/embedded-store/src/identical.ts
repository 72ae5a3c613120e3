import { serialize } from "bson";
import { isDoc, type Value } from "./values.ts";

/**
 * Whether fields, order, types and values are the same, so that an update has modified nothing. Most values are the same
 * objects, because an update shares the values it does not touch.
 */
export function isIdentical(a: Value, b: Value): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a)) {
    return Array.isArray(b) && a.length === b.length && a.every((value, at) => isIdentical(value, b[at]));
  }
  if (isDoc(a)) {
    if (!isDoc(b)) return false;
    const [fieldsOfA, fieldsOfB] = [Object.keys(a), Object.keys(b)];
    return (
      fieldsOfA.length === fieldsOfB.length &&
      fieldsOfA.every((f, at) => f === fieldsOfB[at] && isIdentical(a[f], b[f]))
    );
  }
  return Buffer.compare(serialize({ value: a }), serialize({ value: b })) === 0;
}
