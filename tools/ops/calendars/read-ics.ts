import { Fault } from "../workflows/fault.ts";
import { LineFault } from "./content-lines.ts";
import { daysCovered } from "./days-covered.ts";
import { type EventTime, spanOf } from "./event-time.ts";
import { type Holiday, type Holidays, type Years, daysOf, nameOf } from "./holiday.ts";
import { type IcsEvent, readEvents } from "./ics-events.ts";
import { occurrencesOf, replacedBy } from "./occurrences.ts";

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
 * in the years. An event with RECURRENCE-ID takes the place of that occurrence of its UID, and stands for itself where the
 * file lacks the others.
 *
 * @throws Fault for what is no such file, and for what cannot be read without doubt, naming line and event
 */
export function readIcs(bytes: Uint8Array, context: IcsContext): Holidays {
  try {
    return daysOfAll(readEvents(bytes), context);
  } catch (error) {
    if (!(error instanceof LineFault)) throw error;
    throw new Fault(`${context.file}: line ${error.line}: ${error.message}`, { cause: error });
  }
}

function daysOfAll(events: readonly IcsEvent[], context: IcsContext): Holidays {
  const changedTimes = Map.groupBy(
    events.flatMap((event) => {
      const time = inEvent(event, () => replacedBy(event));
      return time === undefined ? [] : [{ uid: event.text("uid"), time }];
    }),
    ({ uid }) => uid,
  );
  const read = events
    .filter((event) => event.text("status").toUpperCase() !== "CANCELLED")
    .map((event) =>
      inEvent(event, () =>
        daysOfEvent(event, changedTimes.get(event.text("uid"))?.map(({ time }) => time) ?? [], context),
      ),
    );
  return {
    days: read.flatMap(({ days }) => days),
    passedOver: [...new Set(read.flatMap(({ passedOver }) => passedOver))],
  };
}

function daysOfEvent(event: IcsEvent, changedTimes: readonly EventTime[], context: IcsContext): Holidays {
  const { years, timeZone } = context;
  const isOccurrence = event.first("recurrence-id") !== undefined;
  const spans = isOccurrence ? [spanOf(event)] : occurrencesOf(event, changedTimes, context);
  const name = nameOf(event.text("summary"));
  const description = nameOf(event.text("description"));
  const days: Holiday[] = [];
  const passedOver: string[] = [];
  for (const span of spans) {
    const coveredDays = daysCovered(span, timeZone);
    if (coveredDays !== undefined) {
      for (const date of daysOf(coveredDays.start, coveredDays.end, years))
        days.push({ date, name, description });
      continue;
    }
    const start = span.start.time.toString();
    if (Number(start.slice(0, 4)) >= years.from) {
      passedOver.push(`${start}, ${name ?? "an event"}: not a whole day, set its hours by hand`);
    }
  }
  return { days, passedOver };
}

/** Names the event at fault. */
function inEvent<T>(event: IcsEvent, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const line = error instanceof LineFault ? error.line : event.line;
    throw new LineFault(line, `${event.label}: ${(error as Error).message}`, { cause: error });
  }
}
