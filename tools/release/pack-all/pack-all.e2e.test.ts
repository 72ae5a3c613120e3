import { execFileSync, spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";

const outDir = mkdtempSync(join(tmpdir(), "countersign-packages-"));
const folder = join(outDir, "app");
const modules = join(folder, "node_modules");
let archives: string[] = [];

/** Uses both packages as their pages say, without anything else of this repository. */
const PROGRAM = `import { createGrantCheck, GrantRefused } from "@countersign/check-grant";
import { checkVersion, compareVersions } from "@countersign/gate-client";
import { createLocalJWKSet } from "jose";

const check = createGrantCheck({ keys: createLocalJWKSet({ keys: [] }), issuer: "http://engine", audience: "tools" });
const refusal: unknown = await check("no grant", { tool: "pay", arguments: {} }).catch((error: unknown) => error);
console.log(compareVersions("1.10", "1.9"), typeof checkVersion, refusal instanceof GrantRefused);
`;

/** An empty folder, in which the archives are installed, and from a registry what they name. */
beforeAll(() => {
  const main = join(import.meta.dirname, "main.ts");
  const output = execFileSync(process.execPath, [main, "--out", outDir], { encoding: "utf8" });
  archives = output.trim().split("\n");
  for (const archive of archives.slice(1)) {
    const name = basename(archive).replace(/^countersign-(.*)-\d.*$/u, "$1");
    const place = join(modules, "@countersign", name);
    mkdirSync(place, { recursive: true });
    execFileSync("tar", ["-xzf", archive, "--strip-components=1", "-C", place]);
  }
  symlinkSync(join(WORKSPACE_ROOT, "node_modules/jose"), join(modules, "jose"));
  mkdirSync(join(modules, "@types"));
  symlinkSync(join(WORKSPACE_ROOT, "node_modules/@types/node"), join(modules, "@types/node"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "main.ts"), PROGRAM);
}, 120_000);
afterAll(() => rmSync(outDir, { recursive: true }));

describe("the packages outside of this repository", () => {
  it("are the kit, the gate's client and the check of grants, with their program, types and licence alone [WEB-4]", () => {
    expect(archives.map((archive) => basename(archive).replace(/-\d.*$/u, ""))).toEqual([
      "countersign-owner-kit",
      "countersign-gate-client",
      "countersign-check-grant",
    ]);
    const filesOf = (name: string) => readdirSync(join(modules, "@countersign", name)).toSorted();
    expect(filesOf("gate-client")).toEqual([
      "LICENSE",
      "check-version.d.ts",
      "check-version.js",
      "package.json",
    ]);
    expect(filesOf("check-grant")).toEqual(["LICENSE", "check-grant.d.ts", "check-grant.js", "package.json"]);
    const manifest = JSON.parse(
      readFileSync(join(modules, "@countersign/check-grant/package.json"), "utf8"),
    ) as { dependencies: Record<string, string> };
    expect(manifest.dependencies).toEqual({ jose: expect.stringMatching(/^\d+\.\d+\.\d+$/u) });
  });

  it("have types that pass the strict check, and run as ES modules [WEB-4]", () => {
    const tsc = join(WORKSPACE_ROOT, "node_modules/typescript7/bin/tsc");
    const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2024", "--types", "node"];
    const checked = spawnSync(process.execPath, [tsc, ...options, "main.ts"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect({ status: checked.status, stdout: checked.stdout }).toEqual({ status: 0, stdout: "" });
    const run = spawnSync(process.execPath, ["main.ts"], { cwd: folder, encoding: "utf8" });
    expect({ stdout: run.stdout, stderr: run.stderr }).toEqual({ stdout: "1 function true\n", stderr: "" });
  });
});
