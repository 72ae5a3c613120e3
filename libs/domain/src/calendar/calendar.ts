/** The days of a week, as calendars name them. */
export const WEEKDAYS = [
  "MONDAY",
  "TUESDAY",
  "WEDNESDAY",
  "THURSDAY",
  "FRIDAY",
  "SATURDAY",
  "SUNDAY",
] as const;

export type Weekday = (typeof WEEKDAYS)[number];

/** Names such as `Europe/Berlin` or `UTC`. Offsets are no places: they do not know summer time. */
export const ZONE_NAME = /^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/u;

/** A span of local time on one day; `to` may be `24:00`. Both are `HH:MM`. */
export interface Hours {
  from: string;
  to: string;
}

/** Working hours of a day of every week; a day may have several. */
export interface WeekHours extends Hours {
  day: Weekday;
}

/** A date that differs from its week: closed, or with working hours of its own, such as a make-up Saturday. */
export type DatedDay = { date: string; name?: string | undefined } & ({ closed: true } | Hours);

/** When people work (TIME-1). */
export interface Calendar {
  /** IANA name, such as `Europe/Berlin`. */
  timeZone: string;
  week: readonly WeekHours[];
  days: readonly DatedDay[];
}

export const isClosed = (day: DatedDay): day is Extract<DatedDay, { closed: true }> => "closed" in day;

/** Minutes after midnight of `HH:MM`, up to 1,440 for `24:00`; `undefined` for other texts. */
export function minutesOf(time: string): number | undefined {
  const [, hours, minutes] = /^([01]\d|2[0-4]):([0-5]\d)$/u.exec(time) ?? [];
  const total = Number(hours) * 60 + Number(minutes);
  return total <= 24 * 60 ? total : undefined;
}
