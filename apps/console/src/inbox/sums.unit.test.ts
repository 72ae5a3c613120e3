import { expect, it } from "vitest";

import { sumsOf } from "./sums.ts";

it("adds amounts of each currency exactly, and counts what has none [CON-5] [FIX-3]", () => {
  const documents = [
    { amount: "0.1", currency: "EUR" },
    { amount: "0.2", currency: "EUR" },
    { amount: "999999999999999.999999", currency: "USD" },
    { amount: "0.000001", currency: "USD" },
    { amount: "-5", currency: "CHF" },
    { amount: "1234.50", currency: "JPY" },
    { amount: "7", currency: null },
    null,
    undefined,
  ];
  expect(sumsOf(documents)).toEqual({
    sums: [
      { currency: "CHF", amount: "-5" },
      { currency: "EUR", amount: "0.3" },
      { currency: "JPY", amount: "1234.50" },
      { currency: "USD", amount: "1000000000000000.000000" },
    ],
    without: 3,
  });
  expect(sumsOf([])).toEqual({ sums: [], without: 0 });
});
