import type { CommandContext } from "../store.ts";
import { fail } from "../errors.ts";
import { toNumber } from "../numbers.ts";
import { parseSort, type SortSpec } from "../sort.ts";
import { type Doc, isDoc, truthy, typeName, type Value } from "../values.ts";

/** Reads the value of a field; supplies the default of a missing one. */
type Option<T> = (value: Value, field: string) => T;
type Options = Readonly<Record<string, Option<unknown>>>;
type Parsed<O extends Options> = { [Name in keyof O]: ReturnType<O[Name]> };

export interface Command {
  /** May run in a multi-statement transaction. */
  readonly isTransactional: boolean;
  readonly run: (context: CommandContext) => Doc | Promise<Doc>;
}

const wrongType = (field: string, expected: string, value: Value): never =>
  fail("TypeMismatch", `'${field}' must be ${expected}, not ${typeName(value)}`);

export const anyValue: Option<Value> = (value) => value;
export const flag: Option<boolean> = truthy;

export const text: Option<string> = (value, field) =>
  typeof value === "string" ? value : wrongType(field, "a string", value);

export const doc: Option<Doc> = (value = {}, field) =>
  isDoc(value) ? value : wrongType(field, "an object", value);

export const list: Option<Value[]> = (value = [], field) =>
  Array.isArray(value) ? value : wrongType(field, "an array", value);

export const docs: Option<Doc[]> = (value, field) =>
  list(value, field).map((element) =>
    isDoc(element) ? element : wrongType(field, "a list of objects", element),
  );

export const sorting: Option<SortSpec> = (value, field) => parseSort(doc(value, field));

/** A whole number from 0 on; a missing one is the fallback. */
export const count =
  <T extends number | undefined>(fallback: T): Option<number | T> =>
  (value, field) => {
    if (value === undefined) return fallback;
    const number = toNumber(value);
    return number >= 0 && Number.isInteger(number)
      ? number
      : fail("BadValue", `'${field}' must be a whole number from 0 on, found ${number}`);
  };

/** In the protocol 0 means no limit. */
export const limiting: Option<number> = (value, field) => count(0)(value, field) || Infinity;

/** Options that every command takes. */
const COMMON_OPTIONS: ReadonlySet<string> = new Set([
  "$db",
  "$clusterTime",
  "$readPreference",
  "apiVersion",
  "apiStrict",
  "apiDeprecationErrors",
  "autocommit",
  "comment",
  "lsid",
  "maxTimeMS",
  "readConcern",
  "startTransaction",
  "txnNumber",
  "writeConcern",
]);

/**
 * Reads the options of a command, or of one statement in it.
 *
 * @throws StoreError UnknownField, because ignoring an option could change the answer
 */
export function parseOptions<O extends Options>(name: string, givenFields: Doc, options: O): Parsed<O> {
  const unknown = Object.keys(givenFields).find((field) => !Object.hasOwn(options, field));
  if (unknown !== undefined) {
    fail(
      "UnknownField",
      `BSON field '${name}.${unknown}' is unknown to, or not supported by, the embedded development store`,
    );
  }
  const parsedFields = Object.entries(options).map(([field, parse]) => [
    field,
    parse(givenFields[field], field),
  ]);
  return Object.fromEntries(parsedFields) as Parsed<O>;
}

/** A command with its options besides the common ones. */
export function command<O extends Options>(
  options: O,
  run: (context: CommandContext, options: Parsed<O>) => Doc | Promise<Doc>,
  { isTransactional = false } = {},
): Command {
  return {
    isTransactional,
    run: (context) => {
      const ownFields = Object.entries(context.body).filter(
        ([field]) => field !== context.name && !COMMON_OPTIONS.has(field),
      );
      return run(context, parseOptions(context.name, Object.fromEntries(ownFields), options));
    },
  };
}

export const TRANSACTIONAL = { isTransactional: true };
