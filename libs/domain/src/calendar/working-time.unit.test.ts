import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Calendar, WEEKDAYS } from "./calendar.ts";
import type { Duration } from "./duration.ts";
import { afterWorkingTime, dueAfter, isFreeDay, workingTimeBetween } from "./working-time.ts";

const at = (text: string): Temporal.Instant => Temporal.ZonedDateTime.from(text).toInstant();
const HOUR_MS = 3_600_000;

/** Monday to Friday from 9 to 17, with an hour at noon off; Christmas, a half day before it, a make-up Saturday. */
const OFFICE: Calendar = {
  timeZone: "Europe/Berlin",
  week: WEEKDAYS.slice(0, 5).flatMap((day) => [
    { day, from: "09:00", to: "12:00" },
    { day, from: "13:00", to: "17:00" },
  ]),
  days: [
    { date: "2026-12-24", from: "09:00", to: "12:00", name: "Christmas Eve" },
    { date: "2026-12-25", closed: true, name: "Christmas" },
    { date: "2026-12-19", from: "09:00", to: "13:00", name: "Make-up Saturday" },
  ],
};

/** Local times of a zone, as text. */
const due = (from: string, duration: Duration, calendar: Calendar | undefined = OFFICE): string => {
  const start = Temporal.ZonedDateTime.from(from);
  return dueAfter(calendar, start.toInstant(), duration)
    .toZonedDateTimeISO(start.timeZoneId)
    .toPlainDateTime()
    .toString({ smallestUnit: "second" });
};

describe("business days [TIME-2]", () => {
  it.each([
    ["asked in working hours", "2026-11-25T10:00[Europe/Berlin]", 1, "2026-11-26T17:00:00"],
    ["asked before opening", "2026-11-25T06:00[Europe/Berlin]", 1, "2026-11-26T17:00:00"],
    ["asked at noon off", "2026-11-25T12:30[Europe/Berlin]", 1, "2026-11-26T17:00:00"],
    ["asked at closing", "2026-11-25T17:00[Europe/Berlin]", 1, "2026-11-27T17:00:00"],
    ["asked after closing on a Friday", "2026-11-27T18:00[Europe/Berlin]", 1, "2026-12-01T17:00:00"],
    ["asked on a Sunday", "2026-11-29T10:00[Europe/Berlin]", 1, "2026-12-01T17:00:00"],
    ["over a weekend", "2026-11-26T10:00[Europe/Berlin]", 2, "2026-11-30T17:00:00"],
    ["to a half day", "2026-12-23T10:00[Europe/Berlin]", 1, "2026-12-24T12:00:00"],
    ["over a holiday", "2026-12-24T10:00[Europe/Berlin]", 1, "2026-12-28T17:00:00"],
    ["to a make-up Saturday", "2026-12-18T10:00[Europe/Berlin]", 1, "2026-12-19T13:00:00"],
  ])("%s", (_, from, businessDays, expected) => {
    expect(due(from, { businessDays })).toBe(expected);
  });

  it("are days of the calendar's zone, wherever the asking happened", () => {
    const inTokyo = at("2026-11-26T01:30[Asia/Tokyo]");
    expect(String(dueAfter(OFFICE, inTokyo, { businessDays: 1 }))).toBe("2026-11-27T16:00:00Z");
  });

  it("have 24 hours without a calendar", () => {
    const from = at("2026-03-28T12:00[Europe/Berlin]");
    expect(String(dueAfter(undefined, from, { businessDays: 2 }))).toBe("2026-03-30T11:00:00Z");
  });
});

describe("free days [TIME-1]", () => {
  it.each([
    ["2026-12-18", false],
    ["2026-12-19", false],
    ["2026-12-20", true],
    ["2026-12-24", false],
    ["2026-12-25", true],
    ["2026-12-26", true],
    ["2026-12-28", false],
  ])("%s: %s", (date, expected) => {
    expect(isFreeDay(OFFICE, Temporal.PlainDate.from(date))).toBe(expected);
  });
});

describe("business hours [TIME-2]", () => {
  it.each([
    ["within a span", "2026-11-25T09:30[Europe/Berlin]", 2, "2026-11-25T11:30:00"],
    [
      "that use a span up end at its closing time",
      "2026-11-25T09:00[Europe/Berlin]",
      3,
      "2026-11-25T12:00:00",
    ],
    ["over noon", "2026-11-25T11:00[Europe/Berlin]", 2, "2026-11-25T14:00:00"],
    ["over night and weekend", "2026-11-27T16:00[Europe/Berlin]", 2, "2026-11-30T10:00:00"],
    ["over a half day and a holiday", "2026-12-24T11:00[Europe/Berlin]", 2, "2026-12-28T10:00:00"],
    ["of a fraction", "2026-11-25T09:00[Europe/Berlin]", 1 / 3_600, "2026-11-25T09:00:01"],
  ])("%s", (_, from, businessHours, expected) => {
    expect(due(from, { businessHours })).toBe(expected);
  });
});

it("hours are those of the clock, by any calendar [TIME-2]", () => {
  expect(due("2026-11-27T18:00[Europe/Berlin]", { hours: 24 })).toBe("2026-11-28T18:00:00");
});

/** Open around the clock, but for the last hour of the day. */
const longDays = (timeZone: string): Calendar => ({
  timeZone,
  week: WEEKDAYS.map((day) => ({ day, from: "00:00", to: "23:00" })),
  days: [],
});

describe("on days on which clocks change [TIME-2]", () => {
  it.each([
    ["an hour is skipped", "Europe/Berlin", "2026-03-29", 22],
    ["an hour comes twice", "Europe/Berlin", "2026-10-25", 24],
    ["half an hour is skipped", "Australia/Lord_Howe", "2026-10-04", 22.5],
    ["half an hour comes twice", "Australia/Lord_Howe", "2026-04-05", 23.5],
    ["midnight is skipped", "America/Asuncion", "2023-10-01", 22],
    ["a whole day is skipped", "Pacific/Apia", "2011-12-30", 0],
  ])("%s", (_, timeZone, date, hours) => {
    const day = Temporal.PlainDate.from(date);
    const from = day.toZonedDateTime(timeZone).toInstant();
    const until = day.add({ days: 1 }).toZonedDateTime(timeZone).toInstant();
    expect(workingTimeBetween(longDays(timeZone), from, until) / HOUR_MS).toBe(hours);
  });

  it("hours within a skipped hour are none", () => {
    const calendar: Calendar = {
      timeZone: "Europe/Berlin",
      week: [
        { day: "SUNDAY", from: "02:10", to: "02:50" },
        { day: "MONDAY", from: "09:00", to: "10:00" },
      ],
      days: [],
    };
    const from = at("2026-03-29T00:00[Europe/Berlin]");
    // Both ends move by an hour: the forty minutes stay.
    expect(workingTimeBetween(calendar, from, at("2026-03-30T00:00[Europe/Berlin]"))).toBe(40 * 60_000);
  });

  it("24:00 is the next midnight", () => {
    const calendar: Calendar = {
      timeZone: "Europe/Berlin",
      week: [{ day: "FRIDAY", from: "22:00", to: "24:00" }],
      days: [],
    };
    expect(due("2026-11-27T10:00[Europe/Berlin]", { businessHours: 2 }, calendar)).toBe(
      "2026-11-28T00:00:00",
    );
  });
});

const minutes = fc.integer({ min: 0, max: 1_439 });
const timeOf = (total: number): string =>
  `${String(Math.floor(total / 60)).padStart(2, "0")}:${String(total % 60).padStart(2, "0")}`;

describe("whatever the calendar and its zone [TIME-1] [TIME-2]", () => {
  const hours = fc
    .tuple(minutes, minutes)
    // Enough for every span below within the five years that an answer looks ahead.
    .filter(([one, other]) => Math.abs(one - other) >= 60)
    .map(([one, other]) => ({
      from: timeOf(Math.min(one, other)),
      to: timeOf(Math.max(one, other)),
    }));
  const zones = fc.constantFrom(
    "Europe/Berlin",
    "America/New_York",
    "Australia/Lord_Howe",
    "Asia/Kathmandu",
    "Pacific/Apia",
    "Africa/Casablanca",
    "UTC",
  );
  const calendars: fc.Arbitrary<Calendar> = fc.record({
    timeZone: zones,
    week: fc
      .uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 })
      .chain((days) => fc.tuple(...days.map((day) => hours.map((span) => ({ day, ...span }))))),
    days: fc.uniqueArray(
      fc.tuple(fc.integer({ min: 0, max: 800 }), fc.option(hours)).map(([day, span]) => {
        const date = String(Temporal.PlainDate.from("2026-01-01").add({ days: day }));
        return span === null ? { date, closed: true as const } : { date, from: span.from, to: span.to };
      }),
      { maxLength: 20, selector: ({ date }) => date },
    ),
  });
  const instants = fc
    .integer({ min: Date.UTC(2026, 0), max: Date.UTC(2027, 0) })
    .map((ms) => Temporal.Instant.fromEpochMilliseconds(ms));
  const spans = fc.integer({ min: 1_000, max: 40 * HOUR_MS });
  const durations: fc.Arbitrary<Duration> = fc.oneof(
    fc.integer({ min: 1, max: 20 }).map((businessDays) => ({ businessDays })),
    spans.map((ms) => ({ businessHours: ms / HOUR_MS })),
    spans.map((ms) => ({ hours: ms / HOUR_MS })),
  );

  it("so much working time has passed when it is due", () => {
    fc.assert(
      fc.property(calendars, instants, spans, (calendar, from, ms) => {
        expect(workingTimeBetween(calendar, from, afterWorkingTime(calendar, from, ms))).toBe(ms);
      }),
    );
  });

  it("two spans after each other are as long as both", () => {
    fc.assert(
      fc.property(calendars, instants, spans, spans, (calendar, from, one, other) => {
        const inTwo = afterWorkingTime(calendar, afterWorkingTime(calendar, from, one), other);
        expect(String(inTwo)).toBe(String(afterWorkingTime(calendar, from, one + other)));
      }),
    );
  });

  it("who is asked later, or for longer, is due no earlier", () => {
    fc.assert(
      fc.property(calendars, instants, spans, durations, (calendar, from, later, duration) => {
        const first = dueAfter(calendar, from, duration);
        const second = dueAfter(calendar, from.add({ milliseconds: later }), duration);
        expect(Temporal.Instant.compare(first, second)).toBeLessThanOrEqual(0);
        expect(Temporal.Instant.compare(from, first)).toBe(-1);
      }),
    );
  });

  it("more business days end later, each at the end of working time", () => {
    fc.assert(
      fc.property(calendars, instants, fc.integer({ min: 1, max: 20 }), (calendar, from, businessDays) => {
        const one = dueAfter(calendar, from, { businessDays });
        const next = dueAfter(calendar, from, { businessDays: businessDays + 1 });
        expect(Temporal.Instant.compare(one, next)).toBe(-1);
        const second = { milliseconds: 1_000 };
        expect(workingTimeBetween(calendar, one.subtract(second), one)).toBeGreaterThan(0);
        expect(workingTimeBetween(calendar, one, one.add(second))).toBe(0);
      }),
    );
  });

  it("working time adds up", () => {
    fc.assert(
      fc.property(calendars, instants, spans, spans, (calendar, from, one, other) => {
        const middle = from.add({ milliseconds: one });
        const end = middle.add({ milliseconds: other });
        const parts = workingTimeBetween(calendar, from, middle) + workingTimeBetween(calendar, middle, end);
        expect(parts).toBe(workingTimeBetween(calendar, from, end));
      }),
    );
  });
});

it("a calendar with too little working time has no answer, and says so", () => {
  const rare: Calendar = {
    timeZone: "UTC",
    week: [],
    days: [{ date: "2027-01-04", from: "09:00", to: "09:01" }],
  };
  const from = at("2026-11-25T10:00[UTC]");
  for (const ask of [
    () => dueAfter(rare, from, { businessHours: 1 }),
    () => dueAfter(rare, from, { businessDays: 2 }),
  ]) {
    expect(ask).toThrow("duration: the calendar has too little working time in five years");
  }
});
