import { Decimal128, type Document, ObjectId } from "mongodb";

/** The update that makes a stored document another one; undefined where they are the same. */
export function changedFields(from: Document, to: Document): Document | undefined {
  const $set: Document = {};
  const $unset: Document = {};
  for (const key in to) if (!(key in from) || !isSame(from[key], to[key])) $set[key] = to[key];
  for (const key in from) if (!(key in to)) $unset[key] = true;
  const isChanged = Object.keys($set).length > 0;
  const isShorter = Object.keys($unset).length > 0;
  return isChanged || isShorter ? { ...(isChanged && { $set }), ...(isShorter && { $unset }) } : undefined;
}

/** Whether two stored values are the same. */
function isSame(value: unknown, otherValue: unknown): boolean {
  if (value === otherValue) return true;
  if (typeof value !== "object" || typeof otherValue !== "object" || value === null || otherValue === null)
    return false;
  if (value instanceof ObjectId) return otherValue instanceof ObjectId && value.equals(otherValue);
  if (value instanceof Date) return otherValue instanceof Date && value.getTime() === otherValue.getTime();
  if (value instanceof Decimal128)
    return otherValue instanceof Decimal128 && String(value) === String(otherValue);
  if (Object.getPrototypeOf(value) !== Object.getPrototypeOf(otherValue)) return false;
  const keys = Object.keys(value);
  // The store keeps the order of fields, and compares by it.
  return (
    String(keys) === String(Object.keys(otherValue)) &&
    keys.every((key) => isSame(value[key as keyof typeof value], otherValue[key as keyof typeof otherValue]))
  );
}
