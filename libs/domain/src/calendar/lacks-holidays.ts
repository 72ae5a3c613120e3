import { type Calendar, isClosed } from "./calendar.ts";

/** Months in which a calendar should have a holiday. */
const MONTHS_WITH_HOLIDAYS = 12;

/** Whether none of a calendar's dated days in the coming 12 months is closed: somebody forgot to fill it (TIME-1). */
export function lacksHolidays({ timeZone, days }: Omit<Calendar, "week">, now: Temporal.Instant): boolean {
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate();
  // Dates of four-digit years are in order as texts.
  const [first, end] = [today.toString(), today.add({ months: MONTHS_WITH_HOLIDAYS }).toString()];
  return !days.some((day) => isClosed(day) && day.date >= first && day.date < end);
}
