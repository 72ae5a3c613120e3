import type ICAL from "ical.js";

/** Whole days: the first, and the day after the last. */
interface Days {
  start: Temporal.PlainDate;
  end: Temporal.PlainDate;
}

/** A time as an event has it, and the name of its zone where it gives one. */
export interface EventTime {
  time: ICAL.Time;
  zone: string | undefined;
}

/**
 * The whole days that an event covers in a zone.
 *
 * @returns undefined for one that does not begin and end at midnight
 * @throws Error for a zone that neither the file nor this machine knows
 */
export function daysCovered(start: EventTime, end: EventTime, timeZone: string): Days | undefined {
  if (start.time.isDate) {
    const first = dateOf(start.time);
    const after = dateOf(end.time);
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

const dateOf = ({ year, month, day }: ICAL.Time): Temporal.PlainDate =>
  Temporal.PlainDate.from({ year, month, day });

/** The instant of a time: by its zone in the file, by one of that name, or as local time where it names none. */
function instantOf({ time, zone = "" }: EventTime, local: string): Temporal.Instant {
  if (time.zone.tzid !== "floating") return Temporal.Instant.fromEpochMilliseconds(time.toUnixTime() * 1_000);
  const { year, month, day, hour, minute, second } = time;
  const plain = Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
  try {
    return plain.toZonedDateTime(zone || local).toInstant();
  } catch (error) {
    throw new Error(`the time zone ${zone} is neither in the file nor known here`, { cause: error });
  }
}
