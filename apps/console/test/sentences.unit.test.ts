import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ownersWords } from "@countersign/texts";
import { expect, it } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");
const ROOT = join(import.meta.dirname, "../../..");
const TEXTS = join(ROOT, "libs/texts/src/catalogue");
/** Where our own owners say what their documents are. */
const DESCRIPTIONS = [
  "examples/hr-service/src/describe-document.ts",
  "libs/contracts/src/order-document.ts",
  "apps/mcp-journal/src/approvals/entry-document.ts",
  "apps/mcp-journal/src/approvals/entry-table.ts",
];
/** Words that are the same in German. */
const ALIKE = new Set(["Agent", "Name"]);

it("isolates names, and never a whole sentence, which a name from right to left would turn [CON-22]", () => {
  const pages = globSync("**/*.tsx", { cwd: SOURCES });
  const sentences = pages.flatMap((page) =>
    [
      ...readFileSync(join(SOURCES, page), "utf8").matchAll(
        /<Written>\s*\{(?:t|whyText|elsewhereText|sentenceOf)\(/gu,
      ),
    ].map(([found]) => `${page}: ${found}`),
  );
  expect(pages.length).toBeGreaterThan(100);
  expect(sentences).toEqual([]);
});

it("says in German who acts [CON-25]", () => {
  const files = [SOURCES, TEXTS].flatMap((folder) =>
    globSync("**/{*-de,de}.ts", { cwd: folder }).map((file) => join(folder, file)),
  );
  const lines = files.flatMap((file) => readFileSync(file, "utf8").split("\n"));
  expect(files.length).toBeGreaterThan(15);
  expect(lines.filter((line) => /\bwurden?\b/u.test(line))).toEqual([]);
});

it("has German words for each label of our own owners [TEXT-1] [CON-2]", () => {
  const labels = DESCRIPTIONS.flatMap((file) =>
    [
      ...readFileSync(join(ROOT, file), "utf8").matchAll(/label: "([^"]+)"|textFacts\("\w+", "([^"]+)"/gu),
    ].map(([, label, ofText]) => label ?? ofText ?? ""),
  );
  expect(labels.length).toBeGreaterThan(25);
  expect(labels.filter((label) => !ALIKE.has(label) && ownersWords(label, "de") === label)).toEqual([]);
});
