import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { amountProblem, formatUnits, parseUnits, readAmount, toNumber } from "./amount.ts";

const unitsOf = (value: number) => readAmount(value) as bigint;

describe("an amount", () => {
  it.each([
    [0, 0n],
    [-0, 0n],
    [0.1, 100_000n],
    [0.000001, 1n],
    [-1.5, -1_500_000n],
    [123456.654321, 123_456_654_321n],
    [1e12, 1_000_000_000_000_000_000n],
  ])("%s is read exactly [MJ-AMOUNT-01]", (amount, units) => {
    expect(amountProblem(amount)).toBeUndefined();
    expect(unitsOf(amount)).toBe(units);
  });

  it("adds up as decimals do [MJ-AMOUNT-01]", () => {
    expect(unitsOf(0.1) + unitsOf(0.2)).toBe(unitsOf(0.3));
  });

  it.each([
    [Number.NaN, "finite"],
    [Number.POSITIVE_INFINITY, "finite"],
    [Number.NEGATIVE_INFINITY, "finite"],
    [1e13, "at most 1000000000000"],
    [1_000_000_000_000.001, "at most 1000000000000"],
    [-1e13, "at most 1000000000000"],
    [1e300, "at most 1000000000000"],
    [0.0000001, "6 decimal places"],
    [1.0000001, "6 decimal places"],
    [0.1 + 0.2, "6 decimal places"],
    [5e-324, "6 decimal places"],
  ])("%s is not an amount: %s [MJ-AMOUNT-02]", (value, problem) => {
    expect(amountProblem(value)).toContain(problem);
    expect(readAmount(value)).toBe(amountProblem(value));
  });

  it.each([
    [0n, "0"],
    [1n, "0.000001"],
    [100_000n, "0.1"],
    [1_000_000n, "1"],
    [100_000_000n, "100"],
    [-1_500_000n, "-1.5"],
    [1_000_000_000_000_000_000_000n, "1000000000000000"],
  ])("%s millionths print as %s [MJ-AMOUNT-03]", (units, text) => {
    expect(formatUnits(units)).toBe(text);
    expect(parseUnits(text)).toBe(units);
  });

  it.each(["", "x", "1,5", "0.0000001", ".5", "1e", "--1", "NaN", "0x10"])(
    "%j is not a decimal text",
    (text) => {
      expect(() => parseUnits(text)).toThrow(RangeError);
    },
  );

  it.each([
    ["1E+2", 100_000_000n],
    ["1.50E-5", 15n],
    ["10.000000000", 10_000_000n],
  ])("%s, as a decimal type may print it, is read", (text, units) => {
    expect(parseUnits(text)).toBe(units);
  });

  it("comes back as the same JSON number [MJ-AMOUNT-01] [MJ-AMOUNT-04]", () => {
    const amount = fc
      .record({ whole: fc.nat(999_999_999), millionths: fc.nat(999_999), isNegative: fc.boolean() })
      .map(({ whole, millionths, isNegative }) =>
        Number(`${isNegative ? "-" : ""}${whole}.${String(millionths).padStart(6, "0")}`),
      );
    fc.assert(
      fc.property(amount, (value) => {
        expect(amountProblem(value)).toBeUndefined();
        expect(toNumber(unitsOf(value))).toBe(value === 0 ? 0 : value);
      }),
    );
  });

  it("is any double up to the limit that prints with at most 6 decimals and 15 digits, and no other [MJ-AMOUNT-02] [FIX-5]", () => {
    fc.assert(
      fc.property(fc.double({ min: -1e12, max: 1e12, noNaN: true }), (value) => {
        const [, decimals = ""] = String(value).split(".");
        const digits = value.toExponential().replace(/e.*$/u, "").replaceAll(/\D/gu, "").length;
        const isShort = !String(value).includes("e") && decimals.length <= 6 && digits <= 15;
        expect(amountProblem(value) === undefined).toBe(isShort);
      }),
    );
  });
});
