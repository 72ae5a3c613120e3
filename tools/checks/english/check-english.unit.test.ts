import { describe, expect, it } from "vitest";
import { findEnglishFaults } from "./check-english.ts";

const linesOf = (source: string, path = "a.ts") => findEnglishFaults(path, source).map(({ line }) => line);

describe("the check of English", () => {
  it.each([
    ["a block", "/** Who starts the run. */\nlet a;"],
    ["a block of several lines", "/**\n * What a run is.\n */\nlet a;", 2],
    ["a line", "// Whom it asks.\nlet a;"],
    ["the end of a line", "let a; // What it is."],
    ["a type", "interface A {\n  /** Who acts. */\n  a: string;\n}", 2],
    ["an argument", "call(\n  // What it gets.\n  1,\n);", 2],
    ["an empty block", "function a() {\n  // What is missing.\n}", 2],
    ["the end of a file", "let a;\n// What is left.\n", 2],
  ])("finds the beginning Who, What or Whom in %s", (_place, source, line = 1) => {
    expect(linesOf(source)).toEqual([line]);
  });

  it.each([
    "Refuses who sends none.",
    "Counts the work in hand.",
    "The submitter is told.",
    "Those who were asked are told.",
    "Nearly every request goes by the framework.",
    "Removes nobody's kinds.",
  ])("finds a phrase to guess: %s", (text) => {
    expect(linesOf(`let a;\n/** ${text} */\nlet b;`)).toEqual([2]);
  });

  it.each([
    ["The user who starts the run, and what it is about."],
    ["Whose seat it was."],
    ["Whatever is left."],
    ["The bytes in handlers' buffers."],
  ])("accepts a plain sentence: %s", (text) => {
    expect(linesOf(`/** ${text} */\nlet a;`)).toEqual([]);
  });

  it.each([
    ["a string", 'const a = "// What it is";'],
    ["a template", "const a = `\n// What it is ${b} // Who\n`;"],
    ["a pattern", "const a = /\\/\\/ What/;"],
  ])("passes over %s", (_place, source) => {
    expect(linesOf(source)).toEqual([]);
  });

  it("tells comments of JSX from its text", () => {
    const source = "const a = (\n  <p>\n    // What to do?\n    {/* Who acts. */}\n  </p>\n);";
    expect(linesOf(source, "a.tsx")).toEqual([4]);
  });

  it("says where the fault is and what to write", () => {
    expect(findEnglishFaults("a.ts", "\n/** Who is told. */\nlet a;")).toEqual([
      { line: 2, text: "Who is told.", reason: "begin with what the thing is" },
      { line: 2, text: "Who is told.", reason: 'write "is notified" or "is reported"' },
    ]);
  });
});
