import { readFileSync } from "node:fs";

import { defineFeature } from "../shared/feature.ts";
import { liveResolvers } from "./live-resolvers.ts";

/** Subscriptions for live views (contract-2, CON-4). */
export const liveFeature = defineFeature({
  name: "live",
  uses: ["notifications"],
  sdl: readFileSync(new URL("live.graphql", import.meta.url), "utf8"),
  resolvers: liveResolvers,
});
