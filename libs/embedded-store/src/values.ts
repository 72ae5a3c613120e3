import {
  Binary,
  BSONRegExp,
  Decimal128,
  Double,
  Int32,
  Long,
  MaxKey,
  MinKey,
  ObjectId,
  Timestamp,
} from "bson";
import { fail, unsupported } from "./errors.ts";

/**
 * A stored value. Numbers keep their BSON type: int32 and fractional doubles are `number`, int64 is `bigint`,
 * and a double that the serialiser would otherwise write as an int32 stays a {@link Double}.
 * Missing is `undefined`. Values are never changed in place once stored.
 */
export type Value =
  | undefined
  | null
  | boolean
  | string
  | Num
  | Date
  | ObjectId
  | Binary
  | Timestamp
  | BSONRegExp
  | MinKey
  | MaxKey
  | Doc
  | Value[];

export type Num = number | bigint | Double | Decimal128;

export interface Doc {
  [field: string]: Value;
}

/** The server's limit on one document, in bytes. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const MAX_NESTING = 180;

/** What a BSON decoder without promotion may produce. */
type Raw = Value | Int32 | Long | Raw[] | { [field: string]: Raw };

/**
 * Brings decoded BSON into the form that is stored.
 *
 * @throws StoreError for types the services have no use for (code, symbols, references)
 */
export function normalise(raw: Raw, depth = 0): Value {
  if (typeof raw !== "object" || raw === null || raw instanceof Date) return raw;
  if (depth > MAX_NESTING) return fail("BadValue", `documents nest at most ${MAX_NESTING} levels deep`);
  if (Array.isArray(raw)) {
    for (let i = 0; i < raw.length; i++) raw[i] = normalise(raw[i], depth + 1);
    return raw as Value[];
  }
  if (!("_bsontype" in raw)) {
    for (const field of Object.keys(raw))
      setField(raw as Doc, field, normalise((raw as Doc)[field], depth + 1));
    return raw as Doc;
  }
  if (isScalarObject(raw)) return raw;
  if (raw instanceof Int32) return raw.value;
  if (raw instanceof Long) return raw.toBigInt();
  if (raw instanceof Double) return double(raw.value);
  if (raw instanceof Decimal128) return finiteDecimal(raw);
  return unsupported(`the BSON type ${show(raw._bsontype as Value)}`);
}

function finiteDecimal(value: Decimal128): Decimal128 {
  const text = value.toString();
  if (!Number.isFinite(Number(text))) return unsupported(`the decimal ${text}`);
  return value;
}

const isScalarObject = (v: object): v is ObjectId | Binary | Timestamp | BSONRegExp | MinKey | MaxKey =>
  v instanceof ObjectId ||
  v instanceof Binary ||
  v instanceof Timestamp ||
  v instanceof BSONRegExp ||
  v instanceof MinKey ||
  v instanceof MaxKey;

/** A double, wrapped where a bare number would be written as an int32. */
export const double = (v: number): number | Double => (isInt32(v) ? new Double(v) : v);

export const isInt32 = (v: number): boolean => (v | 0) === v && !Object.is(v, -0);

export function isDoc(v: Value): v is Doc {
  return (
    typeof v === "object" && v !== null && !Array.isArray(v) && !(v instanceof Date) && !("_bsontype" in v)
  );
}

export const isNumber = (v: Value): v is Num =>
  typeof v === "number" || typeof v === "bigint" || v instanceof Double || v instanceof Decimal128;

/** False, null, missing and zero are false. */
export function truthy(v: Value): boolean {
  if (v instanceof Double || v instanceof Decimal128) return Number(v.toString()) !== 0;
  return v !== false && v !== null && v !== undefined && v !== 0 && v !== 0n;
}

/** Sets a field even if it is called `__proto__`. */
export function setField(doc: Doc, field: string, value: Value): void {
  if (field === "__proto__") {
    Object.defineProperty(doc, field, { value, enumerable: true, configurable: true, writable: true });
  } else doc[field] = value;
}

export const hasField = (doc: Doc, field: string): boolean => Object.hasOwn(doc, field);
export const getField = (doc: Doc, field: string): Value =>
  Object.hasOwn(doc, field) ? doc[field] : undefined;

/** A copy whose documents and arrays may be changed; scalars are shared. */
export function clone<T extends Value>(value: T): T;
export function clone(value: Value): Value {
  if (Array.isArray(value)) return value.map((v) => clone(v));
  if (!isDoc(value)) return value;
  const copy: Doc = {};
  for (const field of Object.keys(value)) setField(copy, field, clone(value[field]));
  return copy;
}

const TYPE_NUMBERS: Readonly<Record<number, string>> = {
  1: "double",
  2: "string",
  3: "object",
  4: "array",
  5: "binData",
  7: "objectId",
  8: "bool",
  9: "date",
  10: "null",
  11: "regex",
  16: "int",
  17: "timestamp",
  18: "long",
  19: "decimal",
  [-1]: "minKey",
  127: "maxKey",
};

/** The name of a type that a `$type` filter gives by name or number. */
export function typeAlias(type: Value): string {
  const name = isNumber(type) ? TYPE_NUMBERS[Number(type)] : type;
  const isKnown = name === "number" || Object.values(TYPE_NUMBERS).some((known) => known === name);
  return isKnown && typeof name === "string"
    ? name
    : fail("BadValue", `Unknown type name alias: ${show(type)}`);
}

/** The BSON type's name, as `$type` in an aggregation answers it. */
export function typeName(v: Value): string {
  switch (typeof v) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "undefined":
      return "missing";
    case "bigint":
      return "long";
    case "number":
      return isInt32(v) ? "int" : "double";
    default:
      return objectTypeName(v);
  }
}

function objectTypeName(v: object | null): string {
  if (v === null) return "null";
  if (Array.isArray(v)) return "array";
  if (v instanceof Date) return "date";
  if (v instanceof Double) return "double";
  if (v instanceof Decimal128) return "decimal";
  if (v instanceof ObjectId) return "objectId";
  if (v instanceof Binary) return "binData";
  if (v instanceof Timestamp) return "timestamp";
  if (v instanceof BSONRegExp) return "regex";
  if (v instanceof MinKey) return "minKey";
  return v instanceof MaxKey ? "maxKey" : "object";
}

/** How a value is shown in an error message. */
export function show(value: Value): string {
  if (value instanceof ObjectId) return `ObjectId('${value.toHexString()}')`;
  if (value === undefined) return "undefined";
  if (typeof value === "bigint") return value.toString();
  return JSON.stringify(value, (_key, v: Value) => (typeof v === "bigint" ? v.toString() : v));
}
