import { instantOf, type Span, wallOf } from "./event-time.ts";

/** Whole days: the first, and the day after the last. */
interface Days {
  start: Temporal.PlainDate;
  end: Temporal.PlainDate;
}

/**
 * The whole days that an event covers in a zone.
 *
 * @returns undefined for one that does not begin and end at midnight
 * @throws Error for a zone that neither the file nor this machine knows
 */
export function daysCovered({ start, end }: Span, timeZone: string): Days | undefined {
  if (start.time.isDate) {
    const [first, after] = [wallOf(start).toPlainDate(), wallOf(end).toPlainDate()];
    return {
      start: first,
      end: Temporal.PlainDate.compare(first, after) < 0 ? after : first.add({ days: 1 }),
    };
  }
  const [from, to] = [start, end].map((time) => instantOf(time, timeZone).toZonedDateTimeISO(timeZone));
  if (!from || !to || !isMidnight(from) || !isMidnight(to)) return undefined;
  return Temporal.ZonedDateTime.compare(from, to) < 0
    ? { start: from.toPlainDate(), end: to.toPlainDate() }
    : undefined;
}

const isMidnight = (time: Temporal.ZonedDateTime): boolean => time.equals(time.startOfDay());
