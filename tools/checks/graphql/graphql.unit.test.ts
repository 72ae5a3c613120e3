import { describe, expect, it } from "vitest";

import { SCHEMAS } from "../../release/graphql/schemas.ts";
import { baselineOf, breakingChanges } from "./breaking-changes.ts";
import { graphqlPage, pageIsCurrent } from "./generate-page.ts";
import { breaksOf } from "./service-schema.ts";

describe.each(SCHEMAS)("the schema in $folder", (schema) => {
  it("is compatible with the released schema", async () => {
    await expect(breaksOf(schema)).resolves.toEqual([]);
  });
});

describe("docs/graphql.md", () => {
  it("is the page that the SDL gives (else: npm run graphql)", () => {
    expect(pageIsCurrent()).toBe(true);
  });

  it("describes every operation, field and value", () => {
    const bare = graphqlPage()
      .split("\n")
      .filter((line) => line.startsWith("| `") && /\|\s*\|$/u.test(line));
    expect(bare).toEqual([]);
  });
});

describe("the check for breaking changes", () => {
  const released = `
    "A thing."
    type Query { "Found by id." thing(id: ID!): String, "Old." old: Int! }
    enum Colour { RED GREEN }
    input Filter { colour: Colour }`;

  it("finds a removed field, a narrower argument and a lost enum value", async () => {
    const changed = released.replace("old: Int!", "new: Int!").replace("GREEN", "");
    const breaks = await breakingChanges(
      baselineOf(released),
      changed.replace("id: ID!", "id: ID!, at: Int!"),
    );
    expect(breaks).toEqual([
      expect.stringContaining("'GREEN' was removed"),
      expect.stringContaining("'old' was removed"),
      expect.stringContaining("'at: Int!'"),
    ]);
  });

  it("accepts additions", async () => {
    const grown = released
      .replace("old: Int!", "old: Int!, more: String")
      .replace("colour: Colour", "colour: Colour, size: Int");
    await expect(breakingChanges(baselineOf(released), grown)).resolves.toEqual([]);
  });
});
