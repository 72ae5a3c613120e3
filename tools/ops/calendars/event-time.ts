import ICAL from "ical.js";

import { type IcsEvent, type IcsProperty } from "./ics-events.ts";
import { LineFault } from "./content-lines.ts";

/** A time as a file has it, and the name of its zone where it gives one. */
export interface EventTime {
  time: ICAL.Time;
  zone: string | undefined;
}

/** From when till when an event lasts. */
export interface Span {
  start: EventTime;
  end: EventTime;
}

const DAY_SECONDS = 86_400;

/**
 * Reads the times of a property; of a period its start and end.
 *
 * @throws LineFault for what is no time, which the library would move or guess
 */
export function timesOf({ line, property }: IcsProperty): (EventTime & { end?: EventTime })[] {
  const zone = property.getFirstParameter("tzid") || undefined;
  const name = property.name.toUpperCase();
  const writtenValues = (property.toJSON() as unknown[]).slice(3) as (string | [string, string])[];
  for (const value of writtenValues.flat()) if (!value.startsWith("P")) assertExists(line, name, value);
  return withLine(line, name, () =>
    (property.getValues() as (ICAL.Time | ICAL.Period)[]).map((value) => {
      if (!(value instanceof ICAL.Period)) return { time: value, zone };
      const end = { time: value.getEnd(), zone };
      return { time: value.start, zone, end };
    }),
  );
}

function assertExists(line: number, name: string, writtenTime: string): void {
  const [, date = "", time, rest = ""] =
    /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d))?(.*)$/u.exec(writtenTime) ?? [];
  if (date !== "" && time === undefined && rest.startsWith("T")) {
    throw new LineFault(line, `${name} ${date}: expected VALUE=DATE, or a time`);
  }
  try {
    Temporal.PlainDateTime.from(`${date}T${time ?? "00:00:00"}`, { overflow: "reject" });
    if (rest !== "" && rest !== "Z") throw new RangeError(rest);
  } catch (error) {
    throw new LineFault(line, `${name} ${writtenTime}: expected a date that exists, such as 20261225`, {
      cause: error,
    });
  }
}

/**
 * The span of an event by DTSTART and DTEND or DURATION; without either a whole day or an instant.
 *
 * @throws LineFault
 */
export function spanOf(event: IcsEvent): Span {
  const begin = event.first("dtstart");
  if (begin === undefined) throw new LineFault(event.line, "has no DTSTART");
  const start = onlyTime(begin);
  const [end, duration] = [event.first("dtend"), event.first("duration")];
  if (end && duration) throw new LineFault(duration.line, "DURATION: expected DTEND or DURATION, found both");
  if (end) return { start, end: laterTime(end, start) };
  if (duration) return { start, end: after(start, lengthIn(duration, start)) };
  return { start, end: start.time.isDate ? after(start, ICAL.Duration.fromSeconds(DAY_SECONDS)) : start };
}

function onlyTime(property: IcsProperty): EventTime {
  const [time, ...otherTimes] = timesOf(property);
  if (time && otherTimes.length === 0) return time;
  throw new LineFault(property.line, `${property.property.name.toUpperCase()}: expected one time`);
}

function laterTime(property: IcsProperty, start: EventTime): EventTime {
  const end = onlyTime(property);
  if (end.time.isDate !== start.time.isDate) {
    throw new LineFault(property.line, "DTEND: expected a date beside a date, and a time beside a time");
  }
  // Many programs write the day itself as the end of a day.
  if (end.time.isDate && end.time.compare(start.time) < 0) {
    throw new LineFault(property.line, `DTEND ${end.time.toString()}: expected a day after DTSTART`);
  }
  return end;
}

/** A duration, of whole days beside a date. */
function lengthIn({ line, property }: IcsProperty, { time }: EventTime): ICAL.Duration {
  const duration = withLine(line, "DURATION", () => property.getFirstValue() as ICAL.Duration);
  const seconds = duration.toSeconds();
  if (seconds < 0) throw new LineFault(line, `DURATION ${duration.toString()}: expected none below 0`);
  if (!time.isDate) return duration;
  if (seconds % DAY_SECONDS === 0) return ICAL.Duration.fromSeconds(Math.max(seconds, DAY_SECONDS));
  throw new LineFault(line, `DURATION ${duration.toString()}: expected whole days beside a date`);
}

function after({ time, zone }: EventTime, duration: ICAL.Duration): EventTime {
  const end = time.clone();
  end.addDuration(duration);
  return { time: end, zone };
}

/** The time that clocks in its zone show. */
export function wallOf({ time }: EventTime): Temporal.PlainDateTime {
  const { year, month, day, hour, minute, second } = time;
  return Temporal.PlainDateTime.from({ year, month, day, hour, minute, second });
}

/** The time at which clocks in the zone of another show something else. */
export function atWall({ time, zone }: EventTime, wall: Temporal.PlainDateTime): EventTime {
  const { year, month, day, hour, minute, second } = wall;
  const wallTime = new ICAL.Time({ year, month, day, hour, minute, second, isDate: time.isDate }, time.zone);
  return { time: wallTime, zone };
}

/**
 * The instant of a time: by its zone in the file, by one of that name, or as local time where it names none.
 *
 * @throws Error for a zone that neither the file nor this machine knows
 */
export function instantOf(at: EventTime, local: string): Temporal.Instant {
  const { time, zone = "" } = at;
  if (time.zone.tzid !== "floating") return Temporal.Instant.fromEpochMilliseconds(time.toUnixTime() * 1_000);
  try {
    return wallOf(at)
      .toZonedDateTime(zone || local)
      .toInstant();
  } catch (error) {
    throw new Error(`the time zone ${zone} is neither in the file nor known here`, { cause: error });
  }
}

function withLine<T>(line: number, name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new LineFault(line, `${name}: ${(error as Error).message}`, { cause: error });
  }
}
