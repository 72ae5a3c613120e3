import { BSONRegExp } from "bson";
import { fail } from "./errors.ts";
import { compileFilter, isOperators } from "./filter.ts";
import { type Arithmetic, calculate, toNumber } from "./numbers.ts";
import { compare, equal } from "./order.ts";
import { valueAt } from "./paths.ts";
import { parseSort, sorter } from "./sort.ts";
import { changeAt } from "./update-paths.ts";
import { type Doc, isDoc, isNumber, show, typeName, type Value } from "./values.ts";

/** Answers with the document changed at a path without positional parts; what it got stays as it is. */
export type Modifier = (doc: Doc, parts: readonly string[], argument: Value) => Doc;

/** A modifier that computes the new value from the old; `undefined` is none. */
const compute =
  (next: (current: Value, argument: Value, path: string) => Value): Modifier =>
  (doc, parts, argument) =>
    changeAt(doc, parts, (current) => next(current, argument, parts.join("."))) as Doc;

/** A modifier of an array that is there; anything else there is an error. */
const editArray = (edit: (elements: readonly Value[], argument: Value) => Value[]) =>
  compute((current, argument, path) =>
    current === undefined ? undefined : edit(arrayAt(path, current), argument),
  );

const arrayAt = (path: string, value: Value): readonly Value[] =>
  Array.isArray(value)
    ? value
    : fail("BadValue", `The field '${path}' must be an array but is of type ${typeName(value)}`);

const arithmetic = (name: string, operation: Arithmetic) =>
  compute((current, argument, path) => {
    if (!isNumber(argument)) {
      return fail("TypeMismatch", `Cannot ${name} with non-numeric argument: {${path}: ${show(argument)}}`);
    }
    if (current === undefined) return operation === "add" ? argument : calculate("multiply", 0, argument);
    if (!isNumber(current)) {
      return fail(
        "TypeMismatch",
        `Cannot apply ${name} to a value of non-numeric type: the field '${path}' is of type ${typeName(current)}`,
      );
    }
    return calculate(operation, current, argument);
  });

const bound = (direction: 1 | -1) =>
  compute((current, argument) =>
    current === undefined || compare(argument, current) * direction > 0 ? argument : current,
  );

/** @throws StoreError for a target that is no path */
export function renameTarget(argument: Value): string[] {
  if (typeof argument === "string" && argument !== "") return argument.split(".");
  return fail("BadValue", "The 'to' field for $rename must be a string");
}

const rename: Modifier = (doc, from, argument) => {
  const to = renameTarget(argument);
  const isInArray = [from, to].some((parts) =>
    parts.some((_, at) => Array.isArray(valueAt(doc, parts.slice(0, at)))),
  );
  if (isInArray) return fail("BadValue", "The fields of $rename cannot be array elements");
  const value = valueAt(doc, from);
  if (value === undefined) return doc;
  // Removed first, so that it comes last.
  const without = [from, to].reduce<Value>((rest, parts) => changeAt(rest, parts, () => undefined), doc);
  return changeAt(without, to, () => value) as Doc;
};

/** The elements to add and how, of `$push` and `$addToSet`. */
function parseAdditions(argument: Value, options: readonly string[]): Doc & { $each: Value[] } {
  if (!isDoc(argument) || !("$each" in argument)) return { $each: [argument] };
  const { $each: each } = argument;
  if (!Array.isArray(each)) return fail("BadValue", "The argument to $each must be an array");
  const unknown = Object.keys(argument).find((option) => option !== "$each" && !options.includes(option));
  if (unknown !== undefined) return fail("BadValue", `Unrecognized clause beside $each: ${unknown}`);
  return { ...argument, $each: each };
}

const push = compute((current, argument, path) => {
  const { $each, $position, $sort, $slice } = parseAdditions(argument, ["$position", "$sort", "$slice"]);
  const elements = [...arrayAt(path, current ?? [])];
  elements.splice($position === undefined ? elements.length : toNumber($position), 0, ...$each);
  if (isDoc($sort)) elements.sort(sorter(parseSort($sort)));
  else if ($sort !== undefined) elements.sort((a, b) => compare(a, b) * toNumber($sort));
  if ($slice === undefined) return elements;
  const count = toNumber($slice);
  return count < 0 ? elements.slice(count) : elements.slice(0, count);
});

const addToSet = compute((current, argument, path) => {
  const elements = [...arrayAt(path, current ?? [])];
  for (const value of parseAdditions(argument, []).$each) {
    if (!elements.some((element) => equal(element, value))) elements.push(value);
  }
  return elements;
});

const pull = editArray((elements, argument) => {
  if (isOperators(argument) || argument instanceof BSONRegExp) {
    const test = compileFilter({ element: argument });
    return elements.filter((element) => !test({ element }));
  }
  if (!isDoc(argument)) return elements.filter((element) => !equal(element, argument));
  const test = compileFilter(argument);
  return elements.filter((element) => !isDoc(element) || !test(element));
});

const pullAll = editArray((elements, argument) => {
  if (!Array.isArray(argument)) return fail("BadValue", "$pullAll requires an array argument");
  return elements.filter((element) => !argument.some((unwanted) => equal(unwanted, element)));
});

const pop = editArray((elements, argument) => {
  const end = toNumber(argument);
  if (end !== 1 && end !== -1) return fail("FailedToParse", `$pop expects 1 or -1, found: ${end}`);
  return end === 1 ? elements.slice(0, -1) : elements.slice(1);
});

const set = compute((_current, argument) => argument);
const unset = compute(() => undefined);

/** Every update modifier there is; anything else is refused. */
export const MODIFIERS: ReadonlyMap<string, Modifier> = new Map([
  ["$set", set],
  ["$setOnInsert", set],
  ["$unset", unset],
  ["$inc", arithmetic("$inc", "add")],
  ["$mul", arithmetic("$mul", "multiply")],
  ["$min", bound(-1)],
  ["$max", bound(1)],
  ["$rename", rename],
  ["$push", push],
  ["$addToSet", addToSet],
  ["$pull", pull],
  ["$pullAll", pullAll],
  ["$pop", pop],
]);
