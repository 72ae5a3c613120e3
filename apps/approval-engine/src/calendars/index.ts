export { type CalendarChangeRecord, calendarChangesIn } from "./calendar-changes.ts";
export { calendarFor } from "./calendar-for.ts";
export { calendarsAmong, holdCalendars } from "./find-calendars.ts";
