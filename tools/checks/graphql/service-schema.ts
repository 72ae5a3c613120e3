import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { baselineOf, breakingChanges } from "./breaking-changes.ts";
import { generateTypes } from "./generate-types.ts";
import type { ServiceSchema } from "./schemas.ts";

const ROOT = join(import.meta.dirname, "../../..");

function pathsOf({ folder }: ServiceSchema) {
  const inFolder = (name: string) => join(ROOT, folder, name);
  return {
    sdl: inFolder("schema.graphql"),
    types: inFolder("generated/resolver-types.ts"),
    baseline: inFolder("schema.baseline.graphql"),
  };
}

/** Writes the types that the service's resolvers are checked against. */
export async function writeTypes(schema: ServiceSchema): Promise<void> {
  const { sdl, types } = pathsOf(schema);
  mkdirSync(join(types, ".."), { recursive: true });
  writeFileSync(types, await generateTypes(readFileSync(sdl, "utf8"), schema));
}

/** Makes the present schema the released one that later ones are compared with. */
export function writeBaseline(schema: ServiceSchema): void {
  const { sdl, baseline } = pathsOf(schema);
  writeFileSync(baseline, baselineOf(readFileSync(sdl, "utf8")));
}

/** Whether the committed types are what the SDL gives now. */
export async function typesAreCurrent(schema: ServiceSchema): Promise<boolean> {
  const { sdl, types } = pathsOf(schema);
  return (await generateTypes(readFileSync(sdl, "utf8"), schema)) === readFileSync(types, "utf8");
}

/** What the present SDL breaks for clients of the released one, one sentence each. */
export async function breaksOf(schema: ServiceSchema): Promise<string[]> {
  const { sdl, baseline } = pathsOf(schema);
  return breakingChanges(readFileSync(baseline, "utf8"), readFileSync(sdl, "utf8"));
}
