import { readFileSync } from "node:fs";

import { defineFeature } from "../shared/feature.ts";
import { THRESHOLD_INDEXES } from "./repositories.ts";
import { createThresholdReadModel } from "./threshold-read-model.ts";
import { thresholdResolvers } from "./threshold-resolvers.ts";
import { createThresholdUseCases } from "./thresholds.ts";

/** Approval thresholds of orders (specification, "Inventory thresholds"). */
export const thresholdsFeature = defineFeature({
  name: "thresholds",
  uses: ["definitions"],
  indexes: THRESHOLD_INDEXES,
  useCases: (parts) => ({ thresholds: createThresholdUseCases(parts) }),
  readModels: ({ db }) => ({ thresholds: createThresholdReadModel(db) }),
  sdl: readFileSync(new URL("thresholds.graphql", import.meta.url), "utf8"),
  resolvers: thresholdResolvers,
});
