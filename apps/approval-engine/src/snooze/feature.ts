import { readFileSync } from "node:fs";

import { defineFeature } from "../shared/feature.ts";
import { SNOOZE_INDEXES } from "./records.ts";
import { snoozeResolvers } from "./snooze-resolvers.ts";
import { type SnoozeUseCases, createSnoozeUseCases } from "./snooze-use-cases.ts";
import { workSnoozes } from "./work-snoozes.ts";

/** Tasks that users put off: their own inbox leaves them out for a time (contract-3, TIME-6). */
export const snoozeFeature = defineFeature({
  name: "snooze",
  uses: ["runs", "substitutions"],
  indexes: SNOOZE_INDEXES,
  useCases: createSnoozeUseCases,
  sdl: readFileSync(new URL("snooze.graphql", import.meta.url), "utf8"),
  resolvers: snoozeResolvers,
  timers: async ({ db, logger, engine }) =>
    workSnoozes({ db, logger, end: (engine as SnoozeUseCases).endSnooze }),
});
