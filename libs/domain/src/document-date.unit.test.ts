import { expect, it } from "vitest";

import { documentDateProblem } from "./document-date.ts";

const now = new Date("2026-11-25T12:00:00Z");

it.each(["1990-01-01T00:00:00Z", "2026-01-31T00:00:00Z", "2031-11-25T12:00:00Z"])(
  "a document may be of %s [FIX-5]",
  (date) => {
    expect(documentDateProblem(Date.parse(date), now)).toBeUndefined();
  },
);

it.each([
  ["in seconds", 1_769_817_600],
  ["in microseconds", 1_769_817_600_000_000],
  ["just too early", Date.UTC(1990, 0, 1) - 1],
  ["just too late", Date.parse("2031-11-25T12:00:00.001Z")],
  ["no number", Number.NaN],
])("a date %s is refused, naming milliseconds [FIX-5]", (_what, ms) => {
  expect(documentDateProblem(ms, now)).toMatch(/^expected milliseconds since 1970/u);
});
