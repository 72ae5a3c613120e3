import { LineFault } from "./content-lines.ts";
import { atWall, type EventTime, instantOf, type Span, spanOf, timesOf, wallOf } from "./event-time.ts";
import type { Years } from "./holiday.ts";
import type { IcsEvent, IcsProperty } from "./ics-events.ts";
import { readRule } from "./repeat-rule.ts";

/** The years and the zone in which repetitions are looked for. */
export interface OccurrenceContext {
  years: Years;
  /** The zone of times that name none. */
  timeZone: string;
}

/**
 * The spans of an event in the years: by RRULE, RDATE and, without a rule, DTSTART.
 *
 * @param changedTimes - times at which occurrences begin that another event of the file replaces or cancels
 * @throws LineFault
 */
export function occurrencesOf(
  event: IcsEvent,
  changedTimes: readonly EventTime[],
  context: OccurrenceContext,
): Span[] {
  const { timeZone } = context;
  const span = spanOf(event);
  const rules = event.all("rrule");
  const repeatedSpans = rules
    .flatMap((rule) => startsBy(rule, span, context))
    .map((start) => lastingAs(span, start));
  const listedSpans = event.all("rdate").flatMap((property) => spansBy(property, span));
  const [exceptionRule] = event.all("exrule");
  if (exceptionRule) throw new LineFault(exceptionRule.line, "EXRULE: expected the dates as EXDATE");
  const excludedTimes = [
    ...changedTimes,
    ...event.all("exdate").flatMap((property) => exclusionsBy(property, span)),
  ];
  return [...(rules.length === 0 ? [span] : []), ...repeatedSpans, ...listedSpans].filter(
    ({ start }) => !excludedTimes.some((time) => isSameStart(start, time, timeZone)),
  );
}

/**
 * When an occurrence began that an event replaces or cancels.
 *
 * @throws LineFault where it replaces all that follow, too
 */
export function replacedBy(event: IcsEvent): EventTime | undefined {
  const property = event.first("recurrence-id");
  if (property === undefined) return undefined;
  if (property.property.getFirstParameter("range")) {
    throw new LineFault(property.line, "RECURRENCE-ID: expected one occurrence; RANGE is not read here");
  }
  return timesOf(property)[0];
}

/** How long an event lasts by the clocks on the wall. */
const lengthOf = ({ start, end }: Span): Temporal.Duration =>
  wallOf(start).until(wallOf(end), { largestUnit: "days" });

const lastingAs = (span: Span, start: EventTime): Span => ({
  start,
  end: atWall(span.end, wallOf(start).add(lengthOf(span))),
});

function startsBy(
  { line, property }: IcsProperty,
  span: Span,
  { years, timeZone }: OccurrenceContext,
): EventTime[] {
  const { start, end } = span;
  if (start.zone !== end.zone || start.time.zone.tzid !== end.time.zone.tzid) {
    throw new LineFault(line, "RRULE: expected DTSTART and DTEND in one time zone");
  }
  try {
    const rule = readRule(String(property.getFirstValue()), start.time.isDate);
    // A start a day before or after may be in the years in another zone.
    const from = Temporal.PlainDateTime.from({ year: years.from, month: 1, day: 1 }).subtract({ days: 1 });
    const to = Temporal.PlainDateTime.from({ year: years.to + 1, month: 1, day: 2 });
    const starts = rule
      .startsBetween(wallOf(start), from.subtract(lengthOf(span)), to)
      .map((wall) => atWall(start, wall));
    const { until } = rule;
    return until === undefined ? starts : starts.filter((time) => !isAfter(time, until, timeZone));
  } catch (error) {
    throw new LineFault(line, (error as Error).message, { cause: error });
  }
}

/** Whether a start is later than the UNTIL of its rule: a date, a time in UTC, or one on the wall. */
function isAfter(start: EventTime, until: string, local: string): boolean {
  const [, date = "", time = ""] = /^(\d{8})(T\d{6})?/u.exec(until) ?? [];
  const last = Temporal.PlainDateTime.from(`${date}${time || "T000000"}`, { overflow: "reject" });
  if (time === "" || start.time.isDate) {
    return Temporal.PlainDate.compare(wallOf(start).toPlainDate(), last.toPlainDate()) > 0;
  }
  if (!until.endsWith("Z")) return Temporal.PlainDateTime.compare(wallOf(start), last) > 0;
  return Temporal.Instant.compare(instantOf(start, local), last.toZonedDateTime("UTC").toInstant()) > 0;
}

function spansBy(property: IcsProperty, span: Span): Span[] {
  return timesOf(property).map(({ end, ...start }) => {
    if (start.time.isDate !== span.start.time.isDate) {
      throw new LineFault(property.line, "RDATE: expected dates beside a date, and times beside a time");
    }
    return end === undefined ? lastingAs(span, start) : { start, end };
  });
}

function exclusionsBy(property: IcsProperty, { start }: Span): EventTime[] {
  return timesOf(property).map((time) => {
    if (start.time.isDate && !time.time.isDate && time.time.zone.tzid === "UTC") {
      throw new LineFault(property.line, "EXDATE: expected dates, as DTSTART is one");
    }
    return time;
  });
}

/** Whether two starts are one: a date stands for every time of its day. */
function isSameStart(left: EventTime, right: EventTime, local: string): boolean {
  if (left.time.isDate || right.time.isDate) {
    return wallOf(left).toPlainDate().equals(wallOf(right).toPlainDate());
  }
  return instantOf(left, local).equals(instantOf(right, local));
}
