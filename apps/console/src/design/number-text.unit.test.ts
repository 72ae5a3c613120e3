import { expect, it } from "vitest";

import { formatNumber, parseNumber } from "./number-text.ts";

it.each([
  ["en", "2,500.5", 2500.5],
  ["en", "2500.5", 2500.5],
  ["en", " 1,000,000 ", 1_000_000],
  ["en", "0", 0],
  ["de", "2.500,5", 2500.5],
  ["de", "1.000", 1000],
  ["en", "", null],
])("reads a number as %s writes it: %j", (locale, text, value) => {
  expect(parseNumber(locale, text)).toBe(value);
});

it.each([
  ["en", "1,5"],
  ["en", "2.500,5"],
  ["en", "1,00,000"],
  ["en", "-1"],
  ["en", "1e5"],
  ["en", "1.2.3"],
  ["en", "a lot"],
  ["en", "9".repeat(400)],
  ["de", "1.5"],
])("reads nothing else, in %s: %j", (locale, text) => {
  expect(parseNumber(locale, text)).toBe(text);
  expect(formatNumber(locale, text)).toBe(text);
});

it("writes what it reads", () => {
  for (const locale of ["en", "de"]) {
    for (const value of [0, 0.000_001, 12.5, 1_234_567.25]) {
      expect(parseNumber(locale, formatNumber(locale, value))).toBe(value);
    }
    expect(formatNumber(locale, null)).toBe("");
  }
});
