import { describe, expect, it } from "vitest";

import { CURRENCIES, moneyFormat, moneyText, placesOf } from "./index.ts";

const AMOUNTS = [
  ["1250", "EUR", 2, "1250.00 EUR", "€1,250.00"],
  ["1250.5", "EUR", 2, "1250.50 EUR", "€1,250.50"],
  ["1250.5000", "EUR", 4, "1250.5000 EUR", "€1,250.5000"],
  ["0.004", "EUR", 3, "0.004 EUR", "€0.004"],
  ["-0.000001", "EUR", 6, "-0.000001 EUR", "-€0.000001"],
  ["999999999999999", "EUR", 2, "999999999999999.00 EUR", "€999,999,999,999,999.00"],
  ["1234", "JPY", 0, "1234 JPY", "¥1,234"],
  ["1234.5", "JPY", 1, "1234.5 JPY", "¥1,234.5"],
  ["1234.5", "KWD", 3, "1234.500 KWD", "KWD\u00A01,234.500"],
  ["1234.5678", "BHD", 4, "1234.5678 BHD", "BHD\u00A01,234.5678"],
  ["39.5", "CLF", 4, "39.5000 CLF", "CLF\u00A039.5000"],
  ["7", "UYW", 4, "7.0000 UYW", "UYW\u00A07.0000"],
  ["1.5", "VED", 2, "1.50 VED", "VED\u00A01.50"],
  ["12.50", undefined, 2, "12.50", "12.50"],
  ["12", undefined, 0, "12", "12"],
] as const;

describe("an amount", () => {
  it.each(AMOUNTS)(
    "of %s %s is shown with %i fraction digits [FIX-3]",
    (amount, currency, places, text, shown) => {
      expect(placesOf(amount, currency)).toBe(places);
      expect(moneyText(amount, currency)).toBe(text);
      expect(new Intl.NumberFormat("en", moneyFormat(amount, currency)).format(amount)).toBe(shown);
    },
  );

  it("keeps every digit in every currency [FIX-3]", () => {
    const amount = "123456789.123456";
    for (const currency of CURRENCIES) {
      const shown = new Intl.NumberFormat("en", moneyFormat(amount, currency)).format(amount);
      expect(shown.replaceAll(/[^\d.]/gu, ""), currency).toMatch(/^\.?123456789\.123456$/u);
      expect(placesOf("1", currency), currency).toBe(
        new Intl.NumberFormat("en", { style: "currency", currency }).resolvedOptions().minimumFractionDigits,
      );
    }
  });

  it("stays a text that is no decimal, and an unknown currency adds nothing", () => {
    expect(moneyText("about 5", "EUR")).toBe("about 5 EUR");
    expect(placesOf("12", "NOT-A-CURRENCY")).toBe(0);
    expect(moneyText("12", "NOT-A-CURRENCY")).toBe("12 NOT-A-CURRENCY");
  });
});
