import { LIMITS, hexId } from "@countersign/contracts";
import { type DatedDay, WEEKDAYS, ZONE_NAME } from "@countersign/domain/calendar";
import { z } from "zod";

import { documentFields, durationInput, label, optional } from "../shared/inputs.ts";
import { pageOf } from "../shared/page-inputs.ts";

const WEEK_MAX = 50;
const DAYS_MAX = 500;

/** The rule of calendars reads what has this form. */
const time = z.string().regex(/^\d\d:\d\d$/u, "must be a time such as 09:00");
const date = z.string().regex(/^\d{4}-\d\d-\d\d$/u, "must be a date such as 2026-12-24");
const timeZone = z
  .string()
  .max(LIMITS.timeZone)
  .regex(ZONE_NAME, "must be the name of a time zone such as Europe/Berlin");
const hours = z.object({ day: z.enum(WEEKDAYS), from: time, to: time });

/** A dated day: closed, or with hours of its own. */
const datedDay = z
  .object({
    date,
    closed: optional(z.boolean()),
    from: optional(time),
    to: optional(time),
    name: optional(label(LIMITS.name)),
  })
  .transform(({ from, to, name, ...day }, context): DatedDay => {
    const { closed = from === undefined && to === undefined } = day;
    const namedDay = { date: day.date, ...(name !== undefined && { name }) };
    if (closed && from === undefined && to === undefined) return { ...namedDay, closed };
    if (!closed && from !== undefined && to !== undefined) return { ...namedDay, from, to };
    context.addIssue({ code: "custom", message: "expected either closed, or from and to" });
    return z.NEVER;
  });

const week = z.array(hours).max(WEEK_MAX, `must have at most ${WEEK_MAX} items`);
const days = z.array(datedDay).max(DAYS_MAX, `must have at most ${DAYS_MAX} items`);

export const createApprovalCalendarInput = z.object({
  name: label(LIMITS.name),
  timeZone,
  week,
  days: optional(days),
  ...documentFields,
});
export const updateApprovalCalendarInput = z.object({
  name: optional(label(LIMITS.name)),
  timeZone: optional(timeZone),
  week: optional(week),
  days: optional(days),
  ...documentFields,
});

export const approvalCalendarPageInput = pageOf({});

/** `dueAfter`; the rule of durations reads the span. */
export const dueAfterInput = z.strictObject({
  calendarId: optional(hexId),
  from: z
    .date()
    .min(new Date(0), "must be 1970-01-01 or later")
    .max(new Date(Date.UTC(2200, 0)), "must be before 2200-01-01"),
  duration: durationInput,
});
