import { describe, expect, it } from "vitest";
import { assertCalendar } from "./assert-calendar.ts";
import type { Calendar } from "./calendar.ts";
import { assertDuration, type Duration } from "./duration.ts";

const NOW = Temporal.Instant.from("2026-11-25T10:00:00Z");
const CALENDAR: Calendar = {
  timeZone: "Europe/Berlin",
  week: [
    { day: "MONDAY", from: "09:00", to: "12:00" },
    { day: "MONDAY", from: "12:00", to: "24:00" },
  ],
  days: [
    { date: "2026-12-25", closed: true, name: "Christmas" },
    { date: "2026-12-24", from: "09:00", to: "12:00" },
    { date: "2026-12-24", from: "13:00", to: "14:00" },
  ],
};

describe("a calendar [TIME-1]", () => {
  it("may have several spans a day that touch, up to midnight", () => {
    expect(() => assertCalendar(CALENDAR, NOW)).not.toThrow();
  });

  it.each<[string, Partial<Calendar>, string, string]>([
    ["an unknown zone", { timeZone: "Mars/Base" }, "timeZone", "unknown time zone Mars/Base"],
    [
      "a time that is none",
      { week: [{ day: "MONDAY", from: "9:00", to: "12:00" }] },
      "week.0.from",
      "must be a time from 00:00 to 23:59",
    ],
    [
      "a beginning at midnight's end",
      { week: [{ day: "MONDAY", from: "24:00", to: "24:00" }] },
      "week.0.from",
      "must be a time from 00:00 to 23:59",
    ],
    [
      "a time after midnight",
      { week: [{ day: "MONDAY", from: "09:00", to: "24:01" }] },
      "week.0.to",
      "must be a time from 00:01 to 24:00",
    ],
    [
      "an end before the beginning",
      { week: [{ day: "MONDAY", from: "12:00", to: "09:00" }] },
      "week.0.to",
      "must be a time after 12:00",
    ],
    [
      "an empty span",
      { week: [{ day: "MONDAY", from: "09:00", to: "09:00" }] },
      "week.0.to",
      "must be a time after 09:00",
    ],
    [
      "hours that overlap",
      {
        week: [
          { day: "TUESDAY", from: "09:00", to: "12:00" },
          { day: "MONDAY", from: "11:00", to: "17:00" },
          { day: "MONDAY", from: "09:00", to: "12:00" },
        ],
      },
      "week.1.from",
      "must be 12:00 or later: the hours overlap",
    ],
    ["a date that is none", { days: [{ date: "2027-02-29", closed: true }] }, "days.0.date", "no such date"],
    [
      "a date with more than a date",
      { days: [{ date: "2027-02-28T00:00", closed: true }] },
      "days.0.date",
      "must be a date such as 2026-12-24",
    ],
    [
      "a closed date with hours",
      {
        days: [
          { date: "2026-12-24", from: "09:00", to: "12:00" },
          { date: "2026-12-24", closed: true },
        ],
      },
      "days.1.date",
      "2026-12-24 is closed and has other entries",
    ],
    [
      "hours of a date that overlap",
      {
        days: [
          { date: "2026-12-24", from: "09:00", to: "12:00" },
          { date: "2026-12-24", from: "11:59", to: "13:00" },
        ],
      },
      "days.1.from",
      "must be 12:00 or later: the hours overlap",
    ],
    ["no working time", { week: [] }, "week", "must have working time within 400 days"],
  ])("is refused with %s", (_, wrong, field, expected) => {
    // Dated days of the calendar would give it working time.
    const days = "week" in wrong ? { days: [] } : {};
    expect(() => assertCalendar({ ...CALENDAR, ...days, ...wrong }, NOW)).toThrow(
      expect.objectContaining({ field, message: expect.stringContaining(`${field}: ${expected}`) }),
    );
  });
});

describe("a duration [TIME-2]", () => {
  it.each<Duration>([
    { businessDays: 1 },
    { businessDays: 366 },
    { businessHours: 1 / 3_600 },
    { hours: 8_784 },
    { hours: 0.5 },
  ])("may be %j", (duration) => {
    expect(() => assertDuration(duration, "dueIn")).not.toThrow();
  });

  it.each<[object, string, string]>([
    [{}, "dueIn", "expected exactly one of businessDays, businessHours and hours"],
    [{ hours: 1, businessDays: 1 }, "dueIn", "expected exactly one of"],
    [{ weeks: 1 }, "dueIn", "expected exactly one of"],
    [{ businessDays: 0 }, "dueIn.businessDays", "expected a whole number of days from 1 to 366"],
    [{ businessDays: 1.5 }, "dueIn.businessDays", "expected a whole number of days from 1 to 366"],
    [{ businessDays: 367 }, "dueIn.businessDays", "expected a whole number of days from 1 to 366"],
    [{ hours: 0 }, "dueIn.hours", "expected hours from 1/3600 (a second) to 8784"],
    [{ hours: Number.NaN }, "dueIn.hours", "expected hours from 1/3600 (a second) to 8784"],
    [{ businessHours: 8_785 }, "dueIn.businessHours", "expected hours from 1/3600 (a second) to 8784"],
  ])("is refused: %j", (duration, field, expected) => {
    expect(() => assertDuration(duration as Duration, "dueIn")).toThrow(
      expect.objectContaining({ field, message: expect.stringContaining(`${field}: ${expected}`) }),
    );
  });
});
