import type { CommandContext } from "../engine.ts";
import { fail } from "../errors.ts";
import { toNumber } from "../numbers.ts";
import { type Doc, isDoc, typeName, type Value } from "../values.ts";

export interface Command {
  /** The options it knows beside its own name; any other is refused. */
  readonly fields: readonly string[];
  /** May run in a multi-statement transaction. */
  readonly isTransactional?: boolean;
  readonly run: (context: CommandContext) => Doc | Promise<Doc>;
}

/** Options that every command takes. */
export const COMMON_FIELDS: ReadonlySet<string> = new Set([
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

/** @throws StoreError UnknownField: an option that would be ignored could change the answer */
export function checkFields(name: string, doc: Doc, known: (field: string) => boolean): void {
  const unknown = Object.keys(doc).find((field) => !known(field));
  if (unknown !== undefined) {
    fail(
      "UnknownField",
      `BSON field '${name}.${unknown}' is unknown to, or not supported by, the embedded development store`,
    );
  }
}

export function docOption(body: Doc, field: string): Doc {
  const value = body[field];
  if (value === undefined || value === null) return {};
  return isDoc(value) ? value : fail("TypeMismatch", `'${field}' must be an object, not ${typeName(value)}`);
}

export function numberOption<T extends number | undefined>(
  body: Doc,
  field: string,
  fallback: T,
): number | T {
  const value = body[field];
  if (value === undefined || value === null) return fallback;
  const number = toNumber(value);
  return number >= 0 && Number.isInteger(number)
    ? number
    : fail("BadValue", `'${field}' must be a whole number from 0 on, found ${number}`);
}

export function listOption(body: Doc, field: string): Value[] {
  const value = body[field] ?? [];
  return Array.isArray(value)
    ? value
    : fail("TypeMismatch", `'${field}' must be an array, not ${typeName(value)}`);
}

export const docsOption = (body: Doc, field: string): Doc[] =>
  listOption(body, field).map((v) =>
    isDoc(v) ? v : fail("TypeMismatch", `'${field}' must contain objects, not ${typeName(v)}`),
  );
