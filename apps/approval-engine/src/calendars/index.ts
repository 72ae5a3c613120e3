export { calendarChangesIn } from "./calendar-changes.ts";
export { calendarFor, calendarsInUse } from "./calendar-for.ts";
export { calendarsAmong, holdCalendars } from "./find-calendars.ts";
export { countWithoutHolidays } from "./count-without-holidays.ts";
