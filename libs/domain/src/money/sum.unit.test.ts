import * as fc from "fast-check";
import { expect, it } from "vitest";

import { sumOf } from "./index.ts";

it.each([
  [[], "0"],
  [["1.10", "2.2", "3"], "6.30"],
  [["0.1", "0.2"], "0.3"],
  [["-0.05", "0.02"], "-0.03"],
  [["-1", "1"], "0"],
  [["999999999999999", "0.000001"], "999999999999999.000001"],
])("the sum of %j is %s, with the most places of its parts [CON-13]", (amounts, sum) => {
  expect(sumOf(amounts)).toBe(sum);
});

function textOf(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, "0");
  return `${cents < 0 ? "-" : ""}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

it("the sum of amounts in cents is exact, in any order [CON-13]", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -1e13, max: 1e13 }), { minLength: 1 }), (cents) => {
      const amounts = cents.map((one) => textOf(one));
      const sum = cents.reduce((total, cent) => total + cent, 0);
      expect(sumOf(amounts)).toBe(textOf(sum));
      expect(sumOf(amounts.toReversed())).toBe(sumOf(amounts));
    }),
  );
});
