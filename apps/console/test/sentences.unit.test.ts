import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");

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
