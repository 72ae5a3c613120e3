import { Binary, BSONRegExp, Double, Decimal128, MaxKey, MinKey, ObjectId, Timestamp } from "bson";
import { compareNumbers, numberKey } from "./numbers.ts";
import { type Doc, isDoc, isNumber, type Value } from "./values.ts";

/** Position of a value's type in the server's canonical order; missing (and an empty array's key) is lowest. */
export function rank(v: Value): number {
  switch (typeof v) {
    case "undefined":
      return 3;
    case "number":
    case "bigint":
      return 10;
    case "string":
      return 15;
    case "boolean":
      return 40;
    default:
      return objectRank(v);
  }
}

function objectRank(v: object | null): number {
  if (v === null) return 5;
  if (v instanceof ObjectId) return 35;
  if (v instanceof Date) return 45;
  if (Array.isArray(v)) return 25;
  if (v instanceof Double || v instanceof Decimal128) return 10;
  if (v instanceof Binary) return 30;
  if (v instanceof Timestamp) return 47;
  if (v instanceof BSONRegExp) return 50;
  if (v instanceof MinKey) return -1;
  return v instanceof MaxKey ? 127 : 20;
}

/** Total order over values: by type, then by value. */
export function compare(a: Value, b: Value): number {
  if (a === b) return 0;
  if (typeof a === "string" && typeof b === "string") return compareStrings(a, b);
  if (a instanceof ObjectId && b instanceof ObjectId) return Buffer.compare(a.id, b.id);
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime();
  if (isNumber(a) && isNumber(b)) return compareNumbers(a, b);
  return rank(a) - rank(b) || compareSameType(a, b);
}

function compareSameType(a: Value, b: Value): number {
  if (typeof a === "boolean" && typeof b === "boolean") return Number(a) - Number(b);
  if (Array.isArray(a) && Array.isArray(b)) return compareArrays(a, b);
  if (a instanceof Timestamp && b instanceof Timestamp) return a.compare(b);
  if (a instanceof Binary && b instanceof Binary) {
    return a.position - b.position || a.sub_type - b.sub_type || Buffer.compare(a.value(), b.value());
  }
  if (a instanceof BSONRegExp && b instanceof BSONRegExp) {
    return compareStrings(a.pattern, b.pattern) || compareStrings(a.options, b.options);
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
  const left = Object.keys(a);
  const right = Object.keys(b);
  for (let i = 0; i < left.length && i < right.length; i++) {
    const x = a[left[i]!];
    const y = b[right[i]!];
    const order = rank(x) - rank(y) || compareStrings(left[i]!, right[i]!) || compare(x, y);
    if (order !== 0) return order;
  }
  return left.length - right.length;
}

/** Equality of two present values. */
export const equal = (a: Value, b: Value): boolean => compare(a, b) === 0;

/** A text equal for exactly the values that {@link compare} holds equal: keys of hash maps. */
export function keyOf(v: Value): string {
  if (typeof v === "string") return `s${v}`;
  if (v instanceof ObjectId) return `o${v.toHexString()}`;
  if (isNumber(v)) return `n${numberKey(v)}`;
  if (typeof v === "boolean") return v ? "T" : "F";
  if (v === undefined) return "_";
  if (v === null) return "0";
  if (v instanceof Date) return `d${v.getTime()}`;
  if (Array.isArray(v)) return `[${tupleKey(v)}]`;
  if (v instanceof Binary) return `b${v.sub_type}:${Buffer.from(v.value()).toString("base64")}`;
  if (v instanceof Timestamp) return `t${v.t}:${v.i}`;
  if (v instanceof BSONRegExp) return `r${tupleKey([v.pattern, v.options])}`;
  if (v instanceof MinKey) return "<";
  if (v instanceof MaxKey) return ">";
  return isDoc(v) ? `{${tupleKey(Object.entries(v).flat())}}` : "";
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
