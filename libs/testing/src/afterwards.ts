import { afterAll, onTestFinished, TestRunner } from "vitest";

/** Runs the work when the running test is over, or else, outside tests, when the spec file is. */
export function afterwards(work: () => unknown): void {
  const register = TestRunner.getCurrentTest() === undefined ? afterAll : onTestFinished;
  register(async () => {
    await work();
  });
}
