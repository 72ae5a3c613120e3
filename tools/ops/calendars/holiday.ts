/** A day on which nobody works. */
export interface Holiday {
  /** Such as 2026-12-25. */
  date: string;
  name?: string | undefined;
  /** Words of its source about it, in one line, such as "Observance". */
  description?: string | undefined;
}

/** Whole years, the first and the last. */
export interface Years {
  from: number;
  to: number;
}

/** The days that a source has in the years that were asked for. */
export interface Holidays {
  /** A date may stand there several times, by several names. */
  days: Holiday[];
  /** A sentence for each entry that was passed over. */
  passedOver: string[];
}

const NAME_MAX = 200;

/** A name as calendars take it: one line of at most 200 characters; undefined for an empty one. */
export function nameOf(text: string | null | undefined): string | undefined {
  const name = (text ?? "").replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, " ").trim();
  return name.slice(0, NAME_MAX).toWellFormed().trim() || undefined;
}

/**
 * Collects the days of a span that lie in the years.
 *
 * @param start - first day
 * @param end - the day after the last
 */
export function* daysOf(
  start: Temporal.PlainDate,
  end: Temporal.PlainDate,
  { from, to }: Years,
): Generator<string> {
  const first = later(start, Temporal.PlainDate.from({ year: from, month: 1, day: 1 }));
  const after = Temporal.PlainDate.from({ year: to + 1, month: 1, day: 1 });
  for (
    let day = first;
    Temporal.PlainDate.compare(day, end) < 0 && Temporal.PlainDate.compare(day, after) < 0;
    day = day.add({ days: 1 })
  ) {
    yield day.toString();
  }
}

/** Days in order, each date once, by the first name that it has. */
export function oncePerDate(days: readonly Holiday[]): Holiday[] {
  const byDate = Map.groupBy(days, ({ date }) => date);
  return [...byDate.values()]
    .map((sameDay) => sameDay.find(({ name }) => name !== undefined) ?? sameDay[0]!)
    .toSorted((left, right) => (left.date < right.date ? -1 : 1));
}

const later = (left: Temporal.PlainDate, right: Temporal.PlainDate): Temporal.PlainDate =>
  Temporal.PlainDate.compare(left, right) > 0 ? left : right;
