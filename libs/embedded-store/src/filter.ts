import { fail } from "./errors.ts";
import { compare, equal, keyOf } from "./order.ts";
import { visitPath } from "./paths.ts";
import { toRegExp } from "./regex.ts";
import { type Doc, isDoc, isNullish, rank, truthy, typeName, type Value } from "./values.ts";

/** Whether a document matches. */
export type Test = (doc: Value) => boolean;
type ValueTest = (value: Value) => boolean;

/**
 * Compiles a filter into a predicate.
 *
 * @throws StoreError for a malformed filter or an operator that is not supported
 */
export function compileFilter(filter: Value): Test {
  if (!isDoc(filter)) return fail("BadValue", `a filter must be an object, found ${typeName(filter)}`);
  const tests = Object.entries(filter).flatMap(([name, condition]) => clause(name, condition));
  return tests.length === 1 ? tests[0]! : (doc) => tests.every((test) => test(doc));
}

function clause(name: string, condition: Value): Test[] {
  if (name === "$and" || name === "$or") return [logical(name, condition)];
  if (!name.startsWith("$")) return fieldTests(name, condition);
  return fail("BadValue", `unknown top level operator: ${name}`);
}

function logical(name: "$and" | "$or", condition: Value): Test {
  if (!Array.isArray(condition) || condition.length === 0) {
    return fail("BadValue", `${name} argument must be a non-empty array`);
  }
  const tests = condition.map((part) => compileFilter(part));
  if (name === "$and") return (doc) => tests.every((test) => test(doc));
  return (doc) => tests.some((test) => test(doc));
}

/** Whether a condition is a set of operators rather than a value to be equal to. */
export const isOperators = (condition: Value): condition is Doc =>
  isDoc(condition) && Object.keys(condition).some((name) => name.startsWith("$"));

function fieldTests(path: string, condition: Value): Test[] {
  const parts = path.split(".");
  if (!isOperators(condition)) return [onValues(parts, equals(condition))];
  return Object.entries(condition)
    .filter(([operator]) => operator !== "$options")
    .map(([operator, argument]) => operatorTest(parts, operator, argument, condition));
}

function operatorTest(parts: string[], operator: string, argument: Value, siblings: Doc): Test {
  switch (operator) {
    case "$ne":
    case "$nin": {
      const test = onValues(parts, valueTest(operator === "$ne" ? "$eq" : "$in", argument, siblings));
      return (doc) => !test(doc);
    }
    case "$exists": {
      const wantsField = truthy(argument);
      return (doc) => visitPath(doc, parts, (leaf) => leaf !== undefined) === wantsField;
    }
    default:
      return onValues(parts, valueTest(operator, argument, siblings));
  }
}

/** A test of values applies to whole arrays and to each of their elements. */
const onValues =
  (parts: string[], test: ValueTest): Test =>
  (doc) =>
    visitPath(doc, parts, (leaf) => test(leaf) || (Array.isArray(leaf) && leaf.some(test)));

function equals(wantedValue: Value): ValueTest {
  if (isNullish(wantedValue)) return isNullish;
  if (typeof wantedValue === "string" || typeof wantedValue === "boolean") return (v) => v === wantedValue;
  return (v) => v !== undefined && equal(v, wantedValue);
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
      return matches(argument, siblings.$options);
    default:
      return fail("BadValue", `unknown operator: ${operator}`);
  }
}

/** Ranges hold within the argument's type only; null also matches missing. */
function range(limit: Value, holds: (order: number) => boolean): ValueTest {
  if (isNullish(limit)) return (v) => isNullish(v) && holds(0);
  const type = rank(limit);
  const limitIsNaN = Number.isNaN(limit);
  return (v) => rank(v) === type && Number.isNaN(v) === limitIsNaN && holds(compare(v, limit));
}

function oneOf(argument: Value): ValueTest {
  if (!Array.isArray(argument)) return fail("BadValue", "$in needs an array");
  const keys = new Set(argument.map(keyOf));
  return (v) => keys.has(keyOf(v ?? null));
}

function matches(pattern: Value, options: Value = ""): ValueTest {
  if (typeof pattern !== "string" || typeof options !== "string") {
    return fail("BadValue", "$regex and $options have to be strings");
  }
  const regex = toRegExp(pattern, options);
  return (v) => typeof v === "string" && regex.test(v);
}
