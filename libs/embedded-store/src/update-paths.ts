import { fail } from "./errors.ts";
import type { Test } from "./filter.ts";
import { isArrayIndex } from "./paths.ts";
import { type Doc, getField, isDoc, setField, show, type Value } from "./values.ts";

/** Arrays are padded with null up to an index that is set, within reason. */
const MAX_ARRAY_INDEX = 100_000;

export type Container = Doc | Value[];

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
  if (parts[at] === "$") {
    if (position === undefined) {
      return fail("BadValue", "The positional operator did not find the match needed from the query.");
    }
    return expandPath(doc, [...head, String(position), ...rest], position, filters);
  }
  const name = /^\$\[(\w*)\]$/.exec(parts[at]!)?.[1];
  if (name === undefined)
    return fail("DollarPrefixedFieldName", `The field '${parts[at]}' is not valid for storage.`);
  const elements = head.reduce<Value>((value, part) => childOf(value, part), doc);
  if (!Array.isArray(elements)) {
    return fail(
      "BadValue",
      `The path '${head.join(".")}' must exist in the document in order to apply array updates.`,
    );
  }
  const test = filters.get(name);
  return elements.flatMap((element, index) =>
    !test || test({ [name]: element })
      ? expandPath(doc, [...head, String(index), ...rest], position, filters)
      : [],
  );
}

/** The value of a field, or of an element by its index. */
export function childOf(value: Value, part: string): Value {
  if (Array.isArray(value)) return isArrayIndex(part) ? value[Number(part)] : undefined;
  return isDoc(value) ? getField(value, part) : undefined;
}

/** The container of a path's last part if it is there. */
export function findParent(doc: Doc, parts: readonly string[]): Container | undefined {
  const parent = parts.slice(0, -1).reduce<Value>((value, part) => childOf(value, part), doc);
  return isDoc(parent) || Array.isArray(parent) ? parent : undefined;
}

/** The container of a path's last part, with the documents on the way created. */
export function makeParent(doc: Doc, parts: readonly string[]): Container {
  let container: Container = doc;
  for (const [at, part] of parts.entries()) {
    if (Array.isArray(container) && !isArrayIndex(part)) {
      fail(
        "PathNotViable",
        `Cannot create field '${part}' in element {${parts[at - 1]}: ${show(container)}}`,
      );
    }
    if (at === parts.length - 1) break;
    let next = childOf(container, part);
    if (next === undefined) {
      next = {};
      put(container, part, next);
    }
    container =
      isDoc(next) || Array.isArray(next)
        ? next
        : fail("PathNotViable", `Cannot create field '${parts[at + 1]}' in element {${part}: ${show(next)}}`);
  }
  return container;
}

export function put(container: Container, part: string, value: Value): void {
  if (!Array.isArray(container)) {
    setField(container, part, value);
    return;
  }
  const index = Number(part);
  if (index > MAX_ARRAY_INDEX) fail("BadValue", `the array index ${part} is too large`);
  while (container.length < index) container.push(null);
  container[index] = value;
}
