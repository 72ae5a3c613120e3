import { BSONRegExp, ObjectId } from "bson";
import { DATE_OPERATORS } from "./date-operators.ts";
import { fail } from "./errors.ts";
import type { Compile, Environment, Expression, Operator } from "./environment.ts";
import { type Arithmetic, calculate, toNumber } from "./numbers.ts";
import { compare, keyOf } from "./order.ts";
import { toRegExp } from "./regex.ts";
import { average, extreme, sum } from "./statistics.ts";
import {
  type Doc,
  double,
  isDoc,
  isNumber,
  type Num,
  setField,
  show,
  truthy,
  typeName,
  type Value,
} from "./values.ts";

const isNullish = (v: Value): v is null | undefined => v === null || v === undefined;

/** An operator over its evaluated arguments; a lone argument may stand without brackets. */
function over(name: string, min: number, max: number, apply: (...args: Value[]) => Value): Operator {
  return (argument, compile) => {
    const args = (Array.isArray(argument) ? argument : [argument]).map((spec) => compile(spec));
    if (args.length < min || args.length > max) {
      return fail(
        "BadValue",
        `Expression ${name} takes ${min} to ${max} arguments, ${args.length} were passed in`,
      );
    }
    return (environment) => apply(...args.map((arg) => arg(environment)));
  };
}

const comparison = (name: string, holds: (order: number) => boolean) =>
  over(name, 2, 2, (a, b) => holds(compare(a, b)));

/** As {@link over}, but null or missing anywhere gives null. */
const strict = (name: string, min: number, max: number, apply: (...args: Value[]) => Value) =>
  over(name, min, max, (...args) => (args.some(isNullish) ? null : apply(...args)));

function number(name: string, v: Value): Num {
  return isNumber(v) ? v : fail("TypeMismatch", `${name} only supports numeric types, not ${typeName(v)}`);
}

function text(name: string, v: Value): string {
  return typeof v === "string"
    ? v
    : fail("TypeMismatch", `${name} only supports strings, not ${typeName(v)}`);
}

function array(name: string, v: Value): Value[] {
  return Array.isArray(v)
    ? v
    : fail("BadValue", `The argument to ${name} must be an array, but was ${typeName(v)}`);
}

function arithmetic(name: string, operation: Arithmetic, min: number, max: number): Operator {
  return strict(name, min, max, (...args) =>
    args.reduce((a, b) => {
      if (operation !== "multiply" && (a instanceof Date || b instanceof Date))
        return onDates(name, operation, a, b);
      return calculate(operation, number(name, a), number(name, b));
    }),
  );
}

function onDates(name: string, operation: Arithmetic, a: Value, b: Value): Value {
  if (operation === "subtract" && a instanceof Date && b instanceof Date) {
    return BigInt(a.getTime() - b.getTime());
  }
  if (a instanceof Date) {
    const offsetMs = toNumber(number(name, b));
    return new Date(a.getTime() + (operation === "add" ? offsetMs : -offsetMs));
  }
  if (operation === "add" && b instanceof Date) return new Date(b.getTime() + toNumber(number(name, a)));
  return fail("TypeMismatch", `can't ${name} a ${typeName(b)} from a ${typeName(a)}`);
}

/** Named arguments, compiled, with those that are missing left out. */
function named(
  name: string,
  argument: Value,
  fields: readonly string[],
  compile: Compile,
): Partial<Record<string, Expression>> {
  if (!isDoc(argument)) return fail("BadValue", `${name} requires an object as an argument`);
  const compiled: Partial<Record<string, Expression>> = {};
  for (const [field, spec] of Object.entries(argument)) {
    if (!fields.includes(field)) return fail("BadValue", `${name} found an unknown argument: ${field}`);
    compiled[field] = compile(spec);
  }
  return compiled;
}

function required(name: string, field: string, expression: Expression | undefined): Expression {
  return expression ?? fail("BadValue", `Missing '${field}' parameter to ${name}`);
}

const bind = (environment: Environment, variables: Record<string, Value>): Environment => ({
  ...environment,
  variables: { ...environment.variables, ...variables },
});

const conditional: Operator = (argument, compile) => {
  const names = ["if", "then", "else"];
  if (Array.isArray(argument) && argument.length !== 3) return fail("BadValue", "$cond takes 3 arguments");
  const parts = Array.isArray(argument)
    ? Object.fromEntries(names.map((name, i) => [name, argument[i]]))
    : argument;
  const compiled = named("$cond", parts, names, compile);
  const test = required("$cond", "if", compiled.if);
  const yes = required("$cond", "then", compiled.then);
  const no = required("$cond", "else", compiled.else);
  return (environment) => (truthy(test(environment)) ? yes : no)(environment);
};

const switchCase: Operator = (argument, compile) => {
  if (!isDoc(argument) || !Array.isArray(argument.branches))
    return fail("BadValue", "$switch requires branches");
  const branches = argument.branches.map((branch) => {
    const compiled = named("$switch", branch, ["case", "then"], compile);
    return {
      test: required("$switch", "case", compiled.case),
      result: required("$switch", "then", compiled.then),
    };
  });
  const fallback = "default" in argument ? compile(argument.default) : undefined;
  return (environment) => {
    const hit = branches.find(({ test }) => truthy(test(environment)))?.result ?? fallback;
    return hit
      ? hit(environment)
      : fail("BadValue", "$switch could not find a matching branch and has no default");
  };
};

const letIn: Operator = (argument, compile) => {
  if (!isDoc(argument) || !isDoc(argument.vars)) return fail("BadValue", "$let requires vars");
  const variables = Object.entries(argument.vars).map(([name, spec]) => [name, compile(spec)] as const);
  const body = compile(argument.in);
  return (environment) =>
    body(bind(environment, Object.fromEntries(variables.map(([name, value]) => [name, value(environment)]))));
};

/** `$filter` and `$map`: something for each element, bound to the name in `as`. */
function eachElement(
  name: string,
  body: "cond" | "in",
  apply: (input: Value[], evaluate: (element: Value) => Value) => Value[],
): Operator {
  return (argument, compile) => {
    if (!isDoc(argument)) return fail("BadValue", `${name} requires an object as an argument`);
    const { as = "this", ...rest } = argument;
    const compiled = named(name, rest, ["input", body], compile);
    const input = required(name, "input", compiled.input);
    const each = required(name, body, compiled[body]);
    return (environment) => {
      const elements = input(environment);
      if (isNullish(elements)) return null;
      return apply(array(name, elements), (element) =>
        each(bind(environment, { [text(name, as)]: element })),
      );
    };
  };
}

const reduce: Operator = (argument, compile) => {
  const compiled = named("$reduce", argument, ["input", "initialValue", "in"], compile);
  const input = required("$reduce", "input", compiled.input);
  const initial = required("$reduce", "initialValue", compiled.initialValue);
  const step = required("$reduce", "in", compiled.in);
  return (environment) => {
    const elements = input(environment);
    if (isNullish(elements)) return null;
    return array("$reduce", elements).reduce(
      (value, element) => step(bind(environment, { value, this: element })),
      initial(environment),
    );
  };
};

const regexMatch: Operator = (argument, compile) => {
  const compiled = named("$regexMatch", argument, ["input", "regex", "options"], compile);
  const input = required("$regexMatch", "input", compiled.input);
  const regex = required("$regexMatch", "regex", compiled.regex);
  return (environment) => {
    const value = input(environment);
    if (isNullish(value)) return false;
    const pattern = regex(environment);
    const options = compiled.options?.(environment);
    const [source, own] =
      pattern instanceof BSONRegExp ? [pattern.pattern, pattern.options] : [text("$regexMatch", pattern), ""];
    return toRegExp(source, isNullish(options) ? own : text("$regexMatch", options)).test(
      text("$regexMatch", value),
    );
  };
};

function elementAt(elements: Value[], index: number): Value {
  return elements.at(index);
}

function slice(input: Value, from: Value, count?: Value): Value {
  const elements = array("$slice", input);
  const first = toNumber(from);
  if (count === undefined) return first < 0 ? elements.slice(first) : elements.slice(0, first);
  const start = first < 0 ? Math.max(0, elements.length + first) : first;
  return elements.slice(start, start + toNumber(count));
}

function unique(elements: readonly Value[]): Value[] {
  return [...new Map(elements.map((v) => [keyOf(v), v])).values()];
}

function intersection(...sets: Value[]): Value[] {
  const [first = [], ...others] = sets.map((set) => unique(array("$setIntersection", set)));
  const keys = others.map((set) => new Set(set.map(keyOf)));
  return first.filter((v) => keys.every((set) => set.has(keyOf(v))));
}

function merge(...docs: Value[]): Value {
  const merged: Doc = {};
  for (const doc of docs) {
    if (isNullish(doc)) continue;
    if (!isDoc(doc))
      return fail("BadValue", `$mergeObjects requires object inputs, but input is ${typeName(doc)}`);
    for (const [field, value] of Object.entries(doc)) setField(merged, field, value);
  }
  return merged;
}

function toPairs(doc: Value): Value {
  if (!isDoc(doc))
    return fail("BadValue", `$objectToArray requires a document input, found: ${typeName(doc)}`);
  return Object.entries(doc).map(([k, v]) => ({ k, v }));
}

function fromPairs(pairs: Value): Value {
  const doc: Doc = {};
  for (const pair of array("$arrayToObject", pairs)) {
    const [field, value] = Array.isArray(pair) ? pair : isDoc(pair) ? [pair.k, pair.v] : [];
    setField(doc, text("$arrayToObject", field), value);
  }
  return doc;
}

function divide(a: Value, b: Value): Value {
  const divisor = toNumber(number("$divide", b));
  if (divisor === 0) return fail("BadValue", "can't $divide by zero");
  return double(toNumber(number("$divide", a)) / divisor);
}

function toText(v: Value): Value {
  if (v instanceof Date) return v.toISOString();
  if (v instanceof ObjectId) return v.toHexString();
  if (typeof v === "string" || typeof v === "boolean" || isNumber(v)) return v.toString();
  return fail("BadValue", `Unsupported conversion from ${typeName(v)} to string`);
}

function toObjectId(v: Value): Value {
  if (v instanceof ObjectId) return v;
  if (typeof v === "string" && ObjectId.isValid(v)) return ObjectId.createFromHexString(v);
  return fail("BadValue", `Failed to parse objectId ${show(v)} in $convert`);
}

/** Statistics over several arguments, or over the elements of a lone array. */
const statistic = (name: string, of: (values: readonly Value[]) => Value): Operator => {
  const all = over(name, 1, Infinity, (...args) =>
    of(args.length === 1 && Array.isArray(args[0]) ? args[0] : args),
  );
  return all;
};

/** Every expression operator there is; anything else is refused. */
export const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["$literal", (argument) => () => argument],
  ["$and", over("$and", 0, Infinity, (...args) => args.every(truthy))],
  ["$or", over("$or", 0, Infinity, (...args) => args.some(truthy))],
  ["$not", over("$not", 1, 1, (v) => !truthy(v))],
  ["$eq", comparison("$eq", (order) => order === 0)],
  ["$ne", comparison("$ne", (order) => order !== 0)],
  ["$gt", comparison("$gt", (order) => order > 0)],
  ["$gte", comparison("$gte", (order) => order >= 0)],
  ["$lt", comparison("$lt", (order) => order < 0)],
  ["$lte", comparison("$lte", (order) => order <= 0)],
  ["$cmp", over("$cmp", 2, 2, (a, b) => Math.sign(compare(a, b)))],
  ["$cond", conditional],
  ["$switch", switchCase],
  ["$let", letIn],
  ["$ifNull", over("$ifNull", 2, Infinity, (...args) => args.find((v) => !isNullish(v)) ?? args.at(-1))],
  ["$add", arithmetic("$add", "add", 1, Infinity)],
  ["$subtract", arithmetic("$subtract", "subtract", 2, 2)],
  ["$multiply", arithmetic("$multiply", "multiply", 1, Infinity)],
  ["$divide", strict("$divide", 2, 2, divide)],
  ["$concat", strict("$concat", 1, Infinity, (...args) => args.map((v) => text("$concat", v)).join(""))],
  ["$toLower", over("$toLower", 1, 1, (v) => (isNullish(v) ? "" : text("$toLower", v).toLowerCase()))],
  ["$toUpper", over("$toUpper", 1, 1, (v) => (isNullish(v) ? "" : text("$toUpper", v).toUpperCase()))],
  ["$regexMatch", regexMatch],
  ["$type", over("$type", 1, 1, typeName)],
  ["$toString", strict("$toString", 1, 1, toText)],
  ["$toObjectId", strict("$toObjectId", 1, 1, toObjectId)],
  ["$isArray", over("$isArray", 1, 1, Array.isArray)],
  ["$size", over("$size", 1, 1, (v) => array("$size", v).length)],
  [
    "$in",
    over("$in", 2, 2, (v, set) => {
      if (!Array.isArray(set)) return fail("BadValue", "$in requires an array as a second argument");
      return set.some((element) => compare(element, v) === 0);
    }),
  ],
  [
    "$arrayElemAt",
    strict("$arrayElemAt", 2, 2, (v, at) => elementAt(array("$arrayElemAt", v), toNumber(at))),
  ],
  ["$first", strict("$first", 1, 1, (v) => elementAt(array("$first", v), 0))],
  ["$last", strict("$last", 1, 1, (v) => elementAt(array("$last", v), -1))],
  ["$slice", strict("$slice", 2, 3, slice)],
  [
    "$concatArrays",
    strict("$concatArrays", 1, Infinity, (...args) => args.flatMap((v) => array("$concatArrays", v))),
  ],
  ["$filter", eachElement("$filter", "cond", (input, evaluate) => input.filter((v) => truthy(evaluate(v))))],
  ["$map", eachElement("$map", "in", (input, evaluate) => input.map((v) => evaluate(v) ?? null))],
  ["$reduce", reduce],
  [
    "$setUnion",
    strict("$setUnion", 1, Infinity, (...args) => unique(args.flatMap((v) => array("$setUnion", v)))),
  ],
  ["$setIntersection", strict("$setIntersection", 1, Infinity, intersection)],
  ["$mergeObjects", over("$mergeObjects", 1, Infinity, merge)],
  ["$objectToArray", strict("$objectToArray", 1, 1, toPairs)],
  ["$arrayToObject", strict("$arrayToObject", 1, 1, fromPairs)],
  ["$sum", statistic("$sum", sum)],
  ["$avg", statistic("$avg", average)],
  ["$min", statistic("$min", (values) => extreme(values, -1))],
  ["$max", statistic("$max", (values) => extreme(values, 1))],
  ...DATE_OPERATORS,
]);
