import type { CalendarFieldsFragment, Weekday } from "../graphql/generated/documents.ts";

/** The days of a week, as calendars name them, in the order of ISO 8601. */
export const WEEKDAYS: readonly Weekday[] = [
  "MONDAY",
  "TUESDAY",
  "WEDNESDAY",
  "THURSDAY",
  "FRIDAY",
  "SATURDAY",
  "SUNDAY",
];

/** The state of a day: as every week, with or without work; a holiday; a day with hours of its own. */
export type DayState = "work" | "free" | "holiday" | "own";

/** A day of a year at a glance. */
export interface YearDay {
  /** Such as 2026-12-24. */
  date: string;
  state: DayState;
  /** Of a dated day. */
  name?: string | undefined;
  /** Working hours such as `09:00–17:00`, in order. */
  hours: string[];
}

/** A month of a year: rows of seven places, from Monday, of which some are empty. */
export type YearMonth = (YearDay | undefined)[][];

type Calendar = Pick<CalendarFieldsFragment, "week" | "days">;

/** The twelve months of a year, as a calendar has its days. */
export function yearOf(calendar: Calendar, year: number): YearMonth[] {
  const daysByDate = Map.groupBy(calendar.days, ({ date }) => date);
  return Array.from({ length: 12 }, (_, month) => {
    const places: (YearDay | undefined)[] = Array.from(
      { length: weekdayOf(year, month, 1) },
      () => undefined,
    );
    const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
    for (let day = 1; day <= last; day += 1) {
      const date = new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
      places.push(dayOf(calendar, date, daysByDate.get(date), WEEKDAYS[weekdayOf(year, month, day)]));
    }
    while (places.length % WEEKDAYS.length > 0) places.push(undefined);
    return Array.from({ length: places.length / WEEKDAYS.length }, (_week, at) =>
      places.slice(at * WEEKDAYS.length, (at + 1) * WEEKDAYS.length),
    );
  });
}

/** 0 for Monday. */
const weekdayOf = (year: number, month: number, day: number): number =>
  (new Date(Date.UTC(year, month, day)).getUTCDay() + 6) % 7;

function dayOf(
  { week }: Calendar,
  date: string,
  datedDays: Calendar["days"] | undefined,
  weekday: Weekday | undefined,
): YearDay {
  if (datedDays === undefined) {
    const hours = hoursOf(week.filter(({ day }) => day === weekday));
    return { date, state: hours.length > 0 ? "work" : "free", hours };
  }
  const name = datedDays.map((day) => day.name).find((dayName) => dayName != null) ?? undefined;
  const hours = hoursOf(datedDays.filter(({ closed }) => !closed));
  return { date, state: hours.length > 0 ? "own" : "holiday", name, hours };
}

const hoursOf = (spans: readonly { from?: string | null; to?: string | null }[]): string[] =>
  spans.map(({ from, to }) => `${from}–${to}`).toSorted();
