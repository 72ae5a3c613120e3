import type { External } from "./externals.ts";
import type { RealStore } from "./real-store.ts";
import { runVitest } from "./run-vitest.ts";
import { runCheck, type StaticCheck } from "./static-checks.ts";
import type { TestRun } from "./tally.ts";

export interface Everything {
  /** Folder of the vitest configuration; checks run in it. */
  root: string;
  checks: readonly StaticCheck[];
  externals: readonly External[];
  /** Names of externals without which the run fails. */
  required: readonly string[];
  /** Finds or starts a real MongoDB; `undefined` when there is none. */
  findStore: () => Promise<RealStore | undefined>;
  /** Name patterns of the suites that run again on a real MongoDB. */
  storeSuites: readonly string[];
  env: NodeJS.ProcessEnv;
  print: (text: string) => void;
  /** Suppresses vitest's own output. */
  quiet?: boolean;
}

const SLOWEST_FILES = 10;

/** Runs the checks one after the other. @returns how many failed */
async function runChecks({ checks, root, print }: Everything): Promise<number> {
  let failedChecks = 0;
  for (const check of checks) {
    const { ok, durationMs, output } = await runCheck(check, root);
    print(`${ok ? "✓" : "✗"} ${check.name} (${(durationMs / 1000).toFixed(1)} s)`);
    if (ok) continue;
    failedChecks++;
    print(output);
  }
  return failedChecks;
}

async function runOnRealStore(everything: Everything): Promise<TestRun | undefined> {
  const { root, env, storeSuites, findStore, print, quiet = false } = everything;
  const store = await findStore();
  if (!store) return undefined;
  print("\nThe suites on a store once more, on a real MongoDB:");
  try {
    return await runVitest({ root, args: storeSuites, env: { ...env, TEST_MONGODB_URI: store.uri }, quiet });
  } finally {
    await store.stop();
  }
}

/** Lines that say by name the tests that were not run for lack of an external. */
function describeNotRun(
  externals: readonly External[],
  runs: readonly TestRun[],
  onRealStore: boolean,
): string[] {
  const testsNotRun = runs.flatMap(({ skippedTests }) => skippedTests);
  const lines = externals.flatMap(({ name, description, missing }) => {
    const names = testsNotRun.filter(({ tags }) => tags.includes(name));
    if (missing === undefined || names.length === 0) return [];
    return [`\nNot run for lack of ${description} (${missing}):`, ...names.map((test) => `  ${test.name}`)];
  });
  if (onRealStore) return lines;
  return [
    ...lines,
    "\nNot run for lack of a real MongoDB (no TEST_MONGODB_URI, no Docker):",
    "  the *.int.test.ts and *.e2e.test.ts suites on it; they ran on the embedded store only",
  ];
}

/** The files that take the longest, as lines. */
function describeSlowest({ fileDurations }: TestRun): string[] {
  const slowest = fileDurations.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, SLOWEST_FILES);
  const lines = slowest.map(
    ({ file, durationMs }) => `  ${(durationMs / 1000).toFixed(1).padStart(5)} s  ${file}`,
  );
  return ["\nThe slowest files:", ...lines];
}

/** The lines before the run: how long it takes, and what is missing for some tests. */
function describeAhead(externals: readonly External[]): string[] {
  const missingLines = externals.flatMap(({ description, missing }) =>
    missing === undefined ? [] : [`  ${description}: ${missing}`],
  );
  const lacks =
    missingLines.length === 0 ? [] : ["Some tests will not run here for lack of:", ...missingLines];
  return ["Runs every check and test: some 14 minutes on two cores.", ...lacks];
}

/** Faults for each required external that is missing or that no test used. */
function findUnmetRequirements({ required, externals }: Everything, run: TestRun): string[] {
  return required.flatMap((name) => {
    const missingReason = externals.find((external) => external.name === name)?.missing;
    if (missingReason !== undefined) return [`${name} is required: ${missingReason}`];
    return run.ranByTag[name] ? [] : [`${name} is required, but no test that needs it ran`];
  });
}

/**
 * Runs the static checks beside every test in one vitest run, and the suites on a store once more on a real MongoDB where
 * there is one. The last line that is printed is the true closing count.
 *
 * @returns how many checks and tests failed
 */
export async function runEverything(everything: Everything): Promise<number> {
  const { root, checks, externals, env, print, quiet = false } = everything;
  const { TEST_MONGODB_URI: _realStore, ...embeddedEnv } = env;
  for (const line of describeAhead(externals)) print(line);
  // Side by side: some tests wait more than they work.
  const [failedChecks, mainRun] = await Promise.all([
    runChecks(everything),
    runVitest({ root, env: embeddedEnv, quiet }),
  ]);
  const realStoreRun = await runOnRealStore(everything);
  const runs = realStoreRun ? [mainRun, realStoreRun] : [mainRun];

  for (const line of describeSlowest(mainRun)) print(line);
  for (const line of describeNotRun(externals, runs, realStoreRun !== undefined)) print(line);
  const unmetRequirements = findUnmetRequirements(everything, mainRun);
  for (const fault of unmetRequirements) print(`\n✗ ${fault}`);

  const sum = (count: (run: TestRun) => number): number => runs.reduce((total, run) => total + count(run), 0);
  const passedCount = checks.length - failedChecks + sum((run) => run.passed);
  const failedCount = failedChecks + unmetRequirements.length + sum((run) => run.failed);
  print(`\n${passedCount} passed, ${failedCount} failed, ${sum((run) => run.skippedTests.length)} skipped`);
  return failedCount;
}
