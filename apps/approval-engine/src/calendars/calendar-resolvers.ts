import { isClosed, lacksHolidays } from "@countersign/domain/calendar";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { CalendarReadModel } from "./calendar-read-model.ts";
import type { CalendarUseCases } from "./calendars.ts";

/** The part of an operation's context that the resolvers use. */
interface CalendarContext {
  caller: Caller;
  engine: { calendars: CalendarUseCases };
  readModels: { calendars: CalendarReadModel };
}

/** Calendars of working time (contract-3, TIME-1). */
export const calendarResolvers: Resolvers<CalendarContext> = {
  Query: {
    approvalCalendarPage: (_, { input }, { caller, readModels }) =>
      readModels.calendars.calendarPage(caller.companyId, input ?? {}),
    dueAfter: (_, { input }, { caller, readModels }) =>
      readModels.calendars.dueAfter(caller.companyId, input),
  },
  Mutation: {
    createApprovalCalendar: (_, { input }, { caller, engine }) => engine.calendars.create(caller, input),
    updateApprovalCalendar: (_, { id, input, ...beside }, { caller, engine }) =>
      engine.calendars.update(caller, id, input, beside),
    deleteApprovalCalendar: async (_, { id, ...beside }, { caller, engine }) => {
      await engine.calendars.remove(caller, id, beside);
      return true;
    },
  },
  ApprovalCalendar: {
    version: ({ changes }) => changes,
    lacksHolidays: (calendar) => lacksHolidays(calendar, Temporal.Now.instant()),
  },
  CalendarDay: {
    closed: (day) => isClosed(day),
    from: (day) => (isClosed(day) ? null : day.from),
    to: (day) => (isClosed(day) ? null : day.to),
  },
};
