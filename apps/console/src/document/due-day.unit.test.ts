import { describe, expect, it } from "vitest";

import { onDueDay } from "./due-day.ts";

describe("the day of a due time", () => {
  it.each([
    ["midnight", new Date(2026, 10, 28, 0, 0), 27],
    ["a minute after midnight", new Date(2026, 10, 28, 0, 1), 28],
    ["a second after midnight", new Date(2026, 10, 28, 0, 0, 1), 28],
    ["a minute before midnight", new Date(2026, 10, 27, 23, 59), 27],
    ["noon", new Date(2026, 10, 28, 12, 0), 28],
    ["the midnight before a month", new Date(2026, 11, 1, 0, 0), 30],
  ])("of %s is the one that ends there, or in which it is [TIME-2]", (_what, due, day) => {
    expect(onDueDay(due).getDate()).toBe(day);
  });

  it("changes no other due time [TIME-2]", () => {
    const due = new Date(2026, 10, 28, 17, 30);
    expect(onDueDay(due)).toEqual(due);
    expect(onDueDay(new Date(2026, 10, 28)).getHours()).toBe(23);
  });
});
