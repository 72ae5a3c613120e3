import { createRequire } from "node:module";
import { join } from "node:path";
import { defineConfig } from "vitest/config";
import SpreadProcesses from "./tools/checks/test/spread-processes.ts";
import { findExternals } from "./tools/checks/test/externals.ts";

// Programs that tests start are compiled once, not at every start.
process.env["NODE_COMPILE_CACHE"] ??= join(import.meta.dirname, "node_modules/.cache/compiled");

const externals = await findExternals(process.env);

// Vite would take graphql's ES modules for our code while its dependencies take its CommonJS: two realms.
const graphql = createRequire(import.meta.url).resolve("graphql");

const BROWSER_TESTS = ["apps/console/test/*.e2e.test.ts"];

export default defineConfig({
  resolve: { alias: [{ find: /^graphql$/, replacement: graphql }] },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: "services",
          include: ["**/*.test.ts"],
          exclude: ["**/node_modules/**", ...BROWSER_TESTS],
          // One more than the smallest machine has cores: of two workers a third waits for stores, processes and times.
          maxWorkers: 3,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        // Afterwards: a browser takes both cores whenever a page loads, and the other suites measure time-outs.
        test: {
          name: "browser",
          include: BROWSER_TESTS,
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          // As long as the pages of these tests wait for everything else (tools/dev/console/console-world.ts).
          expect: { poll: { timeout: 10_000 } },
        },
      },
    ],
    environment: "node",
    pool: "forks",
    // A process runs many files, so that it loads the packages once. What a file changes in it, the file restores.
    isolate: false,
    sequence: { sequencer: SpreadProcesses },
    testTimeout: 20_000,
    // Hooks start whole platforms, whose code slow machines compile first; no behaviour is measured by it.
    hookTimeout: 60_000,
    globalSetup: ["tools/release/graphql/vitest-global-setup.ts", "libs/testing/src/vitest-global-setup.ts"],
    // A test that needs an external carries its tag, `{ tags: ["nats"] }`, and is skipped where the external is missing.
    tags: externals.map(({ name, description, missing }) => ({
      name,
      description: `needs ${description}`,
      skip: missing !== undefined,
    })),
  },
});
