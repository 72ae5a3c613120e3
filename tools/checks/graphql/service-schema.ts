import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { baselineOf, breakingChanges } from "./breaking-changes.ts";
import { generateTypes } from "./generate-types.ts";
import type { ServiceSchema } from "./schemas.ts";

const ROOT = join(import.meta.dirname, "../../..");

function pathsOf({ folder }: ServiceSchema) {
  const inFolder = (name: string) => join(ROOT, folder, name);
  return {
    types: inFolder("generated/resolver-types.ts"),
    baseline: inFolder("released.graphql"),
  };
}

/** The SDL of a service, all its files in one text. */
export function sdlOf({ folder, sdl }: ServiceSchema): string {
  const files = globSync(sdl, { cwd: join(ROOT, folder) }).filter(
    (file) => !file.endsWith("/released.graphql"),
  );
  return files
    .toSorted()
    .map((file) => readFileSync(join(ROOT, folder, file), "utf8"))
    .join("\n");
}

/** Writes the types that the service's resolvers are checked against. */
export async function writeTypes(schema: ServiceSchema): Promise<void> {
  const { types } = pathsOf(schema);
  mkdirSync(join(types, ".."), { recursive: true });
  writeFileSync(types, await generateTypes(sdlOf(schema), schema));
}

/** Makes the present schema the released one, the baseline of later comparisons. */
export function writeBaseline(schema: ServiceSchema): void {
  const { baseline } = pathsOf(schema);
  writeFileSync(baseline, baselineOf(sdlOf(schema)));
}

/** Whether the committed types are what the SDL gives now. */
export async function typesAreCurrent(schema: ServiceSchema): Promise<boolean> {
  const { types } = pathsOf(schema);
  return (await generateTypes(sdlOf(schema), schema)) === readFileSync(types, "utf8");
}

/** Changes of the present SDL that break clients of the released one, one sentence each. */
export async function breaksOf(schema: ServiceSchema): Promise<string[]> {
  const { baseline } = pathsOf(schema);
  return breakingChanges(readFileSync(baseline, "utf8"), sdlOf(schema));
}
