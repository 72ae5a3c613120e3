import { print } from "graphql";
import { describe, expect, it } from "vitest";

import { maximaOf, withoutMaxima } from "./list-maxima.ts";

const SDL = `directive @max(n: Int!) on FIELD_DEFINITION
type Query { tags: [String!]! @max(n: 20) name: String @deprecated }
extend type Query { words(n: Int): [String!]! @max(n: 0) }`;

describe("the maxima of an SDL", () => {
  it("are those of types and of their extensions", () => {
    expect(maximaOf(SDL)).toEqual({ "Query.tags": 20, "Query.words": 0 });
  });

  it("refuse what is not a whole number", () => {
    expect(() => maximaOf("type Query { tags: [String!]! @max(n: many) }")).toThrow("whole number");
    expect(() => maximaOf("type Query { tags: [String!]! @max }")).toThrow("whole number");
  });

  it("are hidden from clients, and nothing else is", () => {
    expect(print(withoutMaxima(SDL)).replaceAll(/\s+/gu, " ")).toBe(
      "type Query { tags: [String!]! name: String @deprecated } extend type Query { words(n: Int): [String!]! }",
    );
  });
});
