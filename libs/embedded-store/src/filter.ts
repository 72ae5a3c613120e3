import { BSONRegExp, MaxKey, MinKey } from "bson";
import { fail } from "./errors.ts";
import { compileExpression } from "./expressions.ts";
import { toNumber } from "./numbers.ts";
import { compare, equal, keyOf } from "./order.ts";
import { type Trace, visitPath } from "./paths.ts";
import { toRegExp } from "./regex.ts";
import {
  type Doc,
  isDoc,
  isNullish,
  isNumber,
  isTypeName,
  rank,
  show,
  truthy,
  typeName,
  type Value,
} from "./values.ts";

/** Whether a document matches; a trace learns which array element did. */
export type Test = (doc: Value, trace?: Trace) => boolean;
type ValueTest = (value: Value) => boolean;

/**
 * Compiles a filter into a predicate.
 *
 * @throws StoreError for a malformed filter or an operator that is not supported
 */
export function compileFilter(filter: Value): Test {
  if (!isDoc(filter)) return fail("BadValue", `a filter must be an object, found ${typeName(filter)}`);
  const tests = Object.entries(filter).flatMap(([name, condition]) => clause(name, condition));
  return tests.length === 1 ? tests[0]! : (doc, trace) => tests.every((test) => test(doc, trace));
}

function clause(name: string, condition: Value): Test[] {
  switch (name) {
    case "$and":
    case "$or":
    case "$nor":
      return [logical(name, condition)];
    case "$expr": {
      const expression = compileExpression(condition);
      return [(doc) => truthy(expression({ root: doc, variables: {} }))];
    }
    case "$comment":
      return [];
    default:
      if (!name.startsWith("$")) return fieldTests(name, condition);
      return fail("BadValue", `unknown top level operator: ${name}`);
  }
}

function logical(name: "$and" | "$or" | "$nor", condition: Value): Test {
  if (!Array.isArray(condition) || condition.length === 0) {
    return fail("BadValue", `${name} argument must be a non-empty array`);
  }
  const tests = condition.map((part) => compileFilter(part));
  if (name === "$and") return (doc, trace) => tests.every((test) => test(doc, trace));
  if (name === "$or") return (doc, trace) => tests.some((test) => test(doc, trace));
  return (doc) => !tests.some((test) => test(doc));
}

/** Whether a condition is a set of operators rather than a value to be equal to. */
export const isOperators = (condition: Value): condition is Doc =>
  isDoc(condition) && Object.keys(condition).some((name) => name.startsWith("$"));

function fieldTests(path: string, condition: Value): Test[] {
  const parts = path.split(".");
  if (!isOperators(condition)) return [onValues(parts, valueOrPattern(condition))];
  return Object.entries(condition)
    .filter(([operator]) => operator !== "$options")
    .map(([operator, argument]) => operatorTest(path, parts, operator, argument, condition));
}

function operatorTest(path: string, parts: string[], operator: string, argument: Value, siblings: Doc): Test {
  switch (operator) {
    case "$not":
      return not(path, argument);
    case "$ne":
    case "$nin": {
      const test = onValues(parts, valueTest(operator === "$ne" ? "$eq" : "$in", argument, siblings));
      return (doc) => !test(doc);
    }
    case "$exists": {
      const wanted = truthy(argument);
      return (doc) => visitPath(doc, parts, (leaf) => leaf !== undefined) === wanted;
    }
    case "$size": {
      const size = toNumber(argument);
      return (doc) => visitPath(doc, parts, (leaf) => Array.isArray(leaf) && leaf.length === size);
    }
    case "$elemMatch":
      return onElements(parts, compileElementMatch(argument), () => false);
    case "$all":
      return all(path, parts, argument);
    default:
      return onValues(parts, valueTest(operator, argument, siblings));
  }
}

function not(path: string, argument: Value): Test {
  if (!(argument instanceof BSONRegExp) && !isOperators(argument)) {
    return fail("BadValue", "$not needs a regex or a document");
  }
  const tests = fieldTests(path, argument);
  return (doc) => !tests.every((test) => test(doc));
}

/** The test that `$elemMatch` puts to each element: operators on the element itself, or a filter on its fields. */
export function compileElementMatch(argument: Value): ValueTest {
  if (!isDoc(argument)) return fail("BadValue", "$elemMatch needs an Object");
  const onFields = Object.keys(argument).every((name) => ["$and", "$or", "$nor", "$expr"].includes(name));
  if (isOperators(argument) && !onFields) {
    const tests = fieldTests("element", argument);
    return (element) => tests.every((test) => test({ element }));
  }
  const test = compileFilter(argument);
  return (element) => (isDoc(element) || Array.isArray(element)) && test(element);
}

function all(path: string, parts: string[], argument: Value): Test {
  if (!Array.isArray(argument)) return fail("BadValue", "$all needs an array");
  const tests = argument.flatMap((wanted) =>
    isDoc(wanted) && "$elemMatch" in wanted
      ? fieldTests(path, wanted)
      : onValues(parts, valueOrPattern(wanted)),
  );
  return (doc, trace) => tests.length > 0 && tests.every((test) => test(doc, trace));
}

/** A test of values reaches whole arrays and each of their elements. */
const onValues = (parts: string[], test: ValueTest): Test => onElements(parts, test, test);

function onElements(parts: string[], test: ValueTest, whole: ValueTest): Test {
  return (doc, trace) => {
    const visit = (leaf: Value) => {
      if (whole(leaf)) return true;
      const index = Array.isArray(leaf) ? leaf.findIndex((element) => test(element)) : -1;
      if (index >= 0 && trace) trace.index = index;
      return index >= 0;
    };
    return visitPath(doc, parts, visit, trace);
  };
}

const valueOrPattern = (wanted: Value): ValueTest =>
  wanted instanceof BSONRegExp ? matches(wanted) : equals(wanted);

function equals(wanted: Value): ValueTest {
  if (isNullish(wanted)) return isNullish;
  if (typeof wanted === "string" || typeof wanted === "boolean") return (v) => v === wanted;
  return (v) => v !== undefined && equal(v, wanted);
}

function matches(pattern: BSONRegExp): ValueTest {
  const regex = toRegExp(pattern.pattern, pattern.options);
  return (v) => (typeof v === "string" ? regex.test(v) : v instanceof BSONRegExp && equal(v, pattern));
}

function valueTest(operator: string, argument: Value, siblings: Doc): ValueTest {
  switch (operator) {
    case "$eq":
      return equals(argument);
    case "$gt":
      return range(argument, (order) => order > 0);
    case "$gte":
      return range(argument, (order) => order >= 0);
    case "$lt":
      return range(argument, (order) => order < 0);
    case "$lte":
      return range(argument, (order) => order <= 0);
    case "$in":
      return oneOf(argument);
    case "$regex":
      return regexOperator(argument, siblings.$options);
    case "$type":
      return hasType(argument);
    case "$mod":
      return modulo(argument);
    default:
      return fail("BadValue", `unknown operator: ${operator}`);
  }
}

/** Ranges hold within the argument's type only; null stands for missing too. */
function range(limit: Value, holds: (order: number) => boolean): ValueTest {
  if (limit instanceof BSONRegExp) return fail("BadValue", "Can't have RegEx as arg to a range predicate");
  if (isNullish(limit)) return (v) => isNullish(v) && holds(0);
  if (limit instanceof MinKey || limit instanceof MaxKey) {
    return (v) => v !== undefined && holds(compare(v, limit));
  }
  const type = rank(limit);
  const limitIsNaN = Number.isNaN(limit);
  return (v) => rank(v) === type && Number.isNaN(v) === limitIsNaN && holds(compare(v, limit));
}

function oneOf(argument: Value): ValueTest {
  if (!Array.isArray(argument)) return fail("BadValue", "$in needs an array");
  const patterns = argument.filter((v) => v instanceof BSONRegExp).map((v) => matches(v));
  const keys = new Set(argument.filter((v) => !(v instanceof BSONRegExp)).map(keyOf));
  return (v) => keys.has(keyOf(v ?? null)) || patterns.some((test) => test(v));
}

function regexOperator(argument: Value, options: Value): ValueTest {
  if (options !== undefined && typeof options !== "string") {
    return fail("BadValue", "$options has to be a string");
  }
  if (typeof argument === "string") return matches(new BSONRegExp(argument, options));
  if (!(argument instanceof BSONRegExp)) return fail("BadValue", "$regex has to be a string");
  return matches(new BSONRegExp(argument.pattern, options ?? argument.options));
}

function hasType(argument: Value): ValueTest {
  const types = new Set(Array.isArray(argument) ? argument : [argument]);
  for (const type of types) {
    if (type !== "number" && !isTypeName(type))
      fail("BadValue", `$type takes names of types, not ${show(type)}`);
  }
  return (v) => types.has(typeName(v)) || (types.has("number") && isNumber(v));
}

function modulo(argument: Value): ValueTest {
  if (!Array.isArray(argument) || argument.length !== 2) {
    return fail("BadValue", "malformed mod, not an array of two");
  }
  const [divisor = 0, remainder = 0] = argument.map((v) => Math.trunc(toNumber(v)));
  if (divisor === 0) return fail("BadValue", "divisor cannot be 0");
  return (v) => isNumber(v) && Math.trunc(toNumber(v)) % divisor === remainder;
}
