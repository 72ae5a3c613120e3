import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const read = (file: string) => readFileSync(join(WORKSPACE_ROOT, file), "utf8");

/** The names of V8's options, but for the one that an operator may set, and those of other programs too. */
const OPTIONS = new Set(
  [...execFileSync(process.execPath, ["--v8-options"], { encoding: "utf8" }).matchAll(/^ {2}--(\S+) \(/gm)]
    .map(([, name]) => name!.replaceAll("_", "-"))
    .filter((name) => !["help", "version", "log", "max-old-space-size"].includes(name)),
);

function v8OptionsIn(text: string): string[] {
  const words = [...text.matchAll(/(?<![\w-])--(?:no-)?([a-z][a-z0-9_-]*)/g)].map(([, name]) => name!);
  return words.filter((name) => OPTIONS.has(name.replaceAll("_", "-")));
}

it("has no options of V8: in scripts, images, Compose, chart, CI and programs", () => {
  const files = globSync(
    [
      "package.json",
      "docker-compose.yml",
      "deploy/**/*.*",
      "deploy/Dockerfile",
      ".ci/*",
      "{apps,libs,examples,tools}/**/*.ts",
    ],
    { cwd: WORKSPACE_ROOT, exclude: ["**/node_modules/**", "**/*.test.ts"] },
  );
  for (const file of [
    "package.json",
    "deploy/Dockerfile",
    "deploy/helm/values.yaml",
    "tools/bench/main.ts",
  ]) {
    expect(files).toContain(file);
  }
  const found = files.map((file) => [file, v8OptionsIn(read(file))] as const);
  expect(Object.fromEntries(found.filter(([, options]) => options.length > 0))).toEqual({});
});

it.each([
  ["node --expose-gc main.ts", ["expose-gc"]],
  ["node --no-allocation-site-pretenuring --max-old-space-size=512 main.ts", ["allocation-site-pretenuring"]],
  ['ENTRYPOINT ["node", "--initial_old_space_size=128"]', ["initial_old_space_size"]],
])("would be found in %j", (text, options) => {
  expect(v8OptionsIn(text)).toEqual(options);
});

it("is all: no program sets flags of V8 or hooks into Node's objects", () => {
  const programs = globSync("{apps,libs,examples,tools}/**/*.ts", {
    cwd: WORKSPACE_ROOT,
    exclude: ["**/node_modules/**", "**/*.test.ts"],
  });
  expect(programs).toContain("libs/service-kit/src/run-main.ts");
  expect(programs.filter((file) => /\b(setFlagsFromString|createHook)\b/.test(read(file)))).toEqual([]);
});
