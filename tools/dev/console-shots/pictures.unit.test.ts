import { globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const MAX_BYTES = 150_000;
const FOLDER = join(WORKSPACE_ROOT, "docs/console");
const pictures = globSync("*.webp", { cwd: FOLDER });

it("are small, and there in both themes", () => {
  const names = new Set(pictures.map((file) => file.replace(/-(light|dark)\.webp$/u, "")));
  expect(names.size).toBeGreaterThan(4);
  expect(pictures).toHaveLength(2 * names.size);
  for (const file of pictures) expect(statSync(join(FOLDER, file)).size, file).toBeLessThan(MAX_BYTES);
});

it("are all shown, and all that is shown is there", () => {
  const pages = ["README.md", "docs/console.md", "docs/company.md"].map((page) =>
    readFileSync(join(WORKSPACE_ROOT, page), "utf8"),
  );
  const shown = pages.flatMap((page) =>
    Array.from(page.matchAll(/console\/([\w-]+\.webp)/gu), ([, file]) => file!),
  );
  expect([...new Set(shown)].toSorted()).toEqual(pictures.toSorted());
});
