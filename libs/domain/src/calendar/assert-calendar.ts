import { type Text, text } from "@countersign/texts";
import { DomainError } from "../errors/index.ts";
import { type Calendar, type Hours, isClosed, minutesOf, WEEKDAYS, ZONE_NAME } from "./calendar.ts";
import { workingDays } from "./working-time.ts";

/** Days in which a calendar has to have working time. */
const DAYS_WITH_WORK = 400;
/** The last minute at which hours begin, and their last end. */
const LAST_START = 24 * 60 - 1;

/**
 * Checks a calendar.
 *
 * @param now from which it has to have working time within 400 days
 * @throws DomainError `INVALID_INPUT` that names the field, such as `week.1.from`, and what was expected (TIME-1)
 */
export function assertCalendar(calendar: Calendar, now: Temporal.Instant): void {
  assertTimeZone(calendar.timeZone);
  const week = calendar.week.map((hours, at) => ({ ...hours, field: `week.${at}` }));
  for (const hours of week) assertHours(hours);
  for (const day of WEEKDAYS) assertApart(week.filter((hours) => hours.day === day));

  const days = calendar.days.map((day, at) => ({ ...day, field: `days.${at}` }));
  for (const day of days) {
    assertDate(day.date, `${day.field}.date`);
    if (!isClosed(day)) assertHours(day);
  }
  for (const ofDate of Map.groupBy(days, ({ date }) => date).values()) {
    const closedDay = ofDate.find(isClosed);
    if (closedDay && ofDate.length > 1) {
      const { date, field } = closedDay;
      refuse(`${field}.date`, text("calendar.closedTwice", { field: `${field}.date`, date }));
    }
    assertApart(ofDate.flatMap((day) => (isClosed(day) ? [] : [day])));
  }
  if (workingDays(calendar, now, DAYS_WITH_WORK).next().done) {
    refuse("week", text("calendar.noWork", { days: DAYS_WITH_WORK }));
  }
}

function assertHours({ from, to, field }: Hours & { field: string }): void {
  const [start, end] = [minutesOf(from), minutesOf(to)];
  const [ofFrom, ofTo] = [`${field}.from`, `${field}.to`];
  if (start === undefined || start > LAST_START) {
    refuse(ofFrom, text("calendar.time", { field: ofFrom, from: "00:00", to: "23:59" }));
  }
  if (end === undefined) refuse(ofTo, text("calendar.time", { field: ofTo, from: "00:01", to: "24:00" }));
  if (end <= start) refuse(ofTo, text("calendar.timeAfter", { field: ofTo, from }));
}

/** @throws DomainError where hours of one day overlap */
function assertApart(hours: readonly (Hours & { field: string })[]): void {
  const sortedHours = hours.toSorted((left, right) => minutesOf(left.from)! - minutesOf(right.from)!);
  for (const [at, next] of sortedHours.entries()) {
    const before = sortedHours[at - 1];
    if (before && minutesOf(next.from)! < minutesOf(before.to)!) {
      const field = `${next.field}.from`;
      refuse(field, text("calendar.overlap", { field, from: before.to }));
    }
  }
}

function assertTimeZone(timeZone: string): void {
  if (!ZONE_NAME.test(timeZone)) refuse("timeZone", text("input.notATimeZone"));
  try {
    Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone);
  } catch {
    refuse("timeZone", text("input.unknownTimeZone", { timeZone }));
  }
}

function assertDate(date: string, field: string): void {
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(date)) refuse(field, text("input.notADate", { field }));
  try {
    Temporal.PlainDate.from(date, { overflow: "reject" });
  } catch {
    refuse(field, text("input.noSuchDate", { field }));
  }
}

/** @throws DomainError */
function refuse(field: string, expected: Text): never {
  throw new DomainError("INVALID_INPUT", expected, { field });
}
