import { readFileSync } from "node:fs";

import { defineFeature } from "../shared/feature.ts";
import { type FireTimer, createFireTimer } from "./fire-timer.ts";
import { keepTimers } from "./keep-timers.ts";
import { type MoveTimers, createMoveTimers } from "./move-timers.ts";
import { TIMER_INDEXES } from "./records.ts";
import { createTimerLoaders, timerResolvers } from "./timer-resolvers.ts";
import { createTimersReadModel } from "./timers-read-model.ts";
import { observeLateness, timerWork } from "./timer-work.ts";

/** The effects of time on stages: reminders, escalations and ends, as rows that are written with decisions (contract-3, TIME-4). */
export const timersFeature = defineFeature({
  name: "timers",
  uses: ["calendars", "runs", "snooze"],
  indexes: TIMER_INDEXES,
  useCases: (parts) => ({ fireTimer: createFireTimer(parts), moveTimers: createMoveTimers(parts) }),
  readModels: (parts) => ({ timers: createTimersReadModel(parts) }),
  loaders: createTimerLoaders,
  sdl: readFileSync(new URL("timers.graphql", import.meta.url), "utf8"),
  resolvers: timerResolvers,
  follow: keepTimers,
  start: async (parts) => {
    observeLateness(parts);
    return undefined;
  },
  dueWork: ({ engine, ...parts }) => {
    const { fireTimer, moveTimers } = engine as { fireTimer: FireTimer; moveTimers: MoveTimers };
    return timerWork({ ...parts, fire: fireTimer, move: moveTimers });
  },
});
