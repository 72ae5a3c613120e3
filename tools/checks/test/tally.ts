import type { TestModule } from "vitest/node";

export interface SkippedTest {
  /** File and full name. */
  name: string;
  tags: readonly string[];
}

/** The outcome of one vitest run, or of several checks put together. */
export interface TestRun {
  passed: number;
  failed: number;
  skippedTests: SkippedTest[];
  /** How many tests of each tag ran (passed or failed). */
  ranByTag: Record<string, number>;
  /** How long the tests of each file took, in milliseconds. */
  fileDurations: { file: string; durationMs: number }[];
}

/**
 * Counts a vitest run completely. Besides failed tests, these count as failed: each file or group whose own
 * code threw (a broken import, a `beforeAll`), each test that never finished (a killed worker), each error outside
 * of any test, and a run that failed without any of these (a global set-up).
 *
 * @param unhandledErrors number of errors outside of any test
 */
export function tally(
  modules: readonly TestModule[],
  unhandledErrors: number,
  reason: "passed" | "failed" | "interrupted",
): TestRun {
  const run: TestRun = {
    passed: 0,
    failed: unhandledErrors,
    skippedTests: [],
    ranByTag: {},
    fileDurations: [],
  };
  for (const module of modules) {
    run.fileDurations.push({ file: module.relativeModuleId, durationMs: module.diagnostic().duration });
    const groups = [module, ...module.children.allSuites()];
    run.failed += groups.filter((group) => group.errors().length > 0).length;
    if (module.state() === "queued" || (module.state() === "pending" && module.children.size === 0))
      run.failed++;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === "skipped") {
        run.skippedTests.push({ name: `${module.relativeModuleId} > ${test.fullName}`, tags: test.tags });
        continue;
      }
      if (state === "passed") run.passed++;
      else run.failed++;
      for (const tag of test.tags) run.ranByTag[tag] = (run.ranByTag[tag] ?? 0) + 1;
    }
  }
  if (reason !== "passed" && run.failed === 0) run.failed = 1;
  return run;
}
