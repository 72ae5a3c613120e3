import { text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";
import { type Calendar, type Hours, isClosed, minutesOf, WEEKDAYS } from "./calendar.ts";
import type { Duration } from "./duration.ts";

/** A span of working time. */
interface Span {
  start: Temporal.Instant;
  end: Temporal.Instant;
}

/** A day with working time, its spans in order. */
interface WorkingDay {
  spans: readonly [Span, ...Span[]];
  /** The last closing time. */
  end: Temporal.Instant;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Days that an answer looks ahead: with less working time than that a duration has no end. */
const HORIZON_DAYS = 1_830;

/**
 * The instant a duration after another one (TIME-2).
 *
 * `businessDays: n` ends at the last closing time of the n-th working day after the one asked on; asking after closing,
 * or on a free day, counts as asking on the next working day. Without a calendar every hour counts, and a business day
 * has 24 of them.
 *
 * @throws DomainError `INVALID_INPUT` where the calendar has too little working time in five years
 */
export function dueAfter(
  calendar: Calendar | undefined,
  from: Temporal.Instant,
  duration: Duration,
): Temporal.Instant {
  if ("hours" in duration) return plus(from, duration.hours * HOUR_MS);
  if ("businessHours" in duration) return afterWorkingTime(calendar, from, duration.businessHours * HOUR_MS);
  const { businessDays } = duration;
  if (calendar === undefined) return plus(from, businessDays * DAY_MS);
  let passedDays = 0;
  for (const { end } of workingDays(calendar, from, HORIZON_DAYS)) {
    if (passedDays === businessDays) return end;
    passedDays += 1;
  }
  throw tooLittle();
}

/**
 * The instant at which so much working time has passed; a span that is used up ends at its closing time.
 *
 * @param ms more than 0
 * @throws DomainError `INVALID_INPUT` where the calendar has too little working time in five years
 */
export function afterWorkingTime(
  calendar: Calendar | undefined,
  from: Temporal.Instant,
  ms: number,
): Temporal.Instant {
  if (calendar === undefined) return plus(from, ms);
  let leftMs = ms;
  for (const { spans } of workingDays(calendar, from, HORIZON_DAYS)) {
    for (const span of spans) {
      const start = laterOf(span.start, from);
      const available = msBetween(start, span.end);
      if (available > 0 && leftMs <= available) return plus(start, leftMs);
      leftMs -= Math.max(0, available);
    }
  }
  throw tooLittle();
}

/** The working time between two instants in ms; 0 where the second is not later. */
export function workingTimeBetween(
  calendar: Calendar | undefined,
  from: Temporal.Instant,
  until: Temporal.Instant,
): number {
  if (Temporal.Instant.compare(from, until) >= 0) return 0;
  if (calendar === undefined) return msBetween(from, until);
  let total = 0;
  // Two days more: those of both instants, which are no whole days in the calendar's zone.
  const days = Math.ceil(msBetween(from, until) / DAY_MS) + 2;
  for (const { spans } of workingDays(calendar, from, days)) {
    if (Temporal.Instant.compare(spans[0].start, until) >= 0) break;
    for (const span of spans) {
      const end = Temporal.Instant.compare(span.end, until) > 0 ? until : span.end;
      total += Math.max(0, msBetween(laterOf(span.start, from), end));
    }
  }
  return total;
}

/**
 * The working days that end after an instant, in order, the day of the instant first where it has working time left.
 *
 * @param horizonDays days of the calendar that are looked at
 */
export function* workingDays(
  calendar: Calendar,
  from: Temporal.Instant,
  horizonDays: number,
): Generator<WorkingDay> {
  const { timeZone, days, week } = calendar;
  const datedDays = Map.groupBy(days, ({ date }) => dayNumberOf(Temporal.PlainDate.from(date)));
  const weekly = Map.groupBy(week, ({ day }) => WEEKDAYS.indexOf(day));
  const today = from.toZonedDateTimeISO(timeZone).toPlainDate();
  const first = dayNumberOf(today);
  for (let passedDays = 0; passedDays < horizonDays; passedDays += 1) {
    const ownDays = datedDays.get(first + passedDays);
    const hours: readonly Hours[] = ownDays
      ? ownDays.flatMap((day) => (isClosed(day) ? [] : [day]))
      : (weekly.get((today.dayOfWeek - 1 + passedDays) % WEEKDAYS.length) ?? []);
    // Days without hours are passed by number: they are most of a calendar's, and dates take time.
    const [opening, ...otherSpans] =
      hours.length === 0 ? [] : spansOf(hours, today.add({ days: passedDays }), timeZone);
    const end = otherSpans.at(-1)?.end ?? opening?.end;
    if (opening && end && Temporal.Instant.compare(end, from) > 0) {
      yield { spans: [opening, ...otherSpans], end };
    }
  }
}

/** Whether nobody works on a date by the calendar. */
export function isFreeDay(
  { days, week }: Pick<Calendar, "days" | "week">,
  date: Temporal.PlainDate,
): boolean {
  const ownDays = days.filter((day) => day.date === date.toString());
  if (ownDays.length > 0) return ownDays.every(isClosed);
  return !week.some(({ day }) => day === WEEKDAYS[date.dayOfWeek - 1]);
}

/** Days since 1970-01-01. */
const dayNumberOf = ({ year, month, day }: Temporal.PlainDate): number =>
  Date.UTC(year, month - 1, day) / DAY_MS;

/** The hours of a date in order; local times that do not exist or exist twice are `compatible` (TIME-2). */
function spansOf(hours: readonly Hours[], date: Temporal.PlainDate, timeZone: string): Span[] {
  const at = (time: string): Temporal.Instant => {
    const minutes = minutesOf(time) ?? 0;
    const isMidnight = minutes === 24 * 60;
    const plainTime = Temporal.PlainTime.from({
      hour: Math.floor((minutes / 60) % 24),
      minute: minutes % 60,
    });
    const day = isMidnight ? date.add({ days: 1 }) : date;
    return day.toZonedDateTime({ timeZone, plainTime }).toInstant();
  };
  return (
    hours
      .map(({ from, to }) => ({ start: at(from), end: at(to) }))
      // A span within an hour that the clocks skip has no time.
      .filter(({ start, end }) => Temporal.Instant.compare(start, end) < 0)
      .toSorted((left, right) => Temporal.Instant.compare(left.start, right.start))
  );
}

const msBetween = (from: Temporal.Instant, until: Temporal.Instant): number =>
  until.epochMilliseconds - from.epochMilliseconds;

const plus = (instant: Temporal.Instant, ms: number): Temporal.Instant =>
  Temporal.Instant.fromEpochMilliseconds(instant.epochMilliseconds + Math.round(ms));

const laterOf = (left: Temporal.Instant, right: Temporal.Instant): Temporal.Instant =>
  Temporal.Instant.compare(left, right) >= 0 ? left : right;

const tooLittle = (): DomainError =>
  new DomainError("INVALID_INPUT", text("calendar.tooLittle"), { field: "duration" });
