import { describe, expect, it } from "vitest";

import { choosableDays, morningOf, offeredMornings } from "./snooze-until.ts";

const THURSDAY = new Date(2026, 10, 26, 17, 30);
const at = (month: number, day: number, hour = 8) => new Date(2026, month - 1, day, hour);

describe("the mornings until which a task may be snoozed", () => {
  it.each([
    ["a Thursday", THURSDAY, undefined, { tomorrow: at(11, 27), monday: at(11, 30) }],
    ["a Sunday, whose morrow is Monday", at(11, 29, 12), undefined, { tomorrow: at(11, 30) }],
    ["a Monday", at(11, 30, 12), undefined, { tomorrow: at(12, 1), monday: at(12, 7) }],
    ["a Thursday, due on Saturday", THURSDAY, at(11, 28, 12), { tomorrow: at(11, 27) }],
    ["a Thursday, due that evening", THURSDAY, at(11, 26, 20), {}],
  ])("on %s [TIME-6]", (_what, now, dueAt, offered) => {
    expect(offeredMornings(now, dueAt)).toEqual(offered);
  });

  it.each([
    ["without a due time", undefined, { first: "2026-11-27", last: "2026-12-25" }],
    ["as far as the due time", at(12, 3, 6), { first: "2026-11-27", last: "2026-12-03" }],
    [
      "as far as the day that ends with the due time",
      at(12, 4, 0),
      { first: "2026-11-27", last: "2026-12-03" },
    ],
    ["not past the longest time", new Date(2027, 3, 1), { first: "2026-11-27", last: "2026-12-25" }],
    ["none, where it is due before", at(11, 27, 7), undefined],
  ])("among the days, %s [TIME-6]", (_what, dueAt, days) => {
    expect(choosableDays(THURSDAY, dueAt)).toEqual(days);
  });

  it("of a chosen day, or the due time that comes before it [TIME-6]", () => {
    expect(morningOf("2026-12-03", undefined)).toEqual(at(12, 3));
    expect(morningOf("2026-12-03", at(12, 3, 6))).toEqual(at(12, 3, 6));
  });
});
