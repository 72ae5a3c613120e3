import * as fc from "fast-check";
import { describe, expect, it } from "vitest";

import { canonicalJson } from "./canonical-json.ts";

describe("canonical JSON [ROUTE-1]", () => {
  it("is that of the example of RFC 8785, section 3.2.2 and 3.2.3", () => {
    const example = `{
      "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
      "string": "\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/",
      "literals": [null, true, false]
    }`;
    expect(canonicalJson(JSON.parse(example))).toBe(
      String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
    );
    const names = { "\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\ud83d\ude00": 5, "\u0080": 6, "\u00f6": 7 };
    expect([...canonicalJson(names).matchAll(/:(\d)/gu)].map(([, value]) => value).join("")).toBe("2467153");
  });

  it("is the same for equal values in any order, and reads as the value", () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const value: unknown = JSON.parse(text);
        const canonical = canonicalJson(value);
        expect(canonicalJson(reversed(value))).toBe(canonical);
        expect(canonicalJson(JSON.parse(canonical))).toBe(canonical);
        expect(JSON.stringify(JSON.parse(canonical)).length).toBe(canonical.length);
      }),
    );
  });

  it("leaves out members without a value, and refuses what JSON cannot express", () => {
    expect(canonicalJson({ b: undefined, a: -0 })).toBe('{"a":0}');
    for (const value of [Number.NaN, Infinity, "\ud800", undefined, 1n, new Date(0), { at: new Map() }]) {
      expect(() => canonicalJson(value)).toThrow(TypeError);
    }
  });
});

/** The value with the members of its objects in the opposite order. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, reversed(member)]);
  return Object.fromEntries(members.toReversed());
}
