import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import type { ServiceSchema } from "../../release/graphql/schemas.ts";
import { sdlOf } from "../../release/graphql/service-schema.ts";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { baselineOf, breakingChanges } from "./breaking-changes.ts";

const baselinePath = ({ folder }: ServiceSchema) => join(WORKSPACE_ROOT, folder, "released.graphql");

/** Makes the present schema the released one, the baseline of later comparisons. */
export function writeBaseline(schema: ServiceSchema): void {
  writeFileSync(baselinePath(schema), baselineOf(sdlOf(schema)));
}

/** Changes of the present SDL that break clients of the released one and that no contract decides, one sentence each. */
export async function breaksOf(schema: ServiceSchema): Promise<string[]> {
  const breaks = await breakingChanges(readFileSync(baselinePath(schema), "utf8"), sdlOf(schema));
  return breaks.filter((sentence) => !schema.accepted?.includes(sentence));
}
