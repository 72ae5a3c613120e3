/**
 * `npm test`: the static checks, then every test in one vitest run, then the suites on a store once more on a real
 * MongoDB where there is one. The last line is the true closing count, `N passed, N failed, N skipped`; before it
 * stands by name what was not run for lack of an engine. `--require nats` makes a missing engine a failure.
 */
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findEngines, type Engine } from "./engines.ts";
import { findRealStore } from "./real-store.ts";
import { runVitest } from "./run-vitest.ts";
import { runCheck, STATIC_CHECKS } from "./static-checks.ts";
import type { TestRun } from "./tally.ts";

const root = join(import.meta.dirname, "../..");
const STORE_SUITES = [".int.test.ts", ".e2e.test.ts"];

async function runStaticChecks(): Promise<number> {
  let failed = 0;
  for (const check of STATIC_CHECKS) {
    const { ok, durationMs, output } = await runCheck(check, root);
    console.log(`${ok ? "✓" : "✗"} ${check.name} (${(durationMs / 1000).toFixed(1)} s)`);
    if (ok) continue;
    failed++;
    console.log(output);
  }
  return failed;
}

/** Runs the store suites on a real MongoDB. `undefined` when there is none here. */
async function runOnRealStore(): Promise<TestRun | undefined> {
  const store = await findRealStore(process.env);
  if (!store) return undefined;
  console.log("\nThe suites on a store once more, on a real MongoDB:");
  try {
    return await runVitest({
      root,
      args: STORE_SUITES,
      env: { ...process.env, TEST_MONGODB_URI: store.uri },
    });
  } finally {
    await store.stop();
  }
}

/** Prints by name what was not run for lack of an engine. */
function printNotRun(engines: readonly Engine[], runs: readonly TestRun[], onRealStore: boolean): void {
  const skipped = runs.flatMap(({ skippedTests }) => skippedTests);
  for (const { name, description, missing } of engines) {
    const names = skipped.filter(({ tags }) => tags.includes(name));
    if (missing === undefined || names.length === 0) continue;
    console.log(`\nNot run for lack of ${description} (${missing}):`);
    for (const test of names) console.log(`  ${test.name}`);
  }
  if (!onRealStore) {
    console.log("\nNot run for lack of a real MongoDB (no TEST_MONGODB_URI, no Docker):");
    console.log("  the *.int.test.ts and *.e2e.test.ts suites on it; they ran on the embedded store only");
  }
}

/** Faults for each required engine that is missing or that no test used. */
function findUnmetRequirements(
  required: readonly string[],
  engines: readonly Engine[],
  run: TestRun,
): string[] {
  return required.flatMap((name) => {
    const missing = engines.find((engine) => engine.name === name)?.missing;
    if (missing !== undefined) return [`${name} is required: ${missing}`];
    return run.ranByTag[name] ? [] : [`${name} is required, but no test that needs it ran`];
  });
}

const { values: options } = parseArgs({
  options: { require: { type: "string", multiple: true, default: [] } },
});
const engines = await findEngines(process.env);
const failedChecks = await runStaticChecks();
const { TEST_MONGODB_URI: _realStore, ...env } = process.env;
const mainRun = await runVitest({ root, env });
const realStoreRun = await runOnRealStore();
const runs = realStoreRun ? [mainRun, realStoreRun] : [mainRun];

printNotRun(engines, runs, realStoreRun !== undefined);
const unmet = findUnmetRequirements(options.require, engines, mainRun);
for (const fault of unmet) console.log(`\n✗ ${fault}`);

const sum = (count: (run: TestRun) => number): number => runs.reduce((total, run) => total + count(run), 0);
const passed = STATIC_CHECKS.length - failedChecks + sum((run) => run.passed);
const failed = failedChecks + unmet.length + sum((run) => run.failed);
const skipped = sum((run) => run.skippedTests.length);
console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
