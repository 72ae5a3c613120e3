import { fail, refuseFeature } from "./errors.ts";
import { equal } from "./order.ts";
import { resolvePath } from "./paths.ts";
import { isDoc, isNullish, truthy, typeName, type Value } from "./values.ts";

/** Gives an aggregation expression's value for a document. */
export type Expression = (root: Value) => Value;

/** An operator over `min` to `max` evaluated arguments; a lone argument may stand without brackets. */
interface Operator {
  readonly min: number;
  readonly max: number;
  readonly apply: (...args: Value[]) => Value;
}

const array = (v: Value): Value[] =>
  Array.isArray(v) ? v : fail("TypeMismatch", `an expression expected an array, found ${typeName(v)}`);

/** All expression operators; the store refuses others. */
const OPERATORS: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ["$or", { min: 0, max: Infinity, apply: (...args) => args.some(truthy) }],
  ["$eq", { min: 2, max: 2, apply: equal }],
  ["$ne", { min: 2, max: 2, apply: (a, b) => !equal(a, b) }],
  ["$cond", { min: 3, max: 3, apply: (test, yes, no) => (truthy(test) ? yes : no) }],
  ["$ifNull", { min: 2, max: 2, apply: (v, otherwise) => (isNullish(v) ? otherwise : v) }],
  ["$type", { min: 1, max: 1, apply: typeName }],
  ["$isArray", { min: 1, max: 1, apply: Array.isArray }],
  [
    "$concatArrays",
    { min: 1, max: Infinity, apply: (...args) => (args.some(isNullish) ? null : args.flatMap(array)) },
  ],
]);

/**
 * Compiles an aggregation expression: a constant, a list, a path `$a.b`, `$$REMOVE` or an operator.
 *
 * @throws StoreError for any other expression
 */
export function compileExpression(spec: Value): Expression {
  if (typeof spec === "string" && spec.startsWith("$")) return reference(spec);
  if (Array.isArray(spec)) {
    const elements = spec.map(compileExpression);
    return (root) => elements.map((element) => element(root) ?? null);
  }
  if (!isDoc(spec)) return () => spec;
  const [[name, argument] = ["", null], ...otherEntries] = Object.entries(spec);
  const operator = otherEntries.length === 0 ? OPERATORS.get(name) : undefined;
  if (!operator) return refuseFeature(`the expression {${Object.keys(spec).join(", ")}}`);
  const { min, max, apply } = operator;
  const args = (Array.isArray(argument) ? argument : [argument]).map(compileExpression);
  if (args.length < min || args.length > max) {
    return fail("BadValue", `Expression ${name} takes ${min} to ${max} arguments, found ${args.length}`);
  }
  return (root) => apply(...args.map((arg) => arg(root)));
}

function reference(text: string): Expression {
  if (text === "$$REMOVE") return () => undefined;
  if (text.startsWith("$$")) return refuseFeature(`the variable ${text}`);
  const parts = text.slice(1).split(".");
  return (root) => resolvePath(root, parts);
}
