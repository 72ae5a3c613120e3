import { createRequire } from "node:module";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import EndToEndFirst from "./tools/checks/test/end-to-end-first.ts";
import { findExternals } from "./tools/checks/test/externals.ts";

// Programs that tests start are compiled once, not at every start.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compiled");

const externals = await findExternals(process.env);

// Vite would take graphql's ES modules for our code while its dependencies take its CommonJS: two realms.
const graphql = createRequire(import.meta.url).resolve("graphql");

export default defineConfig({
  resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
  test: {
    include: ["**/*.test.ts"],
    environment: "node",
    pool: "forks",
    // One more than the cores of the smallest machine: tests wait for processes and brokers as much as they work.
    maxWorkers: 3,
    // A process runs many files, so that it loads the packages once. What a file changes in it, the file restores.
    isolate: false,
    sequence: { sequencer: EndToEndFirst },
    testTimeout: 20_000,
    hookTimeout: 20_000,
    globalSetup: ["libs/testing/src/vitest-global-setup.ts"],
    // A test that needs an external carries its tag, `{ tags: ["nats"] }`, and is skipped where the external is missing.
    tags: externals.map(({ name, description, missing }) => ({
      name,
      description: `needs ${description}`,
      skip: missing !== undefined,
    })),
  },
});
