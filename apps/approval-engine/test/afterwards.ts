import { afterAll, expect, onTestFinished } from "vitest";

/** Runs the work when the running test is over, or else, outside tests, when the spec file is. */
export function afterwards(work: () => unknown): void {
  const isInTest = expect.getState().currentTestName !== undefined;
  const register = isInTest ? onTestFinished : afterAll;
  register(async () => {
    await work();
  });
}
