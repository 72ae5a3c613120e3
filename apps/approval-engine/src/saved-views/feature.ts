import { defineFeature } from "../shared/feature.ts";
import { SAVED_VIEW_INDEXES } from "./records.ts";
import { createSavedViewReadModel } from "./saved-view-read-model.ts";
import { savedViewResolvers } from "./saved-view-resolvers.ts";
import { createSavedViewUseCases } from "./saved-view-use-cases.ts";
import { SDL } from "./sdl.ts";

/** Views of lists that users keep for themselves (contract-3, CON-13). */
export const savedViewsFeature = defineFeature({
  name: "saved-views",
  uses: [],
  indexes: SAVED_VIEW_INDEXES,
  useCases: createSavedViewUseCases,
  readModels: ({ db }) => ({ savedViews: createSavedViewReadModel(db) }),
  sdl: SDL,
  resolvers: savedViewResolvers,
});
