import { BSONRegExp, ObjectId } from "bson";
import { STATISTICS } from "./accumulators.ts";
import { fail, unsupported } from "./errors.ts";
import { type Arithmetic, calculate, toNumber } from "./numbers.ts";
import { compare, keyOf, unique } from "./order.ts";
import { toRegExp } from "./regex.ts";
import {
  type Doc,
  double,
  isDoc,
  isNullish,
  isNumber,
  setField,
  show,
  truthy,
  typeName,
  type Value,
} from "./values.ts";

/** What an aggregation expression is evaluated against. */
export interface Environment {
  readonly root: Value;
  readonly variables: Readonly<Record<string, Value>>;
}

export type Expression = (environment: Environment) => Value;
type Compile = (spec: Value) => Expression;

/** Compiles a call of the operator `name`; `compile` compiles its arguments. */
type Operator = (argument: Value, compile: Compile, name: string) => Expression;

/** An operator over its evaluated arguments; a lone argument may stand without brackets. */
function over(min: number, max: number, apply: (...args: Value[]) => Value): Operator {
  return (argument, compile, name) => {
    const args = (Array.isArray(argument) ? argument : [argument]).map((spec) => compile(spec));
    if (args.length < min || args.length > max) {
      return fail("BadValue", `Expression ${name} takes ${min} to ${max} arguments, found ${args.length}`);
    }
    return (environment) => apply(...args.map((arg) => arg(environment)));
  };
}

/** As {@link over}, but null or missing anywhere gives null. */
const strict = (min: number, max: number, apply: (...args: Value[]) => Value) =>
  over(min, max, (...args) => (args.some(isNullish) ? null : apply(...args)));

const comparison = (holds: (order: number) => boolean) => over(2, 2, (a, b) => holds(compare(a, b)));

/** The elements of a list, or the arguments themselves. */
const statistic = (name: string): [string, Operator] => [
  name,
  over(1, Infinity, (...args) =>
    STATISTICS[name]!(args.length === 1 && Array.isArray(args[0]) ? args[0] : args),
  ),
];

function expected(type: string, v: Value): never {
  return fail("TypeMismatch", `an aggregation expression expected ${type}, found ${typeName(v)}`);
}

const number = (v: Value) => (isNumber(v) ? v : expected("a number", v));
const text = (v: Value) => (typeof v === "string" ? v : expected("a string", v));
const array = (v: Value) => (Array.isArray(v) ? v : expected("an array", v));
const document = (v: Value) => (isDoc(v) ? v : expected("a document", v));
const date = (v: Value) => (v instanceof Date ? v : expected("a date", v));

const arithmetic = (operation: Arithmetic, min: number, max: number) =>
  strict(min, max, (...args) =>
    args.reduce((a, b) =>
      a instanceof Date || b instanceof Date
        ? onDates(operation, a, b)
        : calculate(operation, number(a), number(b)),
    ),
  );

function onDates(operation: Arithmetic, a: Value, b: Value): Value {
  if (operation === "add" && !(a instanceof Date)) return onDates(operation, b, a);
  const ms = date(a).getTime();
  if (operation === "subtract" && b instanceof Date) return BigInt(ms - b.getTime());
  if (operation === "multiply") return expected("a number", a);
  const offsetMs = toNumber(number(b));
  return new Date(operation === "add" ? ms + offsetMs : ms - offsetMs);
}

function divide(a: Value, b: Value): Value {
  const divisor = toNumber(number(b));
  if (divisor === 0) return fail("BadValue", "can't $divide by zero");
  return double(toNumber(number(a)) / divisor);
}

/** An operator over named arguments: those required, and those that may be missing. */
function named<R extends string, O extends string = never>(
  required: readonly R[],
  optional: readonly O[],
  build: (args: Record<R, Expression> & Partial<Record<O, Expression>>) => Expression,
): Operator {
  return (argument, compile, name) => {
    if (!isDoc(argument)) return fail("BadValue", `${name} requires an object as an argument`);
    const missing = required.find((field) => !Object.hasOwn(argument, field));
    if (missing !== undefined) return fail("BadValue", `Missing '${missing}' parameter to ${name}`);
    const known = new Set<string>([...required, ...optional]);
    const unknown = Object.keys(argument).find((field) => !known.has(field));
    if (unknown !== undefined) return unsupported(`the argument ${unknown} of ${name}`);
    const compiled = Object.entries(argument).map(([field, spec]) => [field, compile(spec)]);
    return build(Object.fromEntries(compiled) as Parameters<typeof build>[0]);
  };
}

const choose =
  (test: Expression, yes: Expression, no: Expression): Expression =>
  (environment) =>
    (truthy(test(environment)) ? yes : no)(environment);

const namedCondition = named(["if", "then", "else"], [], (args) => choose(args.if, args.then, args.else));

const conditional: Operator = (argument, compile, name) => {
  if (!Array.isArray(argument)) return namedCondition(argument, compile, name);
  const [test, yes, no, ...others] = argument.map(compile);
  return test && yes && no && others.length === 0
    ? choose(test, yes, no)
    : fail("BadValue", "$cond takes 3 arguments");
};

/** A chain of conditions, from the last to the first. */
const switchCase: Operator = (argument, compile, name) => {
  if (!isDoc(argument) || !Array.isArray(argument.branches))
    return fail("BadValue", "$switch requires branches");
  const otherwise: Expression =
    "default" in argument
      ? compile(argument.default)
      : () => fail("BadValue", "$switch could not find a matching branch and has no default");
  return argument.branches.reduceRight<Expression>(
    (next, branch) =>
      named(["case", "then"], [], (args) => choose(args.case, args.then, next))(branch, compile, name),
    otherwise,
  );
};

const bind = ({ root, variables }: Environment, more: Record<string, Value>): Environment => ({
  root,
  variables: { ...variables, ...more },
});

/** `$filter` and `$map`: something for each element, bound to the name in `as`. */
const eachElement = (
  body: "cond" | "in",
  apply: (input: Value[], evaluate: (element: Value) => Value) => Value[],
) =>
  named(["input", body], ["as"], (args) => (environment) => {
    const elements = args.input(environment);
    const name = args.as ? text(args.as(environment)) : "this";
    if (isNullish(elements)) return null;
    return apply(array(elements), (element) => args[body](bind(environment, { [name]: element })));
  });

const reduce = named(["input", "initialValue", "in"], [], (args) => (environment) => {
  const elements = args.input(environment);
  if (isNullish(elements)) return null;
  return array(elements).reduce(
    (value, element) => args.in(bind(environment, { value, this: element })),
    args.initialValue(environment),
  );
});

const regexMatch = named(["input", "regex"], ["options"], (args) => (environment) => {
  const value = args.input(environment);
  if (isNullish(value)) return false;
  const regex = args.regex(environment);
  const { pattern, options } = regex instanceof BSONRegExp ? regex : { pattern: text(regex), options: "" };
  const given = args.options?.(environment) ?? options;
  return toRegExp(pattern, text(given)).test(text(value));
});

function intersection(...sets: Value[]): Value[] {
  const [first = [], ...others] = sets.map((set) => unique(array(set)));
  const keys = others.map((set) => new Set(set.map(keyOf)));
  return first.filter((v) => keys.every((set) => set.has(keyOf(v))));
}

function merge(...docs: Value[]): Value {
  const merged: Doc = {};
  for (const doc of docs) {
    if (isNullish(doc)) continue;
    for (const [field, value] of Object.entries(document(doc))) setField(merged, field, value);
  }
  return merged;
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

/** A date as text in UTC with a year of four digits, whose parts have fixed places. */
function isoText(v: Value): string {
  const iso = date(v).toISOString();
  return iso.length === ISO_START.length ? iso : unsupported(`the year of ${iso} in a date expression`);
}

const ISO_START = "0000-01-01T00:00:00.000Z";
const ISO_PARTS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  "%Y": [0, 4],
  "%m": [5, 7],
  "%d": [8, 10],
  "%H": [11, 13],
  "%M": [14, 16],
  "%S": [17, 19],
  "%L": [20, 23],
};
const UNIT_ENDS = new Map(Object.entries({ year: 4, month: 7, day: 10, hour: 13, minute: 16, second: 19 }));

const dateToString = named(["date", "format"], [], (args) => (environment) => {
  const when = args.date(environment);
  if (isNullish(when)) return null;
  return text(args.format(environment)).replace(/%./g, (code) => {
    const part = ISO_PARTS[code] ?? unsupported(`the date format ${code}`);
    return isoText(when).slice(...part);
  });
});

const dateTrunc = named(["date", "unit"], [], (args) => (environment) => {
  const when = args.date(environment);
  if (isNullish(when)) return null;
  const unit = text(args.unit(environment));
  const end = UNIT_ENDS.get(unit) ?? unsupported(`$dateTrunc to ${unit}`);
  return new Date(isoText(when).slice(0, end) + ISO_START.slice(end));
});

/** Every expression operator there is; anything else is refused. */
export const OPERATORS: Readonly<Record<string, Operator>> = {
  $literal: (argument) => () => argument,
  $and: over(0, Infinity, (...args) => args.every(truthy)),
  $or: over(0, Infinity, (...args) => args.some(truthy)),
  $not: over(1, 1, (v) => !truthy(v)),
  $eq: comparison((order) => order === 0),
  $ne: comparison((order) => order !== 0),
  $gt: comparison((order) => order > 0),
  $gte: comparison((order) => order >= 0),
  $lt: comparison((order) => order < 0),
  $lte: comparison((order) => order <= 0),
  $cond: conditional,
  $switch: switchCase,
  $ifNull: over(2, Infinity, (...args) => args.find((v) => !isNullish(v)) ?? args.at(-1)),
  $add: arithmetic("add", 1, Infinity),
  $subtract: arithmetic("subtract", 2, 2),
  $multiply: arithmetic("multiply", 1, Infinity),
  $divide: strict(2, 2, divide),
  $concat: strict(1, Infinity, (...args) => args.map(text).join("")),
  $regexMatch: regexMatch,
  $type: over(1, 1, typeName),
  $toString: strict(1, 1, toText),
  $toObjectId: strict(1, 1, toObjectId),
  $isArray: over(1, 1, Array.isArray),
  $size: over(1, 1, (v) => array(v).length),
  $in: over(2, 2, (v, set) => array(set).some((element) => compare(element, v) === 0)),
  $arrayElemAt: strict(2, 2, (v, at) => array(v).at(toNumber(at))),
  $concatArrays: strict(1, Infinity, (...args) => args.flatMap(array)),
  $filter: eachElement("cond", (input, evaluate) => input.filter((v) => truthy(evaluate(v)))),
  $map: eachElement("in", (input, evaluate) => input.map((v) => evaluate(v) ?? null)),
  $reduce: reduce,
  $setUnion: strict(1, Infinity, (...args) => unique(args.flatMap(array))),
  $setIntersection: strict(1, Infinity, intersection),
  $mergeObjects: over(1, Infinity, merge),
  $objectToArray: strict(1, 1, (v) => Object.entries(document(v)).map(([k, value]) => ({ k, v: value }))),
  $dateToString: dateToString,
  $dateTrunc: dateTrunc,
  ...Object.fromEntries(Object.keys(STATISTICS).map(statistic)),
};
