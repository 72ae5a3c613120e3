import { describe, expect, it } from "vitest";
import { lacksHolidays } from "./lacks-holidays.ts";

// In Berlin it is the next day already.
const NOW = Temporal.Instant.from("2026-03-09T23:30:00Z");
const lacks = (...days: Parameters<typeof lacksHolidays>[0]["days"]) =>
  lacksHolidays({ timeZone: "Europe/Berlin", days }, NOW);

describe("a calendar without holidays [TIME-1]", () => {
  it.each([
    ["today", "2026-03-10"],
    ["on the last day of the twelve months", "2027-03-09"],
  ])("has none in the coming twelve months, so that one %s is enough", (_, date) => {
    expect(lacks({ date, closed: true })).toBe(false);
  });

  it.each([
    ["yesterday", { date: "2026-03-09", closed: true as const }],
    ["twelve months from now", { date: "2027-03-10", closed: true as const }],
    ["and open for half a day", { date: "2026-12-24", from: "09:00", to: "12:00" }],
  ])("is one whose only dated day is %s", (_, day) => {
    expect(lacks(day)).toBe(true);
  });

  it("is one without dated days", () => {
    expect(lacks()).toBe(true);
  });
});
