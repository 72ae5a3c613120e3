/**
 * `npm test`: the static checks beside every test in one vitest run, then the suites on a store once more on a real
 * MongoDB where there is one. The lines before the last name what was not run for lack of an external; the last one is
 * the true closing count, `N passed, N failed, N skipped`. `--require nats` makes a missing external a failure.
 */
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { optionsOrExit } from "../../usage.ts";
import { makeGeneratedFiles } from "../../release/graphql/generated-files.ts";
import { findExternals } from "./externals.ts";
import { findRealStore } from "./real-store.ts";
import { runEverything } from "./run-everything.ts";
import { STATIC_CHECKS } from "./static-checks.ts";

const USAGE = `Runs every check and test. The last line is "N passed, N failed, N skipped".

usage: npm test [-- options]

  --require <external>  fails where this external is missing, such as nats; may be repeated`;

const { values: options } = await optionsOrExit(USAGE, {
  options: { require: { type: "string", multiple: true, default: [] } },
});
// Before the checks and tests that run side by side.
await makeGeneratedFiles();
const failedCount = await runEverything({
  root: WORKSPACE_ROOT,
  checks: STATIC_CHECKS,
  externals: await findExternals(process.env),
  required: options.require,
  findStore: () => findRealStore(process.env),
  storeSuites: [".int.test.ts", ".e2e.test.ts"],
  env: process.env,
  print: (text) => console.log(text),
});
process.exitCode = failedCount > 0 ? 1 : 0;
