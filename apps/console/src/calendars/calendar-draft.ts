import type {
  CalendarFieldsFragment,
  CreateApprovalCalendarInput,
  Weekday,
} from "../graphql/generated/documents.ts";
import { WEEKDAYS } from "./year-of.ts";

/** Working hours of a day of every week, as they are typed. */
export interface DraftHours {
  day: Weekday;
  from: string;
  to: string;
}

/** A dated day as it is typed; closed ones keep hours that were typed before. */
export interface DraftDay {
  date: string;
  closed: boolean;
  from: string;
  to: string;
  name: string;
}

/** A calendar as it is typed. */
export interface CalendarDraft {
  name: string;
  timeZone: string | null;
  week: readonly DraftHours[];
  days: readonly DraftDay[];
}

/** An office, Monday to Friday. */
const OFFICE = WEEKDAYS.slice(0, 5).map((day) => ({ day, from: "09:00", to: "17:00" }));

/** The draft of a calendar, its days in order; of a new one an office from Monday to Friday in the reader's zone. */
export function draftOf(calendar: CalendarFieldsFragment | undefined): CalendarDraft {
  if (calendar === undefined) {
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    return { name: "", timeZone, week: OFFICE, days: [] };
  }
  const days = calendar.days.map(({ date, closed, from, to, name }) => ({
    date,
    closed,
    from: from ?? "",
    to: to ?? "",
    name: name ?? "",
  }));
  return {
    name: calendar.name,
    timeZone: calendar.timeZone,
    week: calendar.week.map(({ day, from, to }) => ({ day, from, to })),
    days: days.toSorted((left, right) => (left.date < right.date ? -1 : 1)),
  };
}

/** The input of a draft: `9:00` means `09:00`. */
export function inputOf({ name, timeZone, week, days }: CalendarDraft): CreateApprovalCalendarInput {
  return {
    name,
    timeZone: (timeZone ?? "").trim(),
    week: week.map(({ day, from, to }) => ({ day, from: timeOf(from), to: timeOf(to) })),
    days: days.map(({ date, closed, from, to, name: dayName }) => ({
      date,
      closed,
      ...(closed ? {} : { from: timeOf(from), to: timeOf(to) }),
      name: dayName.trim() || null,
    })),
  };
}

const timeOf = (text: string): string => text.trim().replace(/^\d:/u, "0$&");

/** A list with one of its items replaced, or taken out. */
export function withItem<Item>(list: readonly Item[], at: number, item: Item | undefined): Item[] {
  return list.flatMap((entry, place) => (place === at ? (item === undefined ? [] : [item]) : [entry]));
}
