import { fork } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { TestRun } from "./tally.ts";

const vitest = join(dirname(createRequire(import.meta.url).resolve("vitest/package.json")), "vitest.mjs");

/**
 * Runs vitest once as a process of its own and returns the true counts. A run that ends without reporting any, or
 * that ends badly although every count is good, counts as one failure.
 *
 * @param args further arguments of vitest
 * @param quiet swallows its output
 */
export function runVitest(options: {
  root: string;
  args?: readonly string[];
  env?: NodeJS.ProcessEnv;
  quiet?: boolean;
}): Promise<TestRun> {
  const { root, args = [], env = process.env, quiet = false } = options;
  const reporters = ["--reporter=default", `--reporter=${join(import.meta.dirname, "closing-reporter.ts")}`];
  const child = fork(vitest, ["run", "--root", root, ...reporters, ...args], {
    cwd: root,
    env,
    stdio: ["ignore", quiet ? "ignore" : "inherit", quiet ? "ignore" : "inherit", "ipc"],
  });
  let run: TestRun = { passed: 0, failed: 0, skippedTests: [], ranByTag: {}, fileDurations: [] };
  child.on("message", (message) => {
    run = message as TestRun;
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => {
      if (code !== 0 && run.failed === 0) run.failed = 1;
      resolve(run);
    });
  });
}
