import { CriticalityLevel, diff } from "@graphql-inspector/core";
import { buildSchema, lexicographicSortSchema, printSchema } from "graphql";

/** What clients of the released schema would trip over in the new one, one sentence each. */
export async function breakingChanges(released: string, current: string): Promise<string[]> {
  const changes = await diff(buildSchema(released), buildSchema(current));
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ message }) => message);
}

/** The part of a schema that clients depend on: sorted, and without descriptions. */
export function baselineOf(sdl: string): string {
  const schema = buildSchema(sdl.replaceAll(/^\s*".*"$/gmu, ""));
  return printSchema(lexicographicSortSchema(schema));
}
