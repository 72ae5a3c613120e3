import { Binary, EJSON, ObjectId } from "bson";
import { compareNumbers, numberKey } from "./numbers.ts";
import { type Doc, isDoc, isNumber, rank, type Value } from "./values.ts";

/** Total order over values: by type, then by value. */
export function compare(a: Value, b: Value): number {
  if (a === b) return 0;
  if (typeof a === "string" && typeof b === "string") return compareStrings(a, b);
  if (a instanceof ObjectId && b instanceof ObjectId) {
    return Buffer.compare(a.id, b.id);
  }
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  return rank(a) - rank(b) || compareSameType(a, b);
}

function compareSameType(a: Value, b: Value): number {
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (Array.isArray(a) && Array.isArray(b)) return compareArrays(a, b);
  if (a instanceof Binary && b instanceof Binary) {
    return a.position - b.position || a.sub_type - b.sub_type || Buffer.compare(a.value(), b.value());
  }
  return isDoc(a) && isDoc(b) ? compareDocs(a, b) : 0;
}

/** By code point, as the server's comparison of UTF-8 bytes; JavaScript's own order differs beyond U+FFFF. */
function compareStrings(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return codePointOrder(x) - codePointOrder(y);
  }
  return a.length - b.length;
}

/** Lifts surrogates above the rest of the basic plane. */
const codePointOrder = (unit: number) => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);

function compareArrays(a: Value[], b: Value[]): number {
  for (let i = 0; i < a.length && i < b.length; i++) {
    const order = compare(a[i], b[i]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareDocs(a: Doc, b: Doc): number {
  const fieldsOfA = Object.keys(a);
  const fieldsOfB = Object.keys(b);
  for (let i = 0; i < fieldsOfA.length && i < fieldsOfB.length; i++) {
    const x = a[fieldsOfA[i]!];
    const y = b[fieldsOfB[i]!];
    const order = rank(x) - rank(y) || compareStrings(fieldsOfA[i]!, fieldsOfB[i]!) || compare(x, y);
    if (order !== 0) return order;
  }
  return fieldsOfA.length - fieldsOfB.length;
}

/** Equality of two present values. */
export const equal = (a: Value, b: Value): boolean => compare(a, b) === 0;

/** A key for hash maps: equal for values that {@link compare} holds equal, and only for these. */
export function keyOf(v: Value): string {
  if (typeof v === "string") return `s${v}`;
  if (v instanceof ObjectId) return `o${v.toHexString()}`;
  if (isNumber(v)) return `n${numberKey(v)}`;
  if (typeof v === "boolean") return v ? "T" : "F";
  if (v === undefined) return "_";
  if (v === null) return "0";
  if (v instanceof Date) return `d${v.getTime()}`;
  if (Array.isArray(v)) return `[${tupleKey(v)}]`;
  return isDoc(v) ? `{${tupleKey(Object.entries(v).flat())}}` : EJSON.stringify(v);
}

/** The key of a list of values. */
export function tupleKey(values: readonly Value[]): string {
  let key = "";
  for (const value of values) {
    const part = keyOf(value);
    key += `${part.length}:${part}`;
  }
  return key;
}

/** Each value once. */
export const unique = (values: readonly Value[]): Value[] => [
  ...new Map(values.map((v) => [keyOf(v), v])).values(),
];
