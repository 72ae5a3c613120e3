import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { runVitest } from "./run-vitest.ts";

const root = join(import.meta.dirname, "fixture");
const run = (file: string, env: NodeJS.ProcessEnv = {}) =>
  runVitest({ root, args: [file], env: { ...process.env, ...env }, quiet: true });

describe("the counts of a test run", () => {
  it("count passed, failed and skipped tests separately, with the tags of each", async () => {
    expect(await run("plain")).toEqual({
      passed: 2,
      failed: 1,
      skippedTests: [
        { name: "plain.fixture.ts > is skipped", tags: [] },
        { name: "plain.fixture.ts > absent external > cannot run", tags: ["absent"] },
      ],
      ranByTag: { present: 1 },
      fileDurations: [{ file: "plain.fixture.ts", durationMs: expect.any(Number) }],
    });
  });

  it.each([
    ["a file whose import is broken", "broken-import", { passed: 0, failed: 1 }],
    ["a group that cannot start", "before-all", { passed: 0, failed: 1 }],
    ["an error outside of any test", "unhandled", { passed: 1, failed: 1 }],
  ])("count %s as failed", async (_, file, counts) => {
    expect(await run(file)).toMatchObject(counts);
  });

  it("count the tests lost with a killed worker as failed, and the worker's own end", async () => {
    const { passed, failed } = await run("killed");
    expect(passed + failed).toBe(4);
    expect(failed, "the first test's result may have arrived before the kill").toBeGreaterThanOrEqual(3);
  });

  it("count a failed global set-up as one failure", async () => {
    expect(await run("plain", { FIXTURE_SETUP_FAILS: "yes" })).toMatchObject({ passed: 0, failed: 1 });
  });

  it("count a run that finds no tests as one failure", async () => {
    expect(await run("no-such-file")).toMatchObject({ passed: 0, failed: 1 });
  });
});
