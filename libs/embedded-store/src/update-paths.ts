import { fail } from "./errors.ts";
import { childOf, isArrayIndex } from "./paths.ts";
import { type Doc, isDoc, setField, show, type Value } from "./values.ts";

/** Arrays are padded with null up to an index that is set, within reason. */
const MAX_ARRAY_INDEX = 100_000;

/**
 * A copy of a document with the value at a path changed. It shares all values off the path; missing documents on the
 * path are created.
 *
 * @param change computes the new value; `undefined` means no value
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
  if (value === undefined) {
    const { [field]: _, ...rest } = doc ?? {};
    return rest;
  }
  const copy = { ...doc };
  setField(copy, field, value);
  return copy;
}
