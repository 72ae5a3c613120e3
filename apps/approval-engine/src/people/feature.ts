import { defineFeature } from "../shared/feature.ts";
import { PEOPLE_INDEXES, createPeopleReadModel } from "./people-read-model.ts";
import { peopleResolvers } from "./people-resolvers.ts";
import { SDL } from "./sdl.ts";

/** The caller, and the people whom they may name. */
export const peopleFeature = defineFeature({
  name: "people",
  uses: [],
  indexes: PEOPLE_INDEXES,
  readModels: ({ db }) => ({ people: createPeopleReadModel(db) }),
  sdl: SDL,
  resolvers: peopleResolvers,
});
