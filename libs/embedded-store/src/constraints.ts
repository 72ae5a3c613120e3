import { ObjectId } from "bson";
import { isOperators } from "./filter.ts";
import { compare, keyOf } from "./order.ts";
import { type Doc, isDoc, isNumber, type Value } from "./values.ts";

/** A necessary condition on one path: one of some values, or a range. */
export interface Constraint {
  points?: readonly Value[];
  low?: Value;
  high?: Value;
  /** Whether an end is no part of the range. */
  isLowOpen?: boolean;
  isHighOpen?: boolean;
  /** Whether one value meets both ends: elsewhere two elements of an array may. */
  isOfOneValue?: boolean;
}

const EARLIEST = new Date(-8.64e15);
const LATEST = new Date(8.64e15);
const FIRST_ID = new ObjectId("000000000000000000000000");
const LAST_ID = new ObjectId("ffffffffffffffffffffffff");

/** One of the conditions that a document must meet together. */
export interface Condition {
  readonly path: string;
  readonly operator: string;
  readonly argument: Value;
}

/** The conditions of a filter that hold together: those at its top, and those within `$and`. */
export function conditionsOf(filter: Doc): Condition[] {
  return Object.entries(filter).flatMap(([path, condition]) => {
    if (path === "$and" && Array.isArray(condition)) return condition.filter(isDoc).flatMap(conditionsOf);
    if (path.startsWith("$")) return { path, operator: path, argument: condition };
    if (!isOperators(condition)) return { path, operator: "$eq", argument: condition };
    return Object.entries(condition).map(([operator, argument]) => ({ path, operator, argument }));
  });
}

/**
 * The constraints of the conditions on each path. They only narrow a search; found documents are filtered again.
 */
export function constraintsOf(conditions: readonly Condition[]): Map<string, Constraint> {
  const constraints = new Map<string, Constraint>();
  const withOptions = new Set(
    conditions.filter(({ operator }) => operator === "$options").map(({ path }) => path),
  );
  for (const { path, operator, argument } of conditions) {
    const constraint = constraints.get(path) ?? {};
    if (operator === "$eq") addPoints(constraint, [argument]);
    else if (operator === "$regex" && !withOptions.has(path)) addBeginning(constraint, argument);
    else if (operator === "$in" && Array.isArray(argument)) addPoints(constraint, argument);
    else addRange(constraint, operator, argument);
    constraints.set(path, constraint);
  }
  return constraints;
}

function addPoints(constraint: Constraint, values: readonly Value[]): void {
  // Arrays are indexed by their elements.
  if (values.some(Array.isArray)) return;
  const points = [...new Map(values.map((v) => [keyOf(v), v])).values()].toSorted(compare);
  if (!constraint.points || points.length < constraint.points.length) constraint.points = points;
}

function addRange(constraint: Constraint, operator: string, limit: Value): void {
  const bracket = bracketOf(limit);
  if (!bracket || constraint.isOfOneValue || !/^\$[gl]te?$/.test(operator)) return;
  const isLow = operator.startsWith("$g");
  const isOpen = !operator.endsWith("e");
  const [low, high] = isLow ? [limit, bracket[1]] : [bracket[0], limit];
  if (isLow || !("low" in constraint)) Object.assign(constraint, { low, isLowOpen: isLow && isOpen });
  if (!isLow || !("high" in constraint)) Object.assign(constraint, { high, isHighOpen: !isLow && isOpen });
}

/** A pattern of a beginning and no more, in which other characters than letters and digits may be escaped. */
const BEGINNING = /^\^((?:[^\\^$.*+?()[\]{}|]|\\[^\p{L}\p{N}])+)$/u;

/** Texts with a beginning, as the server bounds them: up to the next text that does not begin so. */
function addBeginning(constraint: Constraint, pattern: Value): void {
  const escapedText = typeof pattern === "string" ? BEGINNING.exec(pattern)?.[1] : undefined;
  if (escapedText === undefined || "low" in constraint || "high" in constraint) return;
  const low = escapedText.replaceAll(/\\(.)/gu, "$1");
  const high = nextText(low);
  if (high === undefined) return;
  Object.assign(constraint, { low, high, isLowOpen: false, isHighOpen: true, isOfOneValue: true });
}

/** The first text behind all that begin with this one; texts are in the order of their UTF-8 bytes. */
function nextText(text: string): string | undefined {
  const characters = Array.from(text);
  const last = characters.pop()?.codePointAt(0);
  // Half characters are none of a text.
  const next = last === 0xd7ff ? 0xe000 : (last ?? 0) + 1;
  return last === undefined || next > 0x10ffff ? undefined : characters.join("") + String.fromCodePoint(next);
}

/** The ends of a type's values: a range never leaves its argument's type. */
export function bracketOf(v: Value): [low: Value, high: Value] | undefined {
  if (v instanceof Date) return [EARLIEST, LATEST];
  if (v instanceof ObjectId) return [FIRST_ID, LAST_ID];
  if (isNumber(v)) return [Number.NaN, Infinity];
  if (typeof v === "string") return ["", FIRST_DOC];
  return isDoc(v) ? [FIRST_DOC, FIRST_ARRAY] : undefined;
}

/** Documents come right after strings in the order, and arrays after them. */
const FIRST_DOC: Doc = {};
const FIRST_ARRAY: Value = [];
