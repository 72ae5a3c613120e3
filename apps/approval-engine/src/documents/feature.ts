import { defineFeature } from "../shared/feature.ts";
import { documentKindsOf } from "./document-kinds.ts";
import { documentResolvers } from "./document-resolvers.ts";
import { DOCUMENT_INDEXES } from "./indexes.ts";
import { SDL } from "./sdl.ts";

/** Documents under approval (contract-2, DOC-2). */
export const documentsFeature = defineFeature({
  name: "documents",
  uses: [],
  indexes: DOCUMENT_INDEXES,
  readModels: ({ kinds, kindLabels }) => ({ documentKinds: documentKindsOf(kinds, kindLabels) }),
  sdl: SDL,
  resolvers: documentResolvers,
  lists: ({ kinds }) => ({ "Query.documentKinds": kinds.length }),
});
