import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");
const sheets = globSync("**/*.css", { cwd: SOURCES }).map((name) => ({
  name,
  lines: readFileSync(join(SOURCES, name), "utf8").split("\n"),
}));

/** The lines of all style sheets that a pattern finds. */
const linesWith = (pattern: RegExp, among = sheets) =>
  among.flatMap(({ name, lines }) =>
    lines.filter((line) => pattern.test(line)).map((line) => `${name}: ${line.trim()}`),
  );

it("name no left and no right, so that they serve both directions of writing [CON-6]", () => {
  expect(sheets.length).toBeGreaterThan(20);
  expect(linesWith(/\b(?:left|right)\b/u)).toEqual([]);
});

it("take fonts, colours and spaces from the tokens", () => {
  const modules = sheets.filter(({ name }) => name !== "design/tokens.css");
  expect(linesWith(/font-family/u, modules)).toEqual([]);
  expect(linesWith(/#[0-9a-f]{3,8}\b|\brgb|\bhsl|\boklch/iu, modules)).toEqual([]);
  expect(linesWith(/^\s*(?:gap|row-gap|column-gap):(?!.*(?:var\(--space-|0))/u, modules)).toEqual([]);
});

it("know four break points", () => {
  const widths = sheets.flatMap(({ lines }) =>
    lines.flatMap((line) =>
      /^@(?:media|container)\b/u.test(line) ? (line.match(/\d+(?:rem|px|em)\b/gu) ?? []) : [],
    ),
  );
  expect([...new Set(widths)].toSorted()).toEqual(["30rem", "48rem", "60rem", "80rem"]);
});

const tokens = new Map(
  sheets
    .find(({ name }) => name === "design/tokens.css")!
    .lines.flatMap((line) => {
      const [, name, light, dark] =
        /--([\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/u.exec(line) ?? [];
      return name === undefined ? [] : [[name, { light: light!, dark: dark! }] as const];
    }),
);

/** Relative luminance, as WCAG 2.2 has it. */
function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return channel <= 0.040_45 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrastOf(one: string, other: string, theme: "light" | "dark"): number {
  const [lower, higher] = [one, other].map((name) => luminanceOf(tokens.get(name)![theme])).toSorted(byValue);
  return (higher! + 0.05) / (lower! + 0.05);
}

const byValue = (left: number, right: number) => left - right;

const GROUNDS = ["page", "surface", "raised", "sunken", "hover", "selected"];
const TEXTS: readonly (readonly [string, readonly string[]])[] = [
  ["ink", [...GROUNDS, "good-wash", "bad-wash", "warn-wash", "accent-wash"]],
  ["ink-muted", [...GROUNDS, "warn-wash", "accent-wash"]],
  ["accent", GROUNDS],
  ["accent-strong", ["accent-wash"]],
  ["on-accent", ["accent", "accent-strong"]],
  ["good", ["surface", "good-wash"]],
  ["warn", ["surface", "warn-wash"]],
  ["bad", ["surface", "raised", "bad-wash"]],
];

it.each(["light", "dark"] as const)(
  "give %s texts a contrast of 4.5, and edges one of 3 [CON-6]",
  (theme) => {
    const texts = TEXTS.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const));
    const edges = ["page", "surface", "raised"].map((ground) => ["line-strong", ground] as const);
    const weak = [
      ...texts.filter(([text, ground]) => contrastOf(text, ground, theme) < 4.5),
      ...edges.filter(([edge, ground]) => contrastOf(edge, ground, theme) < 3),
    ].map(([one, other]) => `${one} on ${other}: ${contrastOf(one, other, theme).toFixed(2)}`);
    expect(weak).toEqual([]);
  },
);
