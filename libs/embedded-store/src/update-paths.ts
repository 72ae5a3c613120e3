import { fail } from "./errors.ts";
import type { Test } from "./filter.ts";
import { childOf, isArrayIndex, valueAt } from "./paths.ts";
import { type Doc, isDoc, setField, show, type Value } from "./values.ts";

/** Arrays are padded with null up to an index that is set, within reason. */
const MAX_ARRAY_INDEX = 100_000;

/**
 * Resolves `$`, `$[]` and `$[name]` into the paths of the elements they stand for.
 *
 * @param position the element the filter matched
 * @param filters `arrayFilters` by name; each tests `{ [name]: element }`
 */
export function expandPath(
  doc: Doc,
  parts: readonly string[],
  position: number | undefined,
  filters: ReadonlyMap<string, Test>,
): (readonly string[])[] {
  const at = parts.findIndex((part) => part.startsWith("$"));
  if (at < 0) return [parts];
  const head = parts.slice(0, at);
  const rest = parts.slice(at + 1);
  const expandAt = (index: number) => expandPath(doc, [...head, String(index), ...rest], position, filters);
  if (parts[at] === "$") {
    const missing = "The positional operator did not find the match needed from the query.";
    return expandAt(position ?? fail("BadValue", missing));
  }
  const name = /^\$\[(\w*)\]$/.exec(parts[at]!)?.[1];
  if (name === undefined) {
    return fail("DollarPrefixedFieldName", `The field '${parts[at]}' is not valid for storage.`);
  }
  const elements = valueAt(doc, head);
  if (!Array.isArray(elements)) {
    return fail(
      "BadValue",
      `The path '${head.join(".")}' must exist in the document in order to apply array updates.`,
    );
  }
  const test = filters.get(name);
  return elements.flatMap((element, index) => (!test || test({ [name]: element }) ? expandAt(index) : []));
}

/**
 * A document with the value at a path changed. What is not on the path is shared; the documents on the way are made
 * if they are missing.
 *
 * @param change computes the new value; `undefined` is none
 * @throws StoreError PathNotViable when there would be a value below a scalar, or below an array at no index
 */
export function changeAt(
  value: Value,
  parts: readonly string[],
  change: (current: Value) => Value,
  at = 0,
): Value {
  const part = parts[at];
  if (part === undefined) return change(value);
  const isViable = value === undefined || isDoc(value) || (Array.isArray(value) && isArrayIndex(part));
  if (!isViable) {
    if (change(undefined) === undefined) return value;
    return fail(
      "PathNotViable",
      `Cannot create field '${part}' in element {${parts[at - 1]}: ${show(value)}}`,
    );
  }
  const before = childOf(value, part);
  const after = changeAt(before, parts, change, at + 1);
  if (after === before) return value;
  return Array.isArray(value) ? withElement(value, Number(part), after) : withField(value, part, after);
}

function withElement(elements: readonly Value[], index: number, value: Value): Value[] {
  if (index > MAX_ARRAY_INDEX) fail("BadValue", `the array index ${index} is too large`);
  const copy = [...elements];
  while (copy.length < index) copy.push(null);
  copy[index] = value ?? null;
  return copy;
}

function withField(doc: Doc | undefined, field: string, value: Value): Doc {
  const copy = { ...doc };
  if (value === undefined) delete copy[field];
  else setField(copy, field, value);
  return copy;
}
