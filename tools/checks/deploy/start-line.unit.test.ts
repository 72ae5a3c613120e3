import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { START_LINE } from "@countersign/service-kit";
import { expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const read = (file: string) => readFileSync(join(WORKSPACE_ROOT, file), "utf8");

it("is the same in images, in npm start and in the benchmarks", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  expect(scripts["start"]).toBe(["node", ...START_LINE, "tools/dev/start/main.ts"].join(" "));
  expect(scripts["bench"]).toBe(["node", "--expose-gc", ...START_LINE, "tools/bench/main.ts"].join(" "));
  expect(read("deploy/Dockerfile")).toContain(
    `\nENTRYPOINT [${["node", ...START_LINE, "main.mjs"].map((word) => `"${word}"`).join(", ")}]\n`,
  );
});

it("holds all V8 settings: no program sets flags of V8 or hooks into Node's objects", () => {
  const programs = globSync("{apps,libs,examples,tools}/**/*.ts", {
    cwd: WORKSPACE_ROOT,
    exclude: ["**/node_modules/**", "**/*.test.ts"],
  });
  expect(programs).toContain("libs/service-kit/src/run-main.ts");
  expect(programs.filter((file) => /\b(setFlagsFromString|createHook)\b/.test(read(file)))).toEqual([]);
});
