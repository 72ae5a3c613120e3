import { assert, property, string } from "fast-check";
import { describe, expect, it } from "vitest";

import { presentFields, keywordIn, splitPaging } from "./filters.ts";

describe("filters", () => {
  it("drops absent fields, and keeps false and zero", () => {
    expect(presentFields({ a: null, b: undefined, c: false, d: 0, e: "" })).toEqual({
      c: false,
      d: 0,
      e: "",
    });
  });

  it("shows the first 20 records by default [AE-GQL-06]", () => {
    expect(splitPaging({ skip: null, take: undefined, status: "DRAFT" })).toEqual({
      paging: { skip: 0, take: 20 },
      filter: { status: "DRAFT" },
    });
  });

  it("reads a keyword as text: it finds itself anywhere, in either case, and nothing else [AE-INBOX-06]", () => {
    assert(
      property(string({ minLength: 1 }), string(), string(), (keyword, before, after) => {
        const [condition] = keywordIn(["ref"], keyword).$or ?? [];
        const { $regex = "", $options } = condition?.["ref"] ?? {};
        const expression = new RegExp($regex, $options);
        expect(expression.test(before + keyword + after)).toBe(true);
        expect(expression.test(before)).toBe(before.toLowerCase().includes(keyword.toLowerCase()));
      }),
    );
    expect(keywordIn(["ref", "title"], "a.c")).toEqual({
      $or: [
        { ref: { $regex: String.raw`a\.c`, $options: "i" } },
        { title: { $regex: String.raw`a\.c`, $options: "i" } },
      ],
    });
    expect(keywordIn(["ref"], undefined)).toEqual({});
  });
});
