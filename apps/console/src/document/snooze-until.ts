import { onDueDay } from "./due-day.ts";

/** Snoozed tasks come back in the morning. */
const MORNING_HOUR = 8;
const MONDAY = 1;
const DAYS_OF_WEEK = 7;
/** The engine's longest snooze. */
const DAYS_MAX = 30;

/** The morning of a day, in the reader's time zone. */
function morningIn(now: Date, days: number): Date {
  const day = new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, MORNING_HOUR);
  return day;
}

/** The mornings that the menu offers, as far as the due time allows them. */
export function offeredMornings(now: Date, dueAt: Date | undefined): { tomorrow?: Date; monday?: Date } {
  const toMonday = (MONDAY - now.getDay() + DAYS_OF_WEEK) % DAYS_OF_WEEK || DAYS_OF_WEEK;
  const isAllowed = (at: Date) => dueAt === undefined || at <= dueAt;
  const [tomorrow, monday] = [morningIn(now, 1), morningIn(now, toMonday)];
  return {
    ...(isAllowed(tomorrow) && { tomorrow }),
    ...(toMonday > 1 && isAllowed(monday) && { monday }),
  };
}

/** A day as date fields have it. */
const dayText = (day: Date): string =>
  [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, "0"))
    .join("-");

/** The first and the last day that may be chosen; none where the task is due too soon. */
export function choosableDays(
  now: Date,
  dueAt: Date | undefined,
): { first: string; last: string } | undefined {
  const [first, longest] = [morningIn(now, 1), morningIn(now, DAYS_MAX - 1)];
  if (dueAt !== undefined && dueAt < first) return undefined;
  const last = dueAt !== undefined && dueAt < longest ? onDueDay(dueAt) : longest;
  return { first: dayText(first), last: dayText(last) };
}

/** The morning of a chosen day; where the task is due before it that morning, its due time. */
export function morningOf(day: string, dueAt: Date | undefined): Date {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  const morning = new Date(year, month - 1, date, MORNING_HOUR);
  return dueAt !== undefined && dueAt < morning ? dueAt : morning;
}
