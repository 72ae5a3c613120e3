export { assertCalendar } from "./assert-calendar.ts";
export { type Calendar, type DatedDay, isClosed, WEEKDAYS, type WeekHours, ZONE_NAME } from "./calendar.ts";
export { assertDuration, type Duration } from "./duration.ts";
export { lacksHolidays } from "./lacks-holidays.ts";
export { afterWorkingTime, dueAfter, isFreeDay, workingTimeBetween } from "./working-time.ts";
