import { fail } from "./errors.ts";
import { add } from "./numbers.ts";
import { equal } from "./order.ts";
import { isDoc, isNumber, show, typeName, type Value } from "./values.ts";

/** Computes the new value at a path from the old one, which stays unchanged; `undefined` means no value. */
export type Modifier = (current: Value, argument: Value, path: string) => Value;

const increment: Modifier = (current, argument, path) => {
  if (!isNumber(argument)) {
    return fail("TypeMismatch", `Cannot $inc with non-numeric argument: {${path}: ${show(argument)}}`);
  }
  if (current === undefined) return argument;
  if (isNumber(current)) return add(current, argument);
  return fail(
    "TypeMismatch",
    `Cannot apply $inc to a value of non-numeric type: the field '${path}' is of type ${typeName(current)}`,
  );
};

const addToSet: Modifier = (current = [], argument, path) => {
  if (!Array.isArray(current)) {
    return fail("BadValue", `The field '${path}' must be an array but is of type ${typeName(current)}`);
  }
  const elements = [...current];
  for (const value of additions(argument)) {
    if (!elements.some((element) => equal(element, value))) elements.push(value);
  }
  return elements;
};

function additions(argument: Value): Value[] {
  if (!isDoc(argument) || !("$each" in argument)) return [argument];
  const { $each: items, ...otherClauses } = argument;
  if (!Array.isArray(items)) return fail("BadValue", "The argument to $each must be an array");
  const [unknown] = Object.keys(otherClauses);
  return unknown === undefined ? items : fail("BadValue", `Unrecognized clause beside $each: ${unknown}`);
}

const set: Modifier = (_current, argument) => argument;

/** All update modifiers; the store refuses others. */
export const MODIFIERS: ReadonlyMap<string, Modifier> = new Map([
  ["$set", set],
  ["$setOnInsert", set],
  ["$unset", () => undefined],
  ["$inc", increment],
  ["$addToSet", addToSet],
]);
