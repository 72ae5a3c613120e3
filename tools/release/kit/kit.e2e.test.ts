import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";

interface Packed {
  dependencies: Record<string, string>;
  bundleDependencies: string[];
}

const page = readFileSync(join(WORKSPACE_ROOT, "docs/integration.md"), "utf8");
const [, program = ""] = /^```ts\n(.*?)^```$/msu.exec(page)!;

const outDir = mkdtempSync(join(tmpdir(), "countersign-kit-"));
const folder = join(outDir, "service");
const kit = join(folder, "node_modules/@countersign/owner-kit");
let packed: Packed;

/** An empty folder in which the archive is installed: what it carries, and the packages that a registry would bring. */
beforeAll(() => {
  const main = join(import.meta.dirname, "main.ts");
  const archive = execFileSync(process.execPath, [main, "--out", outDir], { encoding: "utf8" }).trim();
  mkdirSync(kit, { recursive: true });
  execFileSync("tar", ["-xzf", archive, "--strip-components=1", "-C", kit]);
  packed = JSON.parse(readFileSync(join(kit, "package.json"), "utf8")) as Packed;
  for (const name of Object.keys(packed.dependencies)) {
    if (packed.bundleDependencies.includes(name)) continue;
    const place = join(folder, "node_modules", name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(WORKSPACE_ROOT, "node_modules", name), place);
  }
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "main.ts"), program);
}, 120_000);
afterAll(() => rmSync(outDir, { recursive: true }));

describe("the owner kit outside of this repository", () => {
  it("names exact versions of packages, and carries those that no registry has", () => {
    const own = Object.keys(packed.dependencies).filter((name) => name.startsWith("@countersign/"));
    expect(own.toSorted()).toEqual(packed.bundleDependencies.toSorted());
    for (const [name, version] of Object.entries(packed.dependencies)) {
      expect(version, name).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });

  it("carries no tests, no sources, and no way back into this repository", () => {
    const files = globSync("**/*", { cwd: kit }).filter((file) => /\.[jt]s$/u.test(file));
    expect(files.length).toBeGreaterThan(200);
    expect(files.filter((file) => file.includes(".test.") || /(?<!\.d)\.ts$/u.test(file))).toEqual([]);
    for (const file of files) {
      expect(readFileSync(join(kit, file), "utf8"), file).not.toMatch(/from "(?:\.[^"]*\.ts|\/)/u);
    }
  });

  it("has types with which the program of docs/integration.md passes the strict check", () => {
    const compilerOptions = {
      target: "esnext",
      module: "nodenext",
      strict: true,
      noEmit: true,
      types: ["node"],
      typeRoots: [join(WORKSPACE_ROOT, "node_modules/@types")],
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["main.ts"] }));
    const tsc = join(WORKSPACE_ROOT, "node_modules/typescript7/bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [tsc, "--checkers", "1", "-p", folder], {
      encoding: "utf8",
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  });

  it("runs the program, which names the variables that it lacks", () => {
    const { status, stderr } = spawnSync(process.execPath, ["main.ts"], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env["PATH"] },
    });
    expect(status).toBe(2);
    expect(stderr).toContain("MONGODB_URI: is not set; expected a mongodb:// URI");
  });
});
