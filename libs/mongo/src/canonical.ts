import { createHash } from "node:crypto";
import { BSON } from "mongodb";

/**
 * The value as the store returns it: plain objects without undefined fields, numbers by value.
 */
export function asStored<T extends object>(document: T): T {
  return BSON.deserialize(BSON.serialize(document, { ignoreUndefined: true })) as T;
}

/** Whether the value is a document, and not a date, an id or the like. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (value === null || typeof value !== "object") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** SHA-256, in hexadecimal, of a value whose fields may come in any order; types of the store differ. */
export function digestOf(value: unknown): string {
  const text = BSON.EJSON.stringify(sortedValue(asStored({ value })), { relaxed: false });
  return createHash("sha256").update(text).digest("hex");
}

/** The value with the fields of its plain objects in alphabetical order. */
function sortedValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortedValue);
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).map(([key, field]): [string, unknown] => [key, sortedValue(field)]);
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
