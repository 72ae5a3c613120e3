import { readFileSync } from "node:fs";

import { defineFeature } from "../shared/feature.ts";
import { SNOOZE_INDEXES } from "./records.ts";
import { createSnoozeLoaders } from "./snooze-loaders.ts";
import { createSnoozeReadModel } from "./snooze-read-model.ts";
import { snoozeResolvers } from "./snooze-resolvers.ts";
import { type SnoozeUseCases, createSnoozeUseCases } from "./snooze-use-cases.ts";
import { snoozeWork } from "./snooze-work.ts";
import { wakeTasks } from "./wake-tasks.ts";

/** Tasks that users put off: their own inbox leaves them out for a time (contract-3, TIME-6). */
export const snoozeFeature = defineFeature({
  name: "snooze",
  uses: ["runs", "substitutions"],
  indexes: SNOOZE_INDEXES,
  useCases: createSnoozeUseCases,
  readModels: ({ db, clock }) => ({ snoozes: createSnoozeReadModel(db, clock) }),
  loaders: createSnoozeLoaders,
  sdl: readFileSync(new URL("snooze.graphql", import.meta.url), "utf8"),
  resolvers: snoozeResolvers,
  follow: wakeTasks,
  dueWork: ({ engine, ...parts }) => [snoozeWork({ ...parts, end: (engine as SnoozeUseCases).endSnooze })],
});
