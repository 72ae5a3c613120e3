import { Binary, Decimal128, Double, ObjectId } from "bson";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compare, keyOf } from "./order.ts";
import { double, type Value } from "./values.ts";

const decimal = (text: string) => Decimal128.fromString(text);

const numbers: fc.Arbitrary<Value> = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.integer({ min: -3, max: 3 }).map(double),
  fc.double(),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
  fc.constantFrom(2n ** 53n, 2n ** 53n + 1n, 2 ** 53, 2 ** 62, 2n ** 62n, 0.1, new Double(-0)),
  fc.constantFrom("0.1", "0.5", "1.0", "9007199254740993", "1E+2", "-0").map(decimal),
);

const scalars: fc.Arbitrary<Value> = fc.oneof(
  numbers,
  fc.string({ unit: "binary", maxLength: 3 }),
  fc.constantFrom<Value>(null, undefined, true, false),
  fc.date({ noInvalidDate: true }),
  fc.constantFrom("650000000000000000000001", "650000000000000000000002").map((hex) => new ObjectId(hex)),
  fc.uint8Array({ maxLength: 2 }).map((bytes) => new Binary(bytes)),
);

const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, depthSize: "small" },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom("a", "b"), tie("value"), { maxKeys: 2 }),
  ),
}));

describe("the order of values", () => {
  it("is total and agrees with the keys of hash maps", () => {
    fc.assert(
      fc.property(value, value, value, (a, b, c) => {
        expect(compare(a, a)).toBe(0);
        expect(Math.sign(compare(a, b)) + Math.sign(compare(b, a))).toBe(0);
        expect(compare(a, b) === 0).toBe(keyOf(a) === keyOf(b));
        if (compare(a, b) <= 0 && compare(b, c) <= 0) expect(compare(a, c)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 2_000 },
    );
  });

  it("compares numbers exactly across types", () => {
    const ascending: Value[] = [
      Number.NaN,
      -Infinity,
      -1n,
      decimal("-0.5"),
      0,
      decimal("0.1"),
      0.1,
      decimal("0.10000000000000001"),
      1,
      2 ** 53,
      2n ** 53n + 1n,
      decimal("9007199254740994"),
      2n ** 63n - 1n,
      2 ** 63,
      Infinity,
    ];
    const pairs = ascending.slice(1).map((v, i) => compare(ascending[i], v));
    expect(pairs.every((order) => order < 0)).toBe(true);
  });

  it("orders strings by code point, as bytes of UTF-8 would", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.string({ unit: "binary" }), (a, b) => {
        expect(Math.sign(compare(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
    );
  });
});
