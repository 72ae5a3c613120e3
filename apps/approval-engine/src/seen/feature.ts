import { readFileSync } from "node:fs";

import type { Caller } from "../shared/caller.ts";
import { defineFeature } from "../shared/feature.ts";
import { type Load, batchLoad } from "../shared/loader.ts";
import { createSeenUseCases, followRevisions } from "./mark-seen.ts";
import { SEEN_INDEXES } from "./records.ts";
import { type SeenReadModel, createSeenReadModel } from "./seen-read-model.ts";
import { seenResolvers } from "./seen-resolvers.ts";

/** Documents that users have looked at (contract-3, CON-13 and CON-15). */
export const seenFeature = defineFeature({
  name: "seen",
  uses: ["runs", "substitutions"],
  indexes: SEEN_INDEXES,
  useCases: createSeenUseCases,
  readModels: ({ db }) => ({ seen: createSeenReadModel(db) }),
  loaders: createSeenLoaders,
  sdl: readFileSync(new URL("seen.graphql", import.meta.url), "utf8"),
  resolvers: seenResolvers,
  follow: followRevisions,
});

function createSeenLoaders(
  caller: Caller,
  { seen }: { seen: SeenReadModel },
): { changedSinceSeen: Load<boolean> } {
  return { changedSinceSeen: batchLoad((refIds) => seen.changedSince(caller, refIds)) };
}
