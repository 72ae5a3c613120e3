import type { Reporter, TestModule } from "vitest/node";
import { tally, type TestRun } from "./tally.ts";

/** Sends the true counts of a vitest run to the process that started it (see `run-vitest.ts`). */
export default class ClosingReporter implements Reporter {
  onTestRunEnd(
    modules: readonly TestModule[],
    unhandledErrors: readonly unknown[],
    reason: "passed" | "failed" | "interrupted",
  ): void {
    const run: TestRun = tally(modules, unhandledErrors.length, reason);
    process.send?.(run);
  }
}
