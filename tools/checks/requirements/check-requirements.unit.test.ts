import { describe, expect, it } from "vitest";
import {
  checkRequirements,
  findUnnamedDepartures,
  parseSection,
  type Requirement,
} from "./check-requirements.ts";
import { findTestIds } from "./find-test-ids.ts";

const rule = (id: string, issue = 3): Requirement => ({ id, rule: `rule ${id}`, source: "a.md › b", issue });

describe("checkRequirements", () => {
  it("lists rules without a test by issue and does not fail for an open issue", () => {
    const report = checkRequirements(
      [rule("AA-X-01"), rule("AA-X-02"), rule("AA-X-03", 4)],
      [{ path: "a.test.ts", ids: ["AA-X-01"] }],
      [],
    );
    expect(report.faults).toEqual([]);
    expect(report.testedCount).toBe(1);
    expect([...report.untested].map(([issue, rules]) => [issue, rules.map(({ id }) => id)])).toEqual([
      [3, ["AA-X-02"]],
      [4, ["AA-X-03"]],
    ]);
  });

  it("fails for a rule without a test once its issue is resolved", () => {
    const report = checkRequirements([rule("AA-X-01"), rule("AA-X-02", 4)], [], [4]);
    expect(report.faults).toEqual(["AA-X-02 has no test although issue 4 is resolved: rule AA-X-02"]);
  });

  it("fails for a test that names an unknown id", () => {
    const report = checkRequirements([rule("AA-X-01")], [{ path: "a.test.ts", ids: ["AA-X-09"] }], []);
    expect(report.faults).toEqual(["a.test.ts names AA-X-09, which is not in docs/requirements"]);
  });

  it("fails for an id that is given twice", () => {
    expect(checkRequirements([rule("AA-X-01"), rule("AA-X-01")], [], []).faults).toEqual([
      "AA-X-01 is given twice in docs/requirements",
    ]);
  });
});

describe("findUnnamedDepartures", () => {
  it("fails for a departure that the page of departures does not name", () => {
    const departures = [
      { ...rule("AA-X-01"), departure: "told" },
      { ...rule("AA-X-02"), departure: "untold" },
    ];
    expect(findUnnamedDepartures([...departures, rule("AA-X-03")], "| told | AA-X-01 |")).toEqual([
      "AA-X-02 departs from its specification (untold); docs/departures.md does not say so",
    ]);
  });
});

describe("parseSection", () => {
  const section = { source: "a.md › b", issue: 3, rules: ["AA-X-01: one", "AA-X-02: two: three"] };

  it("reads the rules with their section, and the names of departures", () => {
    const { source, issue } = section;
    expect(parseSection({ ...section, departures: { "AA-X-02": "other" } }, "a.json")).toEqual([
      { id: "AA-X-01", rule: "one", source, issue },
      { id: "AA-X-02", rule: "two: three", source, issue, departure: "other" },
    ]);
  });

  it.each([
    [{ ...section, rules: ["AA-X-01: "] }, "AA-X-01: : expected"],
    [{ ...section, rules: [] }, '"rules" must be a list of texts'],
    [{ ...section, issue: "3" }, '"issue" must be a number'],
    [{ ...section, rules: ["AA-X-1: rule"] }, "not of the form"],
    [{ ...section, departures: { "AA-X-03": "other" } }, '"departures" names AA-X-03'],
    [{ id: "AA-X-01", rule: "rule", issue: 3 }, '"source" must be a text'],
    [null, '"source" must be a text'],
  ])("refuses %j", (entry, message) => {
    expect(() => parseSection(entry, "a.json")).toThrow(message);
  });
});

describe("findTestIds", () => {
  it.each([
    ["a title", 'it("works [AA-X-01]", () => {});', ["AA-X-01"]],
    ["a rule beyond the specifications", 'it("works [SAFE-1]", () => {});', ["SAFE-1"]],
    ["no reference of a document", 'const ref = "LV-1";', []],
    ["several ids", 'test("works [AA-X-01] [AA-Y-02]", () => {});', ["AA-X-01", "AA-Y-02"]],
    ["a describe", 'describe("group [AA-X-01]", () => {});', ["AA-X-01"]],
    ["a table", 'it.each([1, 2])("%s [AA-X-01]", () => {});', ["AA-X-01"]],
    ["a conditional suite", 'describe.skipIf(none)("[AA-X-01]", () => {});', ["AA-X-01"]],
    ["a row of a table", 'it.each([{ id: "AA-X-01" }])("[$id]", () => {});', ["AA-X-01"]],
    ["a template", "it(`[AA-X-01] ${name}`, () => {});", ["AA-X-01"]],
    [
      "the rules above a test",
      '// Rules: [AA-X-01]\n// [AA-Y-02]\nit("works", () => {});',
      ["AA-X-01", "AA-Y-02"],
    ],
    ["no rules above a skipped test", '// Rules: [AA-X-01]\nit.skip("works", () => {});', []],
    ["no rules above anything else", "// Rules: [AA-X-01]\nconst x = 1;", []],
    ["no other comment", '// [AA-X-01]\nit("works", () => {});', []],
    ["no other string", 'expect("see [AA-X-01]").toBe(x);', []],
    ["no skipped test", 'it.skip("[AA-X-01]", () => {});', []],
    ["no test to do", 'it.todo("[AA-X-01]");', []],
    ["nothing in a skipped group", 'describe.skip("g", () => { it("[AA-X-01]", () => {}); });', []],
  ])("counts %s", (_, source, ids) => {
    expect(findTestIds("a.test.ts", source)).toEqual(ids);
  });
});
