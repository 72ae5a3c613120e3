import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { withoutMaxima } from "@countersign/graphql";
import { print } from "graphql";

import { WORKSPACE_ROOT } from "../../workspace.ts";
import { generateTypes } from "./generate-types.ts";
import type { ServiceSchema } from "./schemas.ts";

/** The SDL of a service as clients see it, all its files in one text. */
export function sdlOf({ folder, sdl }: ServiceSchema): string {
  const files = globSync(sdl, { cwd: join(WORKSPACE_ROOT, folder) }).filter(
    (file) => !file.endsWith("/released.graphql"),
  );
  const texts = files.toSorted().map((file) => readFileSync(join(WORKSPACE_ROOT, folder, file), "utf8"));
  return print(withoutMaxima(texts.join("\n")));
}

/** `module#Name as Alias` of the values for object types, by the types' names. */
function mappersOf({ folder, parents }: ServiceSchema): Record<string, string> {
  const cwd = join(WORKSPACE_ROOT, folder);
  const files = parents === undefined ? [] : globSync(parents, { cwd }).toSorted();
  const mappers = files.flatMap((file) => {
    const exportedTypes = readFileSync(join(cwd, file), "utf8").matchAll(/export type \{([^}]+)\}/gu);
    const names = [...exportedTypes].flatMap(([, list = ""]) => list.match(/\w+(?=\s*(?:,|$))/gu) ?? []);
    return names.map((name) => [name, `../${file}#${name} as ${name}Parent`]);
  });
  return Object.fromEntries(mappers) as Record<string, string>;
}

/** The types that the service's resolvers are checked against. */
export const typesOf = (schema: ServiceSchema): Promise<string> =>
  generateTypes(sdlOf(schema), { ...schema, mappers: mappersOf(schema) });
