import { readFileSync } from "node:fs";

import { defineFeature } from "../shared/feature.ts";
import { journalConfirmationResolvers } from "./journal-confirmation-resolvers.ts";

/** Journal entries that people confirm in the console; the journal keeps the questions (contract-3, MCP-3). */
export const journalConfirmationsFeature = defineFeature({
  name: "journal-confirmations",
  uses: [],
  sdl: readFileSync(new URL("journal-confirmations.graphql", import.meta.url), "utf8"),
  resolvers: journalConfirmationResolvers,
});
