import { expect, it } from "vitest";

import { factWords, moneyWords } from "./fact-words.ts";

const fact = <const Of extends { type: string; value: unknown }>(of: Of) => ({
  key: "k",
  label: "Label",
  ...of,
});

it.each([
  [{ type: "MONEY", value: { amount: "48250.5", currency: "EUR" } }, "€48,250.50", "48.250,50 €"],
  [{ type: "NUMBER", value: "1234567.125" }, "1,234,567.125", "1.234.567,125"],
  [{ type: "DATE", value: "2027-03-01" }, "Mar 1, 2027", "01.03.2027"],
  [{ type: "DATETIME", value: "2027-03-01T23:30:00Z" }, "Mar 2, 2027, 12:30 AM", "02.03.2027, 00:30"],
  [{ type: "BOOLEAN", value: false }, "–", "–"],
  [{ type: "TEXT", value: "<b>red</b>" }, "<b>red</b>", "<b>red</b>"],
  [{ type: "LINK", value: "https://example.com/a" }, "https://example.com/a", "https://example.com/a"],
] as const)("writes %j in the reader's language and time zone [TIME-5]", (of, english, german) => {
  const words = (["en", "de"] as const).map((language) =>
    factWords(fact(of), { language, timeZone: "Europe/Vienna" })?.replaceAll(/[\u00A0\u202F]/gu, " "),
  );
  expect(words).toEqual([english, german]);
});

it("leaves people out, and rounds no amount [TIME-5]", () => {
  expect(factWords(fact({ type: "PERSON", value: "a".repeat(24) }), { language: "en" })).toBeUndefined();
  expect(moneyWords("123456789012.123456", "EUR", { language: "en" })).toBe("€123,456,789,012.123456");
});
