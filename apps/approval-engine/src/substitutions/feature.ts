import { defineFeature } from "../shared/feature.ts";
import { SDL } from "./sdl.ts";
import { createSubstitutionLoaders } from "./substitution-loaders.ts";
import { createSubstitutionReadModel } from "./substitution-read-model.ts";
import { substitutionResolvers } from "./substitution-resolvers.ts";
import { createSubstitutionUseCases } from "./substitution-use-cases.ts";
import { SUBSTITUTION_INDEXES } from "./substitutions-repository.ts";

/** Substitutions: people who decide in the place of others (contract-2, PPL-1). */
export const substitutionsFeature = defineFeature({
  name: "substitutions",
  uses: ["approval-settings"],
  indexes: SUBSTITUTION_INDEXES,
  useCases: createSubstitutionUseCases,
  readModels: ({ db, clock, settingsDefaults }) => ({
    substitutions: createSubstitutionReadModel(db, clock, settingsDefaults),
  }),
  loaders: createSubstitutionLoaders,
  sdl: SDL,
  resolvers: substitutionResolvers,
  lists: ({ kinds }) => ({ "Substitution.kinds": kinds.length }),
});
