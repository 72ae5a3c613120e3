import { describe, expect, it } from "vitest";
import { yearOf } from "./year-of.ts";

const calendar = {
  week: [
    { day: "MONDAY" as const, from: "13:00", to: "17:00" },
    { day: "MONDAY" as const, from: "08:00", to: "12:00" },
  ],
  days: [
    { date: "2026-12-25", closed: true, from: null, to: null, name: "Christmas" },
    { date: "2026-12-24", closed: false, from: "09:00", to: "12:00", name: null },
  ],
};
const dayOf = (date: string) =>
  yearOf(calendar, Number(date.slice(0, 4)))
    .flat(2)
    .find((day) => day?.date === date);

describe("a year at a glance", () => {
  it.each([
    ["2026-12-21", { state: "work", hours: ["08:00–12:00", "13:00–17:00"] }],
    ["2026-12-22", { state: "free", hours: [] }],
    ["2026-12-24", { state: "own", hours: ["09:00–12:00"] }],
    ["2026-12-25", { state: "holiday", hours: [], name: "Christmas" }],
  ])("says of %s what it is", (date, expected) => {
    expect(dayOf(date)).toEqual({ date, name: undefined, ...expected });
  });

  it.each([
    [2026, 365],
    [2028, 366],
  ])("has every day of %i once, in weeks that begin on Monday", (year, count) => {
    const months = yearOf(calendar, year);
    expect(months).toHaveLength(12);
    const days = months.flat(2).filter((day) => day !== undefined);
    expect(new Set(days.map(({ date }) => date)).size).toBe(count);
    const weeks = months.flat();
    expect(new Set(weeks.map((week) => week.length))).toEqual(new Set([7]));
    const mondays = weeks.flatMap(([first]) => (first ? [new Date(first.date).getUTCDay()] : []));
    expect(new Set(mondays)).toEqual(new Set([1]));
  });
});
