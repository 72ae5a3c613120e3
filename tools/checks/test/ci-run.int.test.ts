import { spawnSync } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { WORKSPACE_ROOT } from "../../workspace.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "countersign-ci-"));
  mkdirSync(join(folder, ".ci"));
  mkdirSync(join(folder, "bin"));
  copyFileSync(join(WORKSPACE_ROOT, ".ci/run"), join(folder, ".ci/run"));
  program("nginx", "exit 0");
  program("chromium", "exit 0");
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Puts a program of the test's own first on the PATH. */
function program(name: string, body: string): void {
  const path = join(folder, "bin", name);
  writeFileSync(path, `#!/bin/sh\n${body}\n`);
  chmodSync(path, 0o755);
}

/** Runs `.ci/run` with an npm that answers `npm ci` with success and runs the given script for `npm test`. */
function runCi(npmTest: string) {
  program("npm", `echo "npm $*"; [ "$1" = ci ] && exit 0\n${npmTest}`);
  const { status, stdout } = spawnSync(join(folder, ".ci/run"), {
    encoding: "utf8",
    env: { ...process.env, PATH: `${join(folder, "bin")}:${process.env["PATH"]}`, NATS_URL: "nats://unused" },
  });
  return { status, stdout, lastLine: stdout.trim().split("\n").at(-1) };
}

describe(".ci/run", () => {
  it("installs, then tests with the broker suites required [RUN-TEST-06]", () => {
    const { status, stdout } = runCi('echo "5 passed, 0 failed, 0 skipped"');
    expect(stdout).toMatch(/^npm ci\nnpm test -- --require nats$/m);
    expect(status).toBe(0);
  });

  it("ends with the closing line, whatever is written after it", () => {
    const { lastLine } = runCi('echo "5 passed, 0 failed, 2 skipped"; echo "npm notice"');
    expect(lastLine).toBe("5 passed, 0 failed, 2 skipped");
  });

  it("fails as npm test does", () => {
    const { status, lastLine } = runCi('echo "4 passed, 1 failed, 0 skipped"; exit 1');
    expect(status).toBe(1);
    expect(lastLine).toBe("4 passed, 1 failed, 0 skipped");
  });

  it("counts a run without a closing line as failed", () => {
    const { status, lastLine } = runCi("exit 0");
    expect(status).toBe(1);
    expect(lastLine).toBe("0 passed, 1 failed, 0 skipped");
  });
});
