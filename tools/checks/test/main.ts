/**
 * `npm test`: the static checks, then every test in one vitest run, then the suites on a store once more on a real
 * MongoDB where there is one. The last line is the true closing count, `N passed, N failed, N skipped`; before it
 * stands by name what was not run for lack of an engine. `--require nats` makes a missing engine a failure.
 */
import { parseArgs } from "node:util";
import { WORKSPACE_ROOT } from "../../workspace.ts";
import { findEngines } from "./engines.ts";
import { findRealStore } from "./real-store.ts";
import { runEverything } from "./run-everything.ts";
import { STATIC_CHECKS } from "./static-checks.ts";

const { values: options } = parseArgs({
  options: { require: { type: "string", multiple: true, default: [] } },
});
const failed = await runEverything({
  root: WORKSPACE_ROOT,
  checks: STATIC_CHECKS,
  engines: await findEngines(process.env),
  required: options.require,
  findStore: () => findRealStore(process.env),
  storeSuites: [".int.test.ts", ".e2e.test.ts"],
  env: process.env,
  print: (text) => console.log(text),
});
process.exitCode = failed > 0 ? 1 : 0;
