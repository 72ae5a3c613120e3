import ICAL from "ical.js";

import { Fault } from "../workflows/fault.ts";
import { type Holiday, type Holidays, type Years, daysOf, inOrder, nameOf } from "./holiday.ts";
import { daysCovered } from "./days-covered.ts";

/** Repetitions of one event that are looked at, also those before the years that were asked for. */
const MAX_REPETITIONS = 20_000;

/** Where a file's days are needed. */
export interface IcsContext {
  /** Name of the file, for messages. */
  file: string;
  years: Years;
  /** The zone of the calendar that gets the days. */
  timeZone: string;
}

/**
 * Reads the days that events of an iCalendar file (RFC 5545) cover: all-day events, and events with times that last from
 * midnight to midnight in the calendar's zone. Events that were cancelled count for nothing, repeated ones for each time
 * in the years.
 *
 * @throws Fault for what is no such file, naming the event at fault
 */
export function readIcs(text: string, context: IcsContext): Holidays {
  const events = calendarsIn(text, context.file).flatMap((calendar) =>
    calendar.getAllSubcomponents("vevent"),
  );
  if (events.length === 0) throw new Fault(`${context.file}: has no event`);
  const days: Holiday[] = [];
  const passedOver: string[] = [];
  for (const [place, component] of events.entries()) {
    // An exception belongs to the event that it changes.
    if (component.hasProperty("recurrence-id") || isCancelled(component)) continue;
    try {
      const read = daysOfEvent(component, context);
      days.push(...read.days);
      passedOver.push(...read.passedOver);
    } catch (error) {
      const summary = nameOf(String(component.getFirstPropertyValue("summary") ?? ""));
      const event = `event ${place + 1}${summary === undefined ? "" : ` (${summary})`}`;
      throw new Fault(`${context.file}: ${event}: ${(error as Error).message}`, { cause: error });
    }
  }
  return { days: inOrder(days), passedOver };
}

/** @throws Fault */
function calendarsIn(text: string, file: string): ICAL.Component[] {
  let parsed: unknown[];
  try {
    parsed = ICAL.parse(text.replace(/^\uFEFF/u, "")) as unknown[];
  } catch (error) {
    throw new Fault(`${file}: not an iCalendar file: ${(error as Error).message}`, { cause: error });
  }
  // One calendar, or a list of them.
  const lists = (typeof parsed[0] === "string" ? [parsed] : parsed) as unknown[][];
  const calendars = lists.filter(([name]) => name === "vcalendar");
  if (calendars.length === 0) throw new Fault(`${file}: not an iCalendar file: has no BEGIN:VCALENDAR`);
  return calendars.map((one) => new ICAL.Component(one));
}

const isCancelled = (component: ICAL.Component): boolean =>
  String(component.getFirstPropertyValue("status") ?? "").toUpperCase() === "CANCELLED";

function daysOfEvent(component: ICAL.Component, { years, timeZone }: IcsContext): Holidays {
  assertDates(component);
  const days: Holiday[] = [];
  const passedOver: string[] = [];
  for (const { item, startDate, endDate } of occurrences(new ICAL.Event(component), years)) {
    if (isCancelled(item.component)) continue;
    assertDates(item.component);
    const name = nameOf(item.summary);
    const [startZone, endZone] = [zoneOf(item.component, "dtstart"), zoneOf(item.component, "dtend")];
    const span = daysCovered(
      { time: startDate, zone: startZone },
      { time: endDate, zone: endZone ?? startZone },
      timeZone,
    );
    if (span === undefined) {
      const start = startDate.toString();
      if (Number(start.slice(0, 4)) >= years.from) {
        passedOver.push(`${start}, ${name ?? "an event"}: not a whole day, set its hours by hand`);
      }
      continue;
    }
    for (const date of daysOf(span.start, span.end, years)) days.push({ date, name });
  }
  return { days, passedOver };
}

function zoneOf(component: ICAL.Component, name: "dtstart" | "dtend"): string | undefined {
  return component.getFirstProperty(name)?.getFirstParameter("tzid") || undefined;
}

interface Occurrence {
  item: ICAL.Event;
  startDate: ICAL.Time;
  endDate: ICAL.Time;
}

/** The times at which an event takes place, up to the last of the years. */
function* occurrences(event: ICAL.Event, { to }: Years): Generator<Occurrence> {
  if (!event.isRecurring()) {
    yield { item: event, startDate: event.startDate, endDate: event.endDate };
    return;
  }
  const iterator = event.iterator();
  for (let count = 0; count < MAX_REPETITIONS; count += 1) {
    const next = iterator.next() as ICAL.Time | null | undefined;
    // A day of the next year may be one of this year in another zone.
    if (!next || next.year > to + 1) return;
    yield event.getOccurrenceDetails(next);
  }
  throw new Error(`expected at most ${MAX_REPETITIONS} repetitions until ${to}`);
}

/** Refuses an event without a beginning, and dates that do not exist, which the library would move. */
function assertDates(component: ICAL.Component): void {
  if (!component.hasProperty("dtstart")) throw new Error("has no DTSTART");
  for (const name of ["dtstart", "dtend"]) {
    const property = component.getFirstProperty(name);
    if (property === null) continue;
    const written = String(property.toJSON()[3]);
    // A date of ten characters, or a time behind it.
    if (/T\D/u.test(written)) {
      throw new Error(`${name.toUpperCase()} ${written.slice(0, 10)}: expected VALUE=DATE, or a time`);
    }
    try {
      Temporal.PlainDate.from(written.slice(0, 10), { overflow: "reject" });
    } catch {
      throw new Error(`${name.toUpperCase()} ${written}: expected a date that exists, such as 20261225`);
    }
  }
}
