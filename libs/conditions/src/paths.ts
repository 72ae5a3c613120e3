import type { ConditionInput } from "@countersign/domain/routing";
import type { ASTNode } from "@marcbachmann/cel-js";

/** The path of a name and the fields selected of it, such as `document.facts.costCentre`; of anything else nothing. */
export function pathOf(node: ASTNode): string | undefined {
  if (node.op === "id") return node.args;
  if (node.op !== ".") return undefined;
  const [of, field] = node.args;
  const path = pathOf(of);
  return path === undefined ? undefined : `${path}.${field}`;
}

/** The value at a path that the check has found, as the document sends it; nothing where it is missing. */
export function valueAt(path: string, input: ConditionInput): unknown {
  let value: unknown = input;
  for (const field of path.split(".")) {
    value = value instanceof Map ? value.get(field) : (value as Record<string, unknown> | undefined)?.[field];
  }
  return value;
}

/** The key of the fact that a path reads, if it reads one. */
export function factKeyIn(path: string): string | undefined {
  const [root, record, key] = path.split(".");
  return root === "document" && record === "facts" ? key : undefined;
}
