import { describe, expect, it } from "vitest";

import { decimalText, formatDay, formatMoment, formatMoney } from "./values.tsx";

describe("values as people read them", () => {
  it("are amounts with all their digits, in the reader's language", () => {
    expect(formatMoney("en", "1250", "EUR")).toBe("€1,250.00");
    expect(formatMoney("de", "1250", "EUR")).toBe("1.250,00\u00a0€");
    expect(formatMoney("en", "900719925474099.123456")).toBe("900,719,925,474,099.123456");
  });

  it.each([
    ["1234.5", "JPY", "¥1,234.5"],
    ["0.004", "EUR", "€0.004"],
    ["1.5", "KWD", "KWD\u00A01.500"],
    ["1.50", undefined, "1.50"],
  ])("show %s %s with no fewer digits than it has [FIX-3]", (amount, currency, shown) => {
    expect(formatMoney("en", amount, currency)).toBe(shown);
  });

  it("are texts where they are no amounts", () => {
    expect(formatMoney("en", "12", "NOT-A-CURRENCY")).toBe("12 NOT-A-CURRENCY");
  });

  it("are days that no time zone moves", () => {
    expect(formatDay("en", "2027-03-01")).toBe("Mar 1, 2027");
    expect(formatDay("de", "2027-03-01")).toBe("1. März 2027");
    expect(formatDay("en", "soon")).toBe("soon");
  });

  it("are moments that always name their day, in the form of days", () => {
    const moment = new Date(2027, 2, 1, 9, 5);
    expect(formatMoment("en-GB", moment)).toBe("1 Mar 2027, 09:05");
    for (const locale of ["en", "en-GB", "de"]) {
      for (const date of [moment, new Date()]) {
        const day = formatDay(
          locale,
          `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`,
        );
        expect(formatMoment(locale, date)).toContain(day);
      }
    }
  });

  it("are numbers without exponents [FIX-3]", () => {
    expect([0.0000001, 1234.5, -2, 1e15].map(decimalText)).toEqual([
      "0.0000001",
      "1234.5",
      "-2",
      "1000000000000000",
    ]);
  });
});

const two = (number: number) => String(number).padStart(2, "0");
