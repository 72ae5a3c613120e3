import { type Arbitrary, constant, constantFrom, double, integer, oneof, record, string } from "fast-check";
import {
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLInputType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from "graphql";

import type { Operation } from "./operations.ts";

/** Values of types that no input has or should take. */
const hostile: Arbitrary<unknown> = constantFrom<unknown>(
  null,
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "line\nbreak",
  "\uD800",
  "\uFFFE",
  "‮right to left",
  "$where",
  "__proto__",
  "constructor",
  "x".repeat(201),
  "x".repeat(20_000),
  "ARCHIVED",
  "archieved",
  "zzzzzzzzzzzzzzzzzzzzzzzz",
  "0".repeat(23),
  "0".repeat(25),
  0,
  -1,
  1.5,
  2 ** 31,
  -(2 ** 53),
  1e308,
  true,
  [],
  [[]],
  {},
  { $gt: "" },
  { __proto__: null, constructor: {} },
);

/** Mostly sound, so that the deeper checks are reached; the rest is hostile. */
function mostly(sound: Arbitrary<unknown>): Arbitrary<unknown> {
  return oneof({ weight: 5, arbitrary: sound }, { weight: 1, arbitrary: hostile });
}

/** The sources of valid ids: some fields have ids of their own, the others take any. */
export interface KnownIds {
  all: readonly string[];
  of: Readonly<Record<string, readonly string[]>>;
}

const today = Temporal.Now.plainDateISO("UTC");
const dates = [-1, 0, 1, 400, 4_000].map((days) => String(today.add({ days })));

/** Texts of which few are sound, by their field. */
const TEXTS: Readonly<Record<string, Arbitrary<unknown>>> = {
  fromDate: constantFrom(...dates, "2027-02-30", "tomorrow"),
  untilDate: constantFrom(...dates, "2027-02-30", "+275760-09-14"),
  timeZone: constantFrom("UTC", "Europe/Berlin", "Pacific/Kiritimati", "Mars/Olympus"),
  idempotencyKey: constantFrom("k", "another", "k".repeat(128), "k".repeat(129)),
  expectedRevision: constantFrom("0.1", "0.2", "1.1", "999999999.1", "9999999999.1", "-1.1", "1"),
  status: constantFrom("APPROVED", "REJECTED", "PENDING"),
  when: constantFrom(
    "document.amount > 100.0",
    "kind == 'Leave' && has(document.facts.lead)",
    "document.facts.lead == '1'",
    "[1].all(x, x > 0)",
    "((((((((((((((((((((((",
    "x".repeat(501),
  ),
  fact: constantFrom("lead", "other", "Not a key"),
  of: constantFrom("SUBMITTER", "lead", "other"),
  key: constantFrom("lead", "stage1", "Not a key"),
};

function leaf(type: GraphQLInputType, ids: KnownIds, field: string): Arbitrary<unknown> {
  if (String(type) === "String" && field in TEXTS) return TEXTS[field]!;
  if (isEnumType(type)) return constantFrom(...type.getValues().map(({ name }) => name));
  switch (String(type)) {
    case "ID":
      return constantFrom(...(ids.of[field] ?? ids.all));
    case "Int":
      return integer({ min: -2, max: 120 });
    case "Float":
      return double({ noNaN: true, noDefaultInfinity: true });
    case "Boolean":
      return constantFrom(true, false);
    default:
      return string({ unit: "grapheme", maxLength: 40 });
  }
}

/** Items of a batch, one more than any takes; two of large ones, which would exceed the body's limit. */
const MANY = 101;
const LARGE = 500;

function manyOf(value: unknown): unknown[] {
  return Array.from({ length: JSON.stringify(value).length < LARGE ? MANY : 2 }, () => value);
}

function valueOf(type: GraphQLInputType, ids: KnownIds, field: string): Arbitrary<unknown> {
  const bare = isNonNullType(type) ? type.ofType : type;
  if (isListType(bare)) {
    const item = valueOf(bare.ofType, ids, field);
    const lists = oneof(
      { weight: 5, arbitrary: constant([]) },
      { weight: 10, arbitrary: item.map((value) => [value]) },
      { weight: 10, arbitrary: record({ a: item, b: item }).map(({ a, b }) => [a, b]) },
      { weight: 5, arbitrary: item.map((value) => [value, value]) },
      { weight: 1, arbitrary: item.map(manyOf) },
    );
    return mostly(lists);
  }
  if (isInputObjectType(bare)) return mostly(objectOf(Object.values(bare.getFields()), ids));
  return mostly(leaf(bare, ids, field));
}

function objectOf(
  fields: readonly (GraphQLArgument | GraphQLInputField)[],
  ids: KnownIds,
): Arbitrary<Record<string, unknown>> {
  const values = Object.fromEntries(fields.map(({ name, type }) => [name, valueOf(type, ids, name)]));
  const requiredNames = fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name);
  const wholeRecords = record(values, { requiredKeys: requiredNames });
  const mutilatedRecords = record(values, { requiredKeys: [] });
  const strange = wholeRecords.map((object) => ({ ...object, notAField: 1 }));
  return oneof(
    { weight: 10, arbitrary: wholeRecords },
    { weight: 1, arbitrary: mutilatedRecords },
    { weight: 1, arbitrary: strange },
  );
}

/** Arguments of an operation, sound and hostile mixed. */
export function argumentArbitrary({ field }: Operation, ids: KnownIds): Arbitrary<Record<string, unknown>> {
  return objectOf(field.args, ids);
}

/** Names of an operation's arguments and their fields: what a refusal has to name one of. */
export function fieldNamesOf({ field }: Operation): string[] {
  const namesOf = (fields: readonly (GraphQLArgument | GraphQLInputField)[]): string[] =>
    fields.flatMap(({ name, type }) => [name, ...namesBelow(type)]);
  const namesBelow = (type: GraphQLInputType): string[] => {
    if (isNonNullType(type) || isListType(type)) return namesBelow(type.ofType);
    return isInputObjectType(type) ? namesOf(Object.values(type.getFields())) : [];
  };
  return [...new Set(namesOf(field.args))];
}
