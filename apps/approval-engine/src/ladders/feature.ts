import { readFileSync } from "node:fs";

import { defineFeature } from "../shared/feature.ts";
import { ladderResolvers } from "./ladder-resolvers.ts";

/** How stages say what time does to them, and whether a company can have it so (contract-3, TIME-3). */
export const laddersFeature = defineFeature({
  name: "ladders",
  uses: ["approval-settings", "calendars", "groups"],
  sdl: readFileSync(new URL("ladders.graphql", import.meta.url), "utf8"),
  resolvers: ladderResolvers,
});
