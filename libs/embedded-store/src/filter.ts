import { BSONRegExp, MaxKey, MinKey } from "bson";
import { fail } from "./errors.ts";
import { compileExpression } from "./expressions.ts";
import { toNumber } from "./numbers.ts";
import { compare, equal, keyOf, rank } from "./order.ts";
import { type Trace, visitPath } from "./paths.ts";
import { toRegExp } from "./regex.ts";
import { type Doc, isDoc, isNumber, truthy, typeAlias, typeName, type Value } from "./values.ts";

export type Test = (value: Value, trace?: Trace) => boolean;

/**
 * Compiles a filter into a predicate.
 *
 * @throws StoreError for a malformed filter or an operator that is not supported
 */
export function compileFilter(filter: Value, now: Date): Test {
  if (!isDoc(filter)) return fail("BadValue", `a filter must be an object, found ${typeName(filter)}`);
  const tests = Object.entries(filter).flatMap(([name, condition]) => clause(name, condition, now));
  return tests.length === 1 ? tests[0]! : (value, trace) => tests.every((test) => test(value, trace));
}

function clause(name: string, condition: Value, now: Date): Test[] {
  switch (name) {
    case "$and":
    case "$or":
    case "$nor":
      return [logical(name, condition, now)];
    case "$expr": {
      const expression = compileExpression(condition);
      return [(doc) => truthy(expression({ root: doc, variables: {}, now }))];
    }
    case "$comment":
      return [];
    default:
      if (!name.startsWith("$")) return fieldTests(name, condition, now);
      return fail("BadValue", `unknown top level operator: ${name}`);
  }
}

function logical(name: "$and" | "$or" | "$nor", condition: Value, now: Date): Test {
  if (!Array.isArray(condition) || condition.length === 0) {
    return fail("BadValue", `${name} argument must be a non-empty array`);
  }
  const tests = condition.map((part) => compileFilter(part, now));
  if (name === "$and") return (v, trace) => tests.every((test) => test(v, trace));
  if (name === "$or") return (v, trace) => tests.some((test) => test(v, trace));
  return (v) => !tests.some((test) => test(v));
}

/** Whether a condition is a set of operators rather than a value to be equal to. */
export function isOperators(condition: Value): condition is Doc {
  if (!isDoc(condition)) return false;
  return Object.keys(condition).some((name) => name.startsWith("$"));
}

function fieldTests(path: string, condition: Value, now: Date): Test[] {
  const parts = path.split(".");
  if (!isOperators(condition)) {
    return [onValues(parts, condition instanceof BSONRegExp ? matches(condition) : equals(condition))];
  }
  return Object.entries(condition)
    .filter(([operator]) => operator !== "$options")
    .map(([operator, argument]) => operatorTest(path, parts, operator, argument, condition, now));
}

function operatorTest(
  path: string,
  parts: string[],
  operator: string,
  argument: Value,
  siblings: Doc,
  now: Date,
): Test {
  switch (operator) {
    case "$not":
      return not(path, argument, now);
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
      return (doc, trace) =>
        visitPath(doc, parts, (leaf) => Array.isArray(leaf) && leaf.length === size, trace);
    }
    case "$elemMatch":
      return elementMatch(parts, argument, now);
    case "$all":
      return all(path, parts, argument, now);
    default:
      return onValues(parts, valueTest(operator, argument, siblings));
  }
}

function not(path: string, argument: Value, now: Date): Test {
  if (!(argument instanceof BSONRegExp) && !isOperators(argument)) {
    return fail("BadValue", "$not needs a regex or a document");
  }
  const tests = fieldTests(path, argument, now);
  return (doc) => !tests.every((test) => test(doc));
}

function elementMatch(parts: string[], argument: Value, now: Date): Test {
  const test = compileElementMatch(argument, now);
  return (doc, trace) =>
    visitPath(
      doc,
      parts,
      (leaf) => {
        const index = Array.isArray(leaf) ? leaf.findIndex((element) => test(element)) : -1;
        if (index >= 0 && trace) trace.index = index;
        return index >= 0;
      },
      trace,
    );
}

/** The test that `$elemMatch` puts to each element: operators on the element itself, or a filter on its fields. */
export function compileElementMatch(argument: Value, now: Date): Test {
  if (!isDoc(argument)) return fail("BadValue", "$elemMatch needs an Object");
  const onFields = Object.keys(argument).every((name) => ["$and", "$or", "$nor", "$expr"].includes(name));
  if (isOperators(argument) && !onFields) {
    const tests = fieldTests("element", argument, now);
    return (element) => tests.every((test) => test({ element }));
  }
  const test = compileFilter(argument, now);
  return (element) => (isDoc(element) || Array.isArray(element)) && test(element);
}

function all(path: string, parts: string[], argument: Value, now: Date): Test {
  if (!Array.isArray(argument)) return fail("BadValue", "$all needs an array");
  const tests = argument.flatMap((wanted) => {
    if (isDoc(wanted) && "$elemMatch" in wanted) return fieldTests(path, wanted, now);
    return onValues(parts, wanted instanceof BSONRegExp ? matches(wanted) : equals(wanted));
  });
  return (doc, trace) => tests.length > 0 && tests.every((test) => test(doc, trace));
}

/** A test of values reaches whole arrays and each of their elements. */
function onValues(parts: string[], test: (value: Value) => boolean): Test {
  return (doc, trace) =>
    visitPath(
      doc,
      parts,
      (leaf) => {
        if (test(leaf)) return true;
        const index = Array.isArray(leaf) ? leaf.findIndex((element) => test(element)) : -1;
        if (index >= 0 && trace) trace.index = index;
        return index >= 0;
      },
      trace,
    );
}

function equals(wanted: Value): (value: Value) => boolean {
  if (wanted === null || wanted === undefined) return (v) => v === null || v === undefined;
  if (typeof wanted === "string" || typeof wanted === "boolean") return (v) => v === wanted;
  return (v) => v !== undefined && equal(v, wanted);
}

function matches(pattern: BSONRegExp): (value: Value) => boolean {
  const regex = toRegExp(pattern.pattern, pattern.options);
  return (v) => (typeof v === "string" ? regex.test(v) : v instanceof BSONRegExp && equal(v, pattern));
}

function valueTest(operator: string, argument: Value, siblings: Doc): (value: Value) => boolean {
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
    case "$type": {
      const types = new Set((Array.isArray(argument) ? argument : [argument]).map((type) => typeAlias(type)));
      return (v) => types.has(typeName(v)) || (types.has("number") && isNumber(v));
    }
    case "$mod":
      return modulo(argument);
    default:
      return fail("BadValue", `unknown operator: ${operator}`);
  }
}

/** Ranges hold within the argument's type only; null stands for missing too. */
function range(limit: Value, holds: (order: number) => boolean): (value: Value) => boolean {
  if (limit instanceof BSONRegExp) return fail("BadValue", "Can't have RegEx as arg to a range predicate");
  if (limit === null || limit === undefined) return (v) => (v === null || v === undefined) && holds(0);
  if (limit instanceof MinKey || limit instanceof MaxKey) {
    return (v) => v !== undefined && holds(compare(v, limit));
  }
  const type = rank(limit);
  const limitIsNaN = isNaNValue(limit);
  return (v) => rank(v) === type && isNaNValue(v) === limitIsNaN && holds(compare(v, limit));
}

const isNaNValue = (v: Value) => typeof v === "number" && Number.isNaN(v);

function oneOf(argument: Value): (value: Value) => boolean {
  if (!Array.isArray(argument)) return fail("BadValue", "$in needs an array");
  const patterns = argument.filter((v) => v instanceof BSONRegExp).map((v) => matches(v));
  const keys = new Set(argument.filter((v) => !(v instanceof BSONRegExp)).map(keyOf));
  return (v) => keys.has(keyOf(v ?? null)) || patterns.some((test) => test(v));
}

function regexOperator(argument: Value, options: Value): (value: Value) => boolean {
  if (options !== undefined && typeof options !== "string")
    return fail("BadValue", "$options has to be a string");
  if (argument instanceof BSONRegExp) {
    return matches(new BSONRegExp(argument.pattern, options ?? argument.options));
  }
  if (typeof argument !== "string") return fail("BadValue", "$regex has to be a string");
  return matches(new BSONRegExp(argument, options));
}

function modulo(argument: Value): (value: Value) => boolean {
  if (!Array.isArray(argument) || argument.length !== 2) {
    return fail("BadValue", "malformed mod, not an array of two");
  }
  const [divisor = 0, remainder = 0] = argument.map((v) => Math.trunc(toNumber(v)));
  if (divisor === 0) return fail("BadValue", "divisor cannot be 0");
  return (v) => isNumber(v) && Math.trunc(toNumber(v)) % divisor === remainder;
}
