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

function leaf(type: GraphQLInputType, ids: readonly string[]): Arbitrary<unknown> {
  if (isEnumType(type)) return constantFrom(...type.getValues().map(({ name }) => name));
  switch (String(type)) {
    case "ID":
      return constantFrom(...ids);
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

function valueOf(type: GraphQLInputType, ids: readonly string[]): Arbitrary<unknown> {
  const bare = isNonNullType(type) ? type.ofType : type;
  if (isListType(bare)) {
    const item = valueOf(bare.ofType, ids);
    const lists = oneof(
      constant([]),
      item.map((value) => [value]),
      record({ a: item, b: item }).map(({ a, b }) => [a, b]),
    );
    return mostly(lists);
  }
  if (isInputObjectType(bare)) return mostly(objectOf(Object.values(bare.getFields()), ids));
  return mostly(leaf(bare, ids));
}

function objectOf(
  fields: readonly (GraphQLArgument | GraphQLInputField)[],
  ids: readonly string[],
): Arbitrary<Record<string, unknown>> {
  const values = Object.fromEntries(fields.map(({ name, type }) => [name, valueOf(type, ids)]));
  const required = fields.filter(({ type }) => isNonNullType(type)).map(({ name }) => name);
  const whole = record(values, { requiredKeys: required });
  const mutilated = record(values, { requiredKeys: [] });
  const strange = whole.map((object) => ({ ...object, notAField: 1 }));
  return oneof(
    { weight: 10, arbitrary: whole },
    { weight: 1, arbitrary: mutilated },
    { weight: 1, arbitrary: strange },
  );
}

/**
 * Arguments of an operation, sound and hostile mixed.
 *
 * @param ids - what sound ids are taken from
 */
export function argumentArbitrary(
  { field }: Operation,
  ids: readonly string[],
): Arbitrary<Record<string, unknown>> {
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
