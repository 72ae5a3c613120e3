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
function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (one instanceof ObjectId) return other instanceof ObjectId && one.equals(other);
  if (one instanceof Date) return other instanceof Date && one.getTime() === other.getTime();
  if (one instanceof Decimal128) return other instanceof Decimal128 && String(one) === String(other);
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other)) return false;
  const keys = Object.keys(one);
  // The store keeps the order of fields, and compares by it.
  return (
    String(keys) === String(Object.keys(other)) &&
    keys.every((key) => isSame(one[key as keyof typeof one], other[key as keyof typeof other]))
  );
}
