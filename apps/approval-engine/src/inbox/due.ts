import type { WorkflowTask } from "../runs/index.ts";

/** When tasks are due: from an instant on, before another; and, or only, those without a due time. */
export interface DueRange {
  from?: Date;
  until?: Date;
  none?: boolean;
}

/** The instants by which the inbox is grouped: what is due before `now` is late, before `weekEnd` this week. */
export interface DueBounds {
  now: Date;
  weekEnd: Date;
}

export const DUE_GROUPS = ["LATE", "THIS_WEEK", "LATER"] as const;
export type DueGroup = (typeof DUE_GROUPS)[number];

const DAYS_OF_WEEK = 7;

/**
 * The bounds at an instant: weeks end at midnight after Sunday, in a time zone. What is due at that midnight is due on
 * Sunday: it belongs to the day that ends.
 *
 * @param timeZone - IANA name. Default: UTC
 */
export function dueBounds(now: Date, timeZone = "UTC"): DueBounds {
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime())
    .toZonedDateTimeISO(timeZone)
    .startOfDay();
  const monday = today.toPlainDate().add({ days: DAYS_OF_WEEK + 1 - today.dayOfWeek });
  return { now, weekEnd: new Date(monday.toZonedDateTime(timeZone).epochMilliseconds + 1) };
}

/** The tasks of a group; without a due time they are due later. */
export function rangeOfGroup(group: DueGroup, { now, weekEnd }: DueBounds): DueRange {
  if (group === "LATE") return { until: now };
  return group === "THIS_WEEK" ? { from: now, until: weekEnd } : { from: weekEnd, none: true };
}

/** The tasks that are late, or all others. */
export const overdueRange = (overdue: boolean, now: Date): DueRange =>
  overdue ? { until: now } : { from: now, none: true };

/** The group of a task. */
export function dueGroupOf(dueAt: Date | undefined, { now, weekEnd }: DueBounds): DueGroup {
  if (dueAt === undefined || dueAt >= weekEnd) return "LATER";
  return dueAt < now ? "LATE" : "THIS_WEEK";
}

const isDated = ({ from, until }: DueRange): boolean => (from ?? until) !== undefined;

/** The bounds of an index of due times: none of them where only tasks without one are meant. */
export function datesWithin(ranges: readonly DueRange[]): { $gte: Date; $lt?: Date } | undefined {
  if (ranges.some((range) => !isDated(range) && range.none)) return undefined;
  const from = ranges.reduce((latest, range) => later(latest, range.from), EARLIEST);
  const ends = ranges.flatMap(({ until }) => until ?? []).toSorted((a, b) => a.getTime() - b.getTime());
  return { $gte: from, ...(ends[0] && { $lt: ends[0] }) };
}

/** Before every due time. A bound that is a date leaves tasks without one out. */
const EARLIEST = new Date(0);
const later = (left: Date, right: Date = EARLIEST): Date => (right > left ? right : left);

/** Whether tasks without a due time are meant. */
export const withUndated = (ranges: readonly DueRange[]): boolean =>
  ranges.every(({ none }) => none === true);

/** Whether a task is due in all of these ranges. */
export const isDueWithin = (
  { dueAt }: Partial<Pick<WorkflowTask, "dueAt">>,
  ranges: readonly DueRange[] = [],
) =>
  ranges.every((range) => {
    if (dueAt === undefined) return range.none === true;
    const { from, until } = range;
    return isDated(range) && (from === undefined || dueAt >= from) && (until === undefined || dueAt < until);
  });
