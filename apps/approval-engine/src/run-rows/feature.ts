import { readFileSync } from "node:fs";

import { defineFeature } from "../shared/feature.ts";
import { runRowResolvers } from "./run-row-resolvers.ts";
import { createRunRowUseCases } from "./run-row-use-cases.ts";

/** The specification's changes of a run's single rows (specification, "Run and inbox"). */
export const runRowsFeature = defineFeature({
  name: "run-rows",
  uses: ["runs"],
  useCases: createRunRowUseCases,
  sdl: readFileSync(new URL("run-rows.graphql", import.meta.url), "utf8"),
  resolvers: runRowResolvers,
});
