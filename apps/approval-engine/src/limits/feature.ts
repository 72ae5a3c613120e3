import { readFileSync } from "node:fs";

import { defineFeature } from "../shared/feature.ts";
import { createLimitReadModel } from "./limit-read-model.ts";
import { limitResolvers } from "./limit-resolvers.ts";
import { createLimitUseCases } from "./limits.ts";
import { LIMIT_INDEXES } from "./repositories.ts";

/** Up to which amounts people may approve (contract-3, SRC-3). */
export const limitsFeature = defineFeature({
  name: "limits",
  uses: ["approval-settings", "groups"],
  indexes: LIMIT_INDEXES,
  useCases: (parts) => ({ limits: createLimitUseCases(parts) }),
  readModels: (parts) => ({ limits: createLimitReadModel(parts) }),
  sdl: readFileSync(new URL("limits.graphql", import.meta.url), "utf8"),
  resolvers: limitResolvers,
});
