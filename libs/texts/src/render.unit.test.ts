import { describe, expect, it } from "vitest";

import released from "../test/released.json" with { type: "json" };
import { sampleFor } from "../test/sample.ts";
import { CATALOGUES, languageOf, render } from "./render.ts";
import { type TextCode, text } from "./text.ts";

const CODES = Object.keys(CATALOGUES.en) as TextCode[];
const sample = (code: TextCode) => ({ code, params: sampleFor(CATALOGUES.en[code]) });

describe("a text", () => {
  it("reads in English as it was released, to the byte, for every released code [TEXT-1]", () => {
    expect(Object.keys(released).length).toBeGreaterThan(300);
    expect(Object.fromEntries(CODES.map((code) => [code, render(sample(code))]))).toMatchObject(released);
  });

  it("has words of its own in German, for every code that has words [TEXT-1]", () => {
    const alike = CODES.filter((code) => render(sample(code), "de") === render(sample(code)));
    expect(alike).toEqual(["part.remark"]);
  });

  it("counts in each language", () => {
    const params = { principal: "Ann", kinds: "", from: "2026-12-24", until: "2026-12-31", timeZone: "UTC" };
    const open = (count: number) => text("notification.SUBSTITUTE", { ...params, open: count });
    expect(render(open(1))).toMatch(/ 1 task is open now$/u);
    expect(render(open(12_345))).toMatch(/ 12345 tasks are open now$/u);
    expect(render(open(1), "de")).toMatch(/ zurzeit ist 1 Aufgabe offen$/u);
  });

  it("may hold texts and lists of them, in its language", () => {
    const people = [text("leftOut.INACTIVE", { name: "Ann" }), text("part.others", { count: 2 })];
    const of = text("unattended.nobodyBecause", { stage: "HR", people });
    expect(render(of)).toBe('Stage "HR" has nobody who can decide: Ann has left; 2 others');
    expect(render(of, "de")).toBe(
      "In der Stufe „HR“ kann niemand entscheiden: Ann ist ausgeschieden; 2 weitere",
    );
  });

  it.each(["{ref}", "\\u202E and \\x41", "it's '{quoted}'", "# %", "  blanks  "])(
    "keeps the value %j as it is [SAFE-7]",
    (name) => {
      expect(render(text("run.alreadyDecided", { name }))).toBe(`Already decided by ${name}`);
    },
  );

  it("survives as JSON", () => {
    const of = text("unattended.nobodyBecause", { stage: "HR", people: [text("part.others", { count: 2 })] });
    expect(render(JSON.parse(JSON.stringify(of)) as typeof of)).toBe(render(of));
  });
});

describe("the language of a reader", () => {
  it.each([
    ["de", "de"],
    ["de-AT", "de"],
    ["DE_ch", "de"],
    ["en-GB", "en"],
    ["fr", "en"],
    ["", "en"],
    ["constructor", "en"],
    [null, "en"],
    [undefined, "en"],
  ])("is for %j %s [TEXT-1]", (locale, language) => {
    expect(languageOf(locale)).toBe(language);
  });
});
