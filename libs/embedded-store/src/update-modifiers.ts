import { BSONRegExp, Timestamp } from "bson";
import { fail, StoreError } from "./errors.ts";
import { compileFilter, isOperators } from "./filter.ts";
import { type Arithmetic, calculate, toNumber } from "./numbers.ts";
import { compare, equal } from "./order.ts";
import { parseSort } from "./sort.ts";
import { sorter } from "./paths.ts";
import { childOf, findParent, makeParent, put } from "./update-paths.ts";
import { clone, type Doc, isDoc, isNumber, setField, show, typeName, type Value } from "./values.ts";

/** Changes the document in place at a path without positional parts. */
export type Modifier = (doc: Doc, parts: readonly string[], argument: Value, now: Date) => void;

const last = (parts: readonly string[]) => parts[parts.length - 1]!;

/** A modifier that computes the new value from the old; `undefined` leaves it. */
const compute =
  (next: (current: Value, argument: Value, path: string, now: Date) => Value): Modifier =>
  (doc, parts, argument, now) => {
    const parent = makeParent(doc, parts);
    const value = next(childOf(parent, last(parts)), argument, parts.join("."), now);
    if (value !== undefined) put(parent, last(parts), value);
  };

/** A modifier of an array that is there; anything else there is an error. */
const editArray =
  (name: string, edit: (elements: Value[], argument: Value, now: Date) => Value[]): Modifier =>
  (doc, parts, argument, now) => {
    const parent = findParent(doc, parts);
    const current = parent && childOf(parent, last(parts));
    if (!parent || current === undefined) return;
    const elements = Array.isArray(current)
      ? current
      : fail("BadValue", `Cannot apply ${name} to the ${typeName(current)} '${parts.join(".")}'`);
    put(parent, last(parts), edit(elements, argument, now));
  };

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
    current === undefined || compare(argument, current) * direction > 0 ? clone(argument) : undefined,
  );

const currentDate = compute((_current, argument, _path, now) => {
  if (argument === true || (isDoc(argument) && argument.$type === "date")) return now;
  if (isDoc(argument) && argument.$type === "timestamp") {
    return new Timestamp({ t: Math.floor(now.getTime() / 1000), i: 1 });
  }
  return fail("BadValue", "$currentDate takes true, { $type: 'date' } or { $type: 'timestamp' }");
});

const unset: Modifier = (doc, parts) => {
  const parent = findParent(doc, parts);
  if (Array.isArray(parent)) {
    if (childOf(parent, last(parts)) !== undefined) put(parent, last(parts), null);
  } else if (parent) delete parent[last(parts)];
};

/** @throws StoreError for a target that is no path */
export function renameTarget(argument: Value): string[] {
  if (typeof argument === "string" && argument !== "") return argument.split(".");
  return fail("BadValue", "The 'to' field for $rename must be a string");
}

const arrayElement = (role: string) =>
  new StoreError("BadValue", `The ${role} field of $rename cannot be an array element`);

const rename: Modifier = (doc, parts, argument) => {
  const parent = findParent(doc, parts);
  const value = parent && childOf(parent, last(parts));
  if (!parent || value === undefined) return;
  const to = renameTarget(argument);
  if (Array.isArray(parent)) throw arrayElement("source");
  delete parent[last(parts)];
  const target = makeParent(doc, to);
  if (Array.isArray(target)) throw arrayElement("destination");
  delete target[last(to)];
  setField(target, last(to), value);
};

/** The elements to add and how, of `$push` and `$addToSet`. */
function parseAdditions(name: string, argument: Value, options: readonly string[]): Doc & { $each: Value[] } {
  if (!isDoc(argument) || !("$each" in argument)) return { $each: [clone(argument)] };
  const { $each: each } = argument;
  if (!Array.isArray(each)) return fail("BadValue", `The argument to $each in ${name} must be an array`);
  const unknown = Object.keys(argument).find((option) => option !== "$each" && !options.includes(option));
  if (unknown !== undefined) return fail("BadValue", `Unrecognized clause in ${name}: ${unknown}`);
  return { ...argument, $each: clone<Value[]>(each) };
}

function currentArray(name: string, current: Value, path: string): Value[] {
  if (current === undefined) return [];
  if (!Array.isArray(current)) {
    return fail(
      "BadValue",
      `${name}: the field '${path}' must be an array but is of type ${typeName(current)}`,
    );
  }
  return current;
}

const push = compute((current, argument, path) => {
  const {
    $each: each,
    $position,
    $sort,
    $slice,
  } = parseAdditions("$push", argument, ["$position", "$sort", "$slice"]);
  const elements = currentArray("$push", current, path);
  elements.splice($position === undefined ? elements.length : toNumber($position), 0, ...each);
  if (isDoc($sort)) elements.sort(sorter(parseSort($sort)));
  else if ($sort !== undefined) elements.sort((a, b) => compare(a, b) * toNumber($sort));
  if ($slice === undefined) return elements;
  const count = toNumber($slice);
  return count < 0 ? elements.slice(count) : elements.slice(0, count);
});

const addToSet = compute((current, argument, path) => {
  const elements = currentArray("$addToSet", current, path);
  for (const value of parseAdditions("$addToSet", argument, []).$each) {
    if (!elements.some((element) => equal(element, value))) elements.push(value);
  }
  return elements;
});

const pull = editArray("$pull", (elements, argument, now) => {
  if (isOperators(argument) || argument instanceof BSONRegExp) {
    const test = compileFilter({ element: argument }, now);
    return elements.filter((element) => !test({ element }));
  }
  if (!isDoc(argument)) return elements.filter((element) => !equal(element, argument));
  const test = compileFilter(argument, now);
  return elements.filter((element) => !isDoc(element) || !test(element));
});

const pullAll = editArray("$pullAll", (elements, argument) => {
  if (!Array.isArray(argument)) return fail("BadValue", "$pullAll requires an array argument");
  return elements.filter((element) => !argument.some((unwanted) => equal(unwanted, element)));
});

const pop = editArray("$pop", (elements, argument) => {
  const end = toNumber(argument);
  if (end !== 1 && end !== -1) return fail("FailedToParse", `$pop expects 1 or -1, found: ${end}`);
  return end === 1 ? elements.slice(0, -1) : elements.slice(1);
});

const set = compute((_current, argument) => clone(argument));

/** Every update modifier there is; anything else is refused. */
export const MODIFIERS: ReadonlyMap<string, Modifier> = new Map([
  ["$set", set],
  ["$setOnInsert", set],
  ["$unset", unset],
  ["$inc", arithmetic("$inc", "add")],
  ["$mul", arithmetic("$mul", "multiply")],
  ["$min", bound(-1)],
  ["$max", bound(1)],
  ["$currentDate", currentDate],
  ["$rename", rename],
  ["$push", push],
  ["$addToSet", addToSet],
  ["$pull", pull],
  ["$pullAll", pullAll],
  ["$pop", pop],
]);
