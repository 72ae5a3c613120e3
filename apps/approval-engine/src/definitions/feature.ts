import { defineFeature } from "../shared/feature.ts";
import { createDefinitionLoaders } from "./definition-loaders.ts";
import { createDefinitionReadModel } from "./definition-read-model.ts";
import { definitionResolvers } from "./definition-resolvers.ts";
import { createDefinitionUseCases } from "./definitions.ts";
import { DEFINITION_INDEXES } from "./repositories.ts";
import { SDL } from "./sdl.ts";

/** Workflows, their stages and approvers (specification, "Definition CRUD"). */
export const definitionsFeature = defineFeature({
  name: "definitions",
  uses: ["approval-settings", "calendars", "groups", "ladders"],
  indexes: DEFINITION_INDEXES,
  useCases: createDefinitionUseCases,
  readModels: ({ db }) => ({ definitions: createDefinitionReadModel(db) }),
  loaders: createDefinitionLoaders,
  sdl: SDL,
  resolvers: definitionResolvers,
});
