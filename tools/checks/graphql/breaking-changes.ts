import { CriticalityLevel, diff } from "@graphql-inspector/core";
import {
  buildASTSchema,
  buildSchema,
  lexicographicSortSchema,
  parse,
  print,
  printSchema,
  stripIgnoredCharacters,
  visit,
} from "graphql";

/** Changes in the new schema that break clients of the released one, one sentence each. */
export async function breakingChanges(releasedSchema: string, current: string): Promise<string[]> {
  const changes = await diff(buildSchema(releasedSchema), buildSchema(current));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ message }) => message);
}

/** The part of a schema that clients depend on: sorted, without descriptions, one definition a line. */
export function baselineOf(sdl: string): string {
  const bare = visit(parse(sdl), {
    enter: (node) => ("description" in node ? { ...node, description: undefined } : undefined),
  });
  const { definitions } = parse(printSchema(lexicographicSortSchema(buildASTSchema(bare))));
  return definitions.map((definition) => `${stripIgnoredCharacters(print(definition))}\n`).join("");
}
