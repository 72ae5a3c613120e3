export { calendarFor } from "./calendar-for.ts";
export { holdCalendars } from "./find-calendars.ts";
