import { execFileSync, spawnSync } from "node:child_process";
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";

interface Manifest {
  type: string;
  engines: Record<string, string>;
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
}
interface Packed extends Pick<Manifest, "dependencies"> {
  bundleDependencies: string[];
}

const page = readFileSync(join(WORKSPACE_ROOT, "docs/integration.md"), "utf8");
const [, program = ""] = /^```ts\n(.*?)^```$/msu.exec(page)!;
/** The page's files for a repository of one's own, as they stand below the command that packs the kit. */
const [manifestText = "", tsconfig = ""] = Array.from(
  page.slice(page.indexOf("```sh kit")).matchAll(/^```json\n(.*?)^```$/gmsu),
  ([, code]) => code!,
);
const manifest = JSON.parse(manifestText) as Manifest & { devDependencies: Record<string, string> };

const outDir = mkdtempSync(join(tmpdir(), "countersign-kit-"));
const folder = join(outDir, "service");
const kit = join(folder, "node_modules/@countersign/owner-kit");
let packed: Packed;

/** Packages that this workspace has under another name. */
const NAME_HERE: Readonly<Record<string, string>> = { typescript: "typescript7" };

/** Puts a package of this workspace, which a registry would bring, into a folder. */
function install(name: string, into: string): void {
  const place = join(into, "node_modules", name);
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(join(WORKSPACE_ROOT, "node_modules", NAME_HERE[name] ?? name), place);
}

/**
 * An empty folder with the files of the page, in which its packages are installed and no others: what the kit needs
 * stands below it, so that the program finds only what the page's `package.json` names.
 */
beforeAll(() => {
  const main = join(import.meta.dirname, "main.ts");
  const archive = execFileSync(process.execPath, [main, "--out", outDir], { encoding: "utf8" }).trim();
  mkdirSync(kit, { recursive: true });
  execFileSync("tar", ["-xzf", archive, "--strip-components=1", "-C", kit]);
  packed = JSON.parse(readFileSync(join(kit, "package.json"), "utf8")) as Packed;
  for (const name of Object.keys(packed.dependencies)) {
    if (!packed.bundleDependencies.includes(name)) install(name, kit);
  }
  for (const [name, version] of Object.entries({ ...manifest.dependencies, ...manifest.devDependencies })) {
    if (name === "@countersign/owner-kit") expect(version).toBe(`file:${basename(archive)}`);
    else install(name, folder);
  }
  writeFileSync(join(folder, "package.json"), manifestText);
  writeFileSync(join(folder, "tsconfig.json"), tsconfig);
  writeFileSync(join(folder, "main.ts"), program);
}, 120_000);
afterAll(() => rmSync(outDir, { recursive: true }));

/** The version of a package that is installed in the folder. */
const versionOf = (name: string): string =>
  (
    JSON.parse(readFileSync(join(folder, "node_modules", name, "package.json"), "utf8")) as {
      version: string;
    }
  ).version;

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

  it("is installed beside versions that this workspace has, zod the kit's own [FIRST-2]", () => {
    const { zod, ...others } = manifest.dependencies;
    expect(zod).toBe(packed.dependencies["zod"]);
    expect(Object.keys(others)).toEqual(["@countersign/owner-kit"]);
    for (const [name, version] of Object.entries(manifest.devDependencies)) {
      expect(versionOf(name), name).toBe(version);
    }
    expect(manifest).toMatchObject({ type: "module", engines: { node: ">=26" } });
  });

  it("has types with which the program of docs/integration.md passes the strict check [FIRST-2]", () => {
    expect(manifest.scripts["typecheck"]).toBe("tsc");
    const tsc = join(folder, "node_modules/typescript/bin/tsc");
    const { status, stdout } = spawnSync(process.execPath, [tsc, "--checkers", "1"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect({ status, stdout }).toEqual({ status: 0, stdout: "" });
  });

  it("runs the program, which names the variables that it lacks [FIRST-2]", () => {
    const [runner, file = ""] = manifest.scripts["start"]!.split(" ");
    expect(runner).toBe("node");
    const { status, stderr } = spawnSync(process.execPath, [file], {
      cwd: folder,
      encoding: "utf8",
      env: { PATH: process.env["PATH"] },
    });
    expect(status).toBe(2);
    expect(stderr).toContain("MONGODB_URI: is not set; expected a mongodb:// URI");
  });
});
