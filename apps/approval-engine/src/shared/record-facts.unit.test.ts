import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, it } from "vitest";

/** Calls that write or announce a fact. */
const WRITES = /\b(createAudit|scope\.announce|scope\.changed|outbox\.add|createEvents\(scope\)\.insert)\(/;

it("only recordFacts writes events, audit and messages of the engine", () => {
  const root = join(import.meta.dirname, "..");
  const sources = globSync("**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] });
  const writing = sources.filter((source) => WRITES.test(readFileSync(join(root, source), "utf8")));
  expect(writing).toEqual(["shared/record-facts.ts"]);
});
