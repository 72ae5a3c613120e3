import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { withoutMaxima } from "@countersign/graphql";
import { print } from "graphql";

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

/** The SDL of a service as clients see it, all its files in one text. */
export function sdlOf({ folder, sdl }: ServiceSchema): string {
  const files = globSync(sdl, { cwd: join(ROOT, folder) }).filter(
    (file) => !file.endsWith("/released.graphql"),
  );
  const texts = files.toSorted().map((file) => readFileSync(join(ROOT, folder, file), "utf8"));
  return print(withoutMaxima(texts.join("\n")));
}

/** `module#Name as Alias` of the values for object types, by the types' names. */
function mappersOf({ folder, parents }: ServiceSchema): Record<string, string> {
  const files = parents === undefined ? [] : globSync(parents, { cwd: join(ROOT, folder) }).toSorted();
  const mappers = files.flatMap((file) => {
    const exported = readFileSync(join(ROOT, folder, file), "utf8").matchAll(/export type \{([^}]+)\}/gu);
    const names = [...exported].flatMap(([, list = ""]) => list.match(/\w+(?=\s*(?:,|$))/gu) ?? []);
    return names.map((name) => [name, `../${file}#${name} as ${name}Parent`]);
  });
  return Object.fromEntries(mappers) as Record<string, string>;
}

/** The types that resolvers are checked against. */
const typesOf = (schema: ServiceSchema) =>
  generateTypes(sdlOf(schema), { ...schema, mappers: mappersOf(schema) });

/** Writes the types that the service's resolvers are checked against. */
export async function writeTypes(schema: ServiceSchema): Promise<void> {
  const { types } = pathsOf(schema);
  mkdirSync(join(types, ".."), { recursive: true });
  writeFileSync(types, await typesOf(schema));
}

/** Makes the present schema the released one, the baseline of later comparisons. */
export function writeBaseline(schema: ServiceSchema): void {
  const { baseline } = pathsOf(schema);
  writeFileSync(baseline, baselineOf(sdlOf(schema)));
}

/** Whether the committed types are what the SDL gives now. */
export async function typesAreCurrent(schema: ServiceSchema): Promise<boolean> {
  const { types } = pathsOf(schema);
  return (await typesOf(schema)) === readFileSync(types, "utf8");
}

/** Changes of the present SDL that break clients of the released one and that no contract decides, one sentence each. */
export async function breaksOf(schema: ServiceSchema): Promise<string[]> {
  const { baseline } = pathsOf(schema);
  const breaks = await breakingChanges(readFileSync(baseline, "utf8"), sdlOf(schema));
  return breaks.filter((sentence) => !schema.accepted?.includes(sentence));
}
