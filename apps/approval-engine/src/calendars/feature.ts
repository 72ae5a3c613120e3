import { readFileSync } from "node:fs";

import { defineFeature } from "../shared/feature.ts";
import { CALENDAR_CHANGE_INDEXES } from "./calendar-changes.ts";
import { createCalendarReadModel } from "./calendar-read-model.ts";
import { calendarResolvers } from "./calendar-resolvers.ts";
import { createCalendarUseCases } from "./calendars.ts";
import { CALENDAR_INDEXES } from "./repositories.ts";

/** Calendars of working time, and when a duration after an instant ends by one (contract-3, TIME-1, TIME-2). */
export const calendarsFeature = defineFeature({
  name: "calendars",
  uses: ["approval-settings"],
  indexes: [...CALENDAR_INDEXES, ...CALENDAR_CHANGE_INDEXES],
  useCases: (parts) => ({ calendars: createCalendarUseCases(parts) }),
  readModels: ({ db }) => ({ calendars: createCalendarReadModel(db) }),
  sdl: readFileSync(new URL("calendars.graphql", import.meta.url), "utf8"),
  resolvers: calendarResolvers,
});
