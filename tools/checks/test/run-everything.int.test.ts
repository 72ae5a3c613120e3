import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { External } from "./externals.ts";
import { type Everything, runEverything } from "./run-everything.ts";
import { STATIC_CHECKS } from "./static-checks.ts";

const root = join(import.meta.dirname, "fixture");
const nats: External = { name: "nats", description: "a NATS server with JetStream" };
const good = { name: "good", command: ["true"] } as const;

/** Runs the fixture's suites of one name, with what is given in place of the whole workspace. */
async function run(suites: string, given: Partial<Everything> = {}) {
  const lines: string[] = [];
  const failed = await runEverything({
    root,
    checks: [good],
    externals: [nats],
    required: [],
    findStore: () => Promise.resolve(undefined),
    storeSuites: ["store"],
    env: { ...process.env, FIXTURE_SUITES: suites },
    print: (text) => lines.push(text),
    quiet: true,
    ...given,
  });
  const text = lines.join("\n");
  return { failed, text, lastLine: text.slice(text.lastIndexOf("\n") + 1) };
}

describe("npm test", () => {
  it("ends with the closing line, in which each static check counts as one [RUN-TEST-05]", async () => {
    const bad = { name: "bad", command: ["sh", "-c", "echo what is wrong; exit 1"] } as const;
    const { failed, text, lastLine } = await run("plain", { checks: [good, bad] });
    expect(lastLine).toBe("3 passed, 2 failed, 2 skipped");
    expect(failed).toBe(2);
    expect(text).toContain("what is wrong");
  });

  it("counts a check that cannot be started as failed", async () => {
    const absent = { name: "absent", command: ["no-such-program"] } as const;
    expect((await run("store", { checks: [absent] })).lastLine).toBe("1 passed, 1 failed, 0 skipped");
  });

  it("says by name what was not run for lack of an external [RUN-TEST-04]", async () => {
    const externals = [{ ...nats, missing: "nothing answers" }];
    const { text } = await run("external", { externals });
    expect(text).toMatch(
      /^Runs every check and test: .*\n.* for lack of:\n {2}a NATS server with JetStream: nothing answers\n/u,
    );
    expect(text).toContain("Not run for lack of a NATS server with JetStream (nothing answers):");
    expect(text).toContain("  external.fixture.ts > needs a broker");
    expect(text).toContain("Not run for lack of a real MongoDB");
  });

  it("names the files that take the longest", async () => {
    const { text } = await run("store");
    expect(text).toMatch(/The slowest files:\n +\d+\.\d s {2}store\.fixture\.ts/);
  });

  it("fails when a required external is missing, or when nothing that needs it ran [RUN-TEST-06]", async () => {
    const missing = await run("store", {
      required: ["nats"],
      externals: [{ ...nats, missing: "no server" }],
    });
    expect(missing.text).toContain("✗ nats is required: no server");
    expect(missing.lastLine).toBe("2 passed, 1 failed, 0 skipped");
    const unused = await run("store", { required: ["nats"] });
    expect(unused.text).toContain("✗ nats is required, but no test that needs it ran");
    expect(unused.failed).toBe(1);
  });

  it("runs the store suites on a real MongoDB too, and stops what it started for that [RUN-TEST-03]", async () => {
    let stopped = false;
    const { text, lastLine } = await run("store", {
      env: { ...process.env, FIXTURE_SUITES: "store", TEST_MONGODB_URI: "mongodb://real" },
      findStore: async () => ({
        uri: "mongodb://real",
        stop: async () => {
          stopped = true;
        },
      }),
    });
    // The fixture's test passes without a store and fails on this one, so that both runs are seen.
    expect(lastLine).toBe("2 passed, 1 failed, 0 skipped");
    expect(text).not.toContain("lack of a real MongoDB");
    expect(stopped).toBe(true);
  });

  it("checks types, lint, format, boundaries, what is unused, English, names, texts and requirements beside the tests [RUN-TEST-01]", () => {
    expect(STATIC_CHECKS.map(({ name }) => name)).toEqual([
      "typecheck",
      "typecheck of the console",
      "lint",
      "format",
      "boundaries",
      "knip",
      "english",
      "names",
      "texts",
      "requirements",
    ]);
  });
});
