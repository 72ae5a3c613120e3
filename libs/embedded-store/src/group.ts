import type { Expression } from "./environment.ts";
import { fail, unsupported } from "./errors.ts";
import { compileExpression } from "./expressions.ts";
import { keyOf } from "./order.ts";
import { average, extreme, sum } from "./statistics.ts";
import { type Doc, isDoc, setField, type Value } from "./values.ts";

/** From the values of a group's documents, in their order, to the group's value. */
const ACCUMULATORS: ReadonlyMap<string, (values: Value[]) => Value> = new Map<
  string,
  (values: Value[]) => Value
>([
  ["$sum", sum],
  ["$avg", average],
  ["$min", (values) => extreme(values, -1)],
  ["$max", (values) => extreme(values, 1)],
  ["$first", (values) => values[0] ?? null],
  ["$last", (values) => values.at(-1) ?? null],
  ["$push", (values) => values.filter((v) => v !== undefined)],
  [
    "$addToSet",
    (values) => [...new Map(values.filter((v) => v !== undefined).map((v) => [keyOf(v), v])).values()],
  ],
  ["$count", (values) => values.length],
]);

interface Field {
  name: string;
  expression: Expression;
  accumulate: (values: Value[]) => Value;
}

/** Compiles the `$group` stage; null and missing keys are one group. */
export function compileGroup(spec: Doc, now: Date): (docs: Doc[]) => Doc[] {
  if (!("_id" in spec)) return fail("BadValue", "a group specification must include an _id");
  const id = compileExpression(spec._id);
  const fields = Object.entries(spec)
    .filter(([name]) => name !== "_id")
    .map(([name, accumulator]) => compileField(name, accumulator));
  return (docs) => {
    const groups = new Map<string, { id: Value; docs: Doc[] }>();
    for (const doc of docs) {
      const value = id({ root: doc, variables: {}, now }) ?? null;
      const key = keyOf(value);
      const group = groups.get(key);
      if (group) group.docs.push(doc);
      else groups.set(key, { id: value, docs: [doc] });
    }
    return [...groups.values()].map((group) => {
      const result: Doc = { _id: group.id };
      for (const { name, expression, accumulate } of fields) {
        const values = group.docs.map((root) => expression({ root, variables: {}, now }));
        setField(result, name, accumulate(values));
      }
      return result;
    });
  };
}

function compileField(name: string, accumulator: Value): Field {
  const [[operator, argument] = ["", null], ...others] = isDoc(accumulator)
    ? Object.entries(accumulator)
    : [];
  if (others.length > 0) return fail("BadValue", `The field '${name}' must specify one accumulator`);
  if (name.includes(".")) return fail("BadValue", `The field name '${name}' cannot contain '.'`);
  const accumulate = ACCUMULATORS.get(operator);
  if (!accumulate) return unsupported(`the accumulator ${operator} of '${name}'`);
  return { name, expression: compileExpression(argument), accumulate };
}
