// The values that resolvers get for types of the SDL, under the types' names.
export type { DatedDay as CalendarDay, WeekHours as CalendarHours } from "@countersign/domain/calendar";
export type { ApprovalCalendarPage as ApprovalCalendarPageResult } from "./calendar-read-model.ts";
export type { ApprovalCalendar } from "./records.ts";
