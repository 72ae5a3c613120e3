import { describe, expect, it } from "vitest";
import { findBareNames } from "./check-names.ts";

const namesIn = (source: string) => findBareNames("a.ts", source).map(({ name }) => name);

describe("the check of names", () => {
  it.each([
    ["a variable", "const found = 1;", "found"],
    ["a parameter", "list.map((one) => 1);", "one"],
    ["a function", "function joined() {}", "joined"],
    ["another name of a property", "const { askedIds: asked } = run;", "asked"],
    ["the rest of an object", "const { id, ...own } = row;", "own"],
    ["the rest of a list", "const [first, ...others] = rows;", "others"],
    ["a participle that nobody listed", "const fabricated = 1;", "fabricated"],
    ["a side that has no other", "const size = (left: number) => 1;", "left"],
  ])("finds %s", (_place, source, name) => {
    expect(namesIn(source)).toEqual([name]);
  });

  it.each([
    ["a noun behind it", "const foundPeople = 1, ownRow = 2;"],
    [
      "a property, and a variable that has its name",
      "interface A { archived: true }\nconst { archived } = task;",
    ],
    [
      "the sides of a comparison",
      "rows.toSorted((left, right) => 1);\nentries.toSorted(([left], [right]) => 1);",
    ],
    ["a verb or a noun", "function proceed(seed: number) {}"],
  ])("takes %s", (_place, source) => {
    expect(namesIn(source)).toEqual([]);
  });

  it("says the line", () => {
    expect(findBareNames("a.ts", "let a;\nlet kept;")).toEqual([{ line: 2, name: "kept" }]);
  });
});
