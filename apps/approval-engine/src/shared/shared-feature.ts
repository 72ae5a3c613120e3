import { readFileSync } from "node:fs";

import { createDirectoryLoaders } from "./directory-loaders.ts";
import { PEOPLE_INDEXES } from "./directory-repository.ts";
import { createDirectoryReadModel } from "./directory-read-model.ts";
import { defineFeature } from "./feature.ts";
import { RETRY_INDEXES } from "./retry-safe.ts";
import { RULE_LIST_INDEXES } from "./rule-lists.ts";
import { sharedResolvers } from "./shared-resolvers.ts";

/** The base of every feature: root types, scalars, the base record, users and orders. */
export const sharedFeature = defineFeature({
  name: "shared",
  uses: [],
  indexes: [...RETRY_INDEXES, ...PEOPLE_INDEXES, ...RULE_LIST_INDEXES],
  readModels: ({ db }) => ({ directory: createDirectoryReadModel(db) }),
  loaders: createDirectoryLoaders,
  sdl: readFileSync(new URL("shared.graphql", import.meta.url), "utf8"),
  resolvers: sharedResolvers,
});
