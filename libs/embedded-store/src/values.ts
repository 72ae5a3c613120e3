import { Decimal128, Double, EJSON, Int32, Long, Timestamp } from "bson";
import type { BsonObject, Doc, Num, Value } from "./doc.ts";
import { fail, refuseFeature } from "./errors.ts";

export type { Doc, Num, Value } from "./doc.ts";

/** The server's limit on one document, in bytes. */
export const MAX_DOCUMENT_BYTES = 16 * 1024 * 1024;
const MAX_NESTING = 180;

/** The stored types, in the server's canonical order; missing is lowest. */
const TYPE_ORDER = [
  ["missing"],
  ["null"],
  ["int", "long", "double", "decimal"],
  ["string"],
  ["object"],
  ["array"],
  ["binData"],
  ["objectId"],
  ["bool"],
  ["date"],
] as const;

export type TypeName = (typeof TYPE_ORDER)[number][number];

const RANKS = Object.fromEntries(TYPE_ORDER.flatMap((names, rank) => names.map((name) => [name, rank])));

const BSON_TYPES: Readonly<Record<(BsonObject | Double | Decimal128)["_bsontype"], TypeName>> = {
  ObjectId: "objectId",
  Binary: "binData",
  Double: "double",
  Decimal128: "decimal",
};

/** The BSON type's name, as `$type` in an aggregation returns it. */
export function typeName(v: Value): TypeName {
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
      if (v === null) return "null";
      if (Array.isArray(v)) return "array";
      if (v instanceof Date) return "date";
      return isDoc(v) ? "object" : BSON_TYPES[v._bsontype];
  }
}

/** Position of a value's type in the server's canonical order. */
export const rank = (v: Value): number => RANKS[typeName(v)]!;

/** A value from a BSON decoder without promotion. */
type Raw = Value | Int32 | Long | Raw[] | { [field: string]: Raw };

/**
 * Converts decoded BSON to the stored form.
 *
 * @throws StoreError for types that services do not need (code, symbols, references)
 */
export function normalise(raw: Raw, depth = 0): Value {
  if (typeof raw !== "object" || raw === null || raw instanceof Date) return raw;
  if (depth > MAX_NESTING) return fail("BadValue", `documents nest at most ${MAX_NESTING} levels deep`);
  if (Array.isArray(raw)) {
    for (let i = 0; i < raw.length; i++) raw[i] = normalise(raw[i], depth + 1);
    return raw as Value[];
  }
  if (!("_bsontype" in raw)) {
    const doc = raw as Doc;
    for (const field of Object.keys(doc)) setField(doc, field, normalise(doc[field], depth + 1));
    return doc;
  }
  if (raw instanceof Int32) return raw.value;
  if (raw instanceof Long && !(raw instanceof Timestamp)) return raw.toBigInt();
  if (raw instanceof Double) return double(raw.value);
  const type = raw._bsontype as string;
  if (Object.hasOwn(raw, "_bsontype") || !Object.hasOwn(BSON_TYPES, type)) {
    return refuseFeature(`the BSON type ${type}`);
  }
  if (raw instanceof Decimal128 && !Number.isFinite(Number(raw.toString()))) {
    return refuseFeature(`the decimal ${raw.toString()}`);
  }
  return raw as BsonObject;
}

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

export const isNullish = (v: Value): v is null | undefined => v === null || v === undefined;

/** Whether a value counts as true: false, null, missing and zero do not. */
export function truthy(v: Value): boolean {
  if (v instanceof Double || v instanceof Decimal128) return Number(v.toString()) !== 0;
  return v !== false && !isNullish(v) && v !== 0 && v !== 0n;
}

/** Sets a field even if it is called `__proto__`. */
export function setField(doc: Doc, field: string, value: Value): void {
  if (field === "__proto__") {
    Object.defineProperty(doc, field, { value, enumerable: true, configurable: true, writable: true });
  } else doc[field] = value;
}

export const getField = (doc: Doc, field: string): Value =>
  Object.hasOwn(doc, field) ? doc[field] : undefined;

/** A value for an error message. */
export const show = (value: Value): string =>
  value === undefined ? "undefined" : EJSON.stringify(value, { relaxed: true });
