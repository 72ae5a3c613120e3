import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const FOLDER = join(WORKSPACE_ROOT, "docs/adr");

it("the index of decision records names each record once, in their order", () => {
  const index = readFileSync(join(FOLDER, "README.md"), "utf8");
  const rows = [...index.matchAll(/^\| \[(\d+)\]\(([^)]+)\)/gmu)].map(([, number, file]) => [
    Number(number),
    file,
  ]);
  const files = readdirSync(FOLDER).filter((file) => /^\d{4}-/u.test(file));
  expect(rows).toEqual(files.map((file) => [Number(file.slice(0, 4)), file]));
});
