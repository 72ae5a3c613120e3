import { readFileSync } from "node:fs";

import { createApprovalSettingsReadModel } from "../approval-settings/index.ts";
import { defineFeature } from "../shared/feature.ts";
import { createSubstitutionReadModel } from "../substitutions/index.ts";
import { createSearchLoaders } from "./search-loaders.ts";
import { createSearchReadModel } from "./search-read-model.ts";
import { searchResolvers } from "./search-resolvers.ts";

/** Documents as people find them again: all, those they submitted, those they decided (contract-3, CON-14 and CON-16). */
export const searchFeature = defineFeature({
  name: "search",
  uses: ["approval-settings", "documents", "inbox", "runs", "substitutions"],
  readModels: ({ db, kinds, clock, settingsDefaults }) => {
    const settings = createApprovalSettingsReadModel(db, settingsDefaults);
    const substitutions = createSubstitutionReadModel(db, clock, settingsDefaults);
    const grantsOf: typeof substitutions.grantsOf = (caller) => substitutions.grantsOf(caller);
    return { search: createSearchReadModel({ db, kinds, clock, settings, grantsOf }) };
  },
  loaders: createSearchLoaders,
  sdl: readFileSync(new URL("search.graphql", import.meta.url), "utf8"),
  resolvers: searchResolvers,
});
