import { describe, expect, it } from "vitest";

import { formatDay, formatMoment, formatMoney } from "./values.tsx";

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
    expect(formatDay("de", "2027-03-01")).toBe("01.03.2027");
    expect(formatDay("en", "soon")).toBe("soon");
  });

  it("are times of the last hours, and days before", () => {
    const now = new Date(2027, 2, 1, 18, 0);
    expect(formatMoment("de", new Date(2027, 2, 1, 9, 5), now)).toBe("09:05");
    expect(formatMoment("de", new Date(2027, 1, 20, 9, 5), now)).toBe("20. Feb., 09:05");
    expect(formatMoment("de", new Date(2025, 1, 20, 9, 5), now)).toContain("2025");
  });
});
