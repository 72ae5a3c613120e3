import { readFileSync } from "node:fs";

import { defineFeature } from "../shared/feature.ts";
import { createGroupLoaders } from "./group-loaders.ts";
import { createGroupReadModel } from "./group-read-model.ts";
import { groupResolvers } from "./group-resolvers.ts";
import { createGroupUseCases } from "./groups.ts";
import { GROUP_INDEXES } from "./repositories.ts";

/** Groups of users, who are asked together (contract-3, SRC-2). */
export const groupsFeature = defineFeature({
  name: "groups",
  uses: ["approval-settings"],
  indexes: GROUP_INDEXES,
  useCases: (parts) => ({ groups: createGroupUseCases(parts) }),
  readModels: ({ db }) => ({ groups: createGroupReadModel(db) }),
  loaders: createGroupLoaders,
  sdl: readFileSync(new URL("groups.graphql", import.meta.url), "utf8"),
  resolvers: groupResolvers,
});
