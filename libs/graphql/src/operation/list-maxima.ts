import { readFileSync } from "node:fs";
import { type ASTNode, type DirectiveNode, type DocumentNode, Kind, parse, visit } from "graphql";
import type { ListLimits } from "./limits.ts";

/** Directive of an SDL that says how many items a list has at most: `tags: [String!]! @max(n: 20)`. */
const NAME = "max";

/**
 * Most items of the lists of an SDL, as its `@max` says.
 *
 * @throws Error for a maximum that is not a number
 */
export function maximaOf(sdl: string): ListLimits {
  const maxima: Record<string, number> = {};
  for (const definition of parse(sdl).definitions) {
    if (definition.kind !== Kind.OBJECT_TYPE_DEFINITION && definition.kind !== Kind.OBJECT_TYPE_EXTENSION)
      continue;
    for (const { name, directives = [] } of definition.fields ?? []) {
      const directive = directives.find(isMax);
      if (directive) maxima[`${definition.name.value}.${name.value}`] = numberOf(directive);
    }
  }
  return maxima;
}

/** Reads the SDL of a file, and most items of its lists. */
export function readSdl(file: URL): { SDL: string; LISTS: ListLimits } {
  const SDL = readFileSync(file, "utf8");
  return { SDL, LISTS: maximaOf(SDL) };
}

/** The SDL as clients see it, without `@max`. */
export function withoutMaxima(sdl: string): DocumentNode {
  return visit(parse(sdl), { Directive: removeMax, DirectiveDefinition: removeMax });
}

/** Removes a node of an SDL where it belongs to `@max`. */
const removeMax = (node: ASTNode) => (isMax(node) ? null : undefined);

const isMax = (node: ASTNode) => "name" in node && node.name?.kind === Kind.NAME && node.name.value === NAME;

function numberOf({ arguments: givenArguments = [] }: DirectiveNode): number {
  const value = givenArguments.find(({ name }) => name.value === "n")?.value;
  if (value?.kind !== Kind.INT) throw new Error(`@${NAME} needs a whole number n`);
  return Number(value.value);
}
