import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { CLAIMLESS, faultsOfClaims, faultsOfTests, otherComments, wordsOf } from "./claims.ts";

const read = (path: string) => readFileSync(join(WORKSPACE_ROOT, path), "utf8");
const OWN = "tools/checks/docs/claims.unit.test.ts";
const TEST = `<!-- test: ${OWN} › is found where a test has no such title -->`;

/** Pages whose sentences all have their tests. */
const CLAIMING = Object.keys(CLAIMLESS);
const PAGES = [
  ...globSync("*.md", { cwd: WORKSPACE_ROOT }),
  ...globSync("docs/*.md", { cwd: WORKSPACE_ROOT }),
];

describe("what the pages claim", () => {
  it.each(CLAIMING)("is shown by the test beside each sentence of %s [FIRST-2]", (page) => {
    expect(faultsOfClaims(read(page), WORKSPACE_ROOT, CLAIMLESS[page])).toEqual([]);
    expect(otherComments(read(page))).toEqual([]);
  });

  it("names tests that are there, on every page [FIRST-2]", () => {
    expect(PAGES.length).toBeGreaterThan(15);
    expect(PAGES.flatMap((page) => faultsOfTests(read(page), WORKSPACE_ROOT))).toEqual([]);
  });

  it("is short enough to be read in README: 900 words at most [FIRST-2]", () => {
    const words = wordsOf(read("README.md"));
    expect(words.length).toBeGreaterThan(300);
    expect(words.length).toBeLessThanOrEqual(900);
  });

  it("shows in README the words with which a tool refuses [FIRST-2]", () => {
    const [, words = ""] = /^tool> +(.*?) …$/mu.exec(read("README.md"))!;
    expect(read("examples/guarded-tools/src/check-grant.ts")).toContain(words);
  });
});

describe("a claim without its test", () => {
  it.each([
    ["in a sentence without a comment", "It is safe.", ["no test beside: It is safe."]],
    ["behind another one", `It is safe ${TEST}. It is fast.`, ["no test beside: It is fast."]],
    [
      "that shares the comment of the next one",
      `It is fast. It is safe. ${TEST}`,
      ["no test beside: It is fast."],
    ],
    ["in an item of a list", `- It is safe. ${TEST}\n- It is fast.`, ["no test beside: It is fast."]],
    ["in a row of a table", "| a | b |\n| - | - |\n| c | d |", ["no test beside: c | d |"]],
  ])("is found %s [FIRST-2]", (_place, page, faults) => {
    expect(faultsOfClaims(page, WORKSPACE_ROOT)).toEqual(faults);
  });

  it("is found where the file of the test is not there [FIRST-2]", () => {
    expect(faultsOfClaims("It is safe. <!-- test: gone.unit.test.ts › is safe -->", WORKSPACE_ROOT)).toEqual([
      "gone.unit.test.ts is not there",
    ]);
  });

  it("is found where a test has no such title [FIRST-2]", () => {
    const title = ["is", "found"].join(" ");
    expect(faultsOfTests(`<!-- test: ${OWN} › ${title} -->`, WORKSPACE_ROOT)).toEqual([
      `${OWN} has no test "${title}"`,
    ]);
  });

  it("is found where the comment is cut short [FIRST-2]", () => {
    expect(faultsOfTests(`<!-- test: ${OWN} -->`, WORKSPACE_ROOT)).toEqual([
      `test: ${OWN}: expected test: <path> › <title>`,
    ]);
  });

  it.each([
    ["a sentence with its test", `It is safe. ${TEST}`],
    ["one with two tests", `It is safe. ${TEST} ${TEST}`],
    [
      "code, pictures and headings",
      "# It is safe.\n\n```sh\nIt is safe.\n```\n\n<picture>\nsafe.\n</picture>",
    ],
    ["a comment that is shown as code", "Write `<!-- test: <path> › <title> -->`. " + TEST],
    ["a section that claims nothing", "## Not for\n\nIt is not for you."],
  ])("is not seen in %s [FIRST-2]", (_what, page) => {
    expect(faultsOfClaims(page, WORKSPACE_ROOT)).toEqual([]);
  });
});

describe("a sentence that claims nothing", () => {
  const page = `Open the page. It is safe. ${TEST}\n\n| a | b |\n| - | - |\n| made  | - |`;

  it("needs no test where the list has its beginning [FIRST-2]", () => {
    expect(faultsOfClaims(page, WORKSPACE_ROOT, ["Open the", "made |"])).toEqual([]);
  });

  it("is missed where the list has it and the page does not [FIRST-2]", () => {
    expect(faultsOfClaims(page, WORKSPACE_ROOT, ["Open the", "made |", "It is safe"])).toEqual([
      "nothing without a test begins so: It is safe",
    ]);
  });
});

describe("the words of a page", () => {
  it.each([
    ["text and tables", "One two.\n\n| three | four |", 4],
    ["the words of a link, not its address", "[One two](docs/three.md)", 2],
    ["code, but no comment or tag", 'One\n\n```sh\ntwo three\n```\n\n<!-- four --><img alt="five six">', 3],
    ["what has hyphens or apostrophes, once", "owner’s read-only 10,000", 4],
  ])("are %s [FIRST-2]", (_what, page, count) => {
    expect(wordsOf(page)).toHaveLength(count);
  });
});
