import { loadavg } from "node:os";
import { inspect } from "node:util";
import Table from "cli-table3";
import { describeMachine } from "./machine.ts";
import { installPeers } from "./peers/start-unleash.ts";
import { findFaultOfLoad, type SuiteOutcome, writeReport } from "./report.ts";
import { type BenchResult, type BenchSuite, judge } from "./suite.ts";
import { readOptions, readOrExit, UsageError } from "../usage.ts";

const OPTIONS = {
  json: { type: "boolean", default: false },
  only: { type: "string", multiple: true },
  peers: { type: "boolean", default: false },
  quick: { type: "boolean", default: false },
  report: { type: "string" },
  row: { type: "string", multiple: true },
} as const;

/** The suites by their names, each loaded where it runs. The last one is of some rows alone, if they are given. */
const SUITES: Readonly<Record<string, (rows?: readonly string[]) => Promise<BenchSuite>>> = {
  approval: async () => (await import("./approval.ts")).approvalSuite,
  owners: async () => (await import("./owners.ts")).ownersSuite,
  gate: async () => (await import("./gate.ts")).gateSuite,
  mcp: async () => (await import("./mcp.ts")).mcpSuite,
  xlsx: async () => (await import("./xlsx.ts")).xlsxSuite,
  store: async () => (await import("./store.ts")).storeSuite,
  abuse: async (rows) => (await import("./abuse.ts")).abuseSuiteOf(rows),
};

const NAMES = Object.keys(SUITES).join(", ");

const USAGE = `Measures what the pages promise.

usage: npm run bench [-- options]

  --only <suite>   one of ${NAMES}; may be repeated. Default: all
  --row <row>      of the suite abuse, a row by its name; may be repeated. Default: all
  --report <file>  writes a page with every promise and what was measured, on a machine that does nothing else
  --peers          installs the programs that npm ci leaves out, to compare with; Unleash, pg-boss and DBOS take an
                   empty PostgreSQL database at BENCH_POSTGRES_URL
  --json           prints ratios and figures as JSON
  --quick          shows only that the suites work: the figures mean nothing

Exit code 1: a suite failed, or the load of the machine is above 1 and a page was to be written; 2: wrong arguments.
BENCH_PROFILE=DIR writes CPU profiles of the engine and of the plain handler there.`;

/** @throws UsageError */
async function readBenchOptions(args: string[]) {
  const { values } = readOptions({ args, options: OPTIONS });
  const { only = Object.keys(SUITES), row } = values;
  const unknown = only.filter((name) => !Object.hasOwn(SUITES, name));
  if (unknown.length > 0) throw new UsageError(`--only ${unknown.join(", ")}: expected one of ${NAMES}`);
  const chosenSuites = Object.entries(SUITES).filter(([name]) => only.includes(name));
  try {
    return { values, suites: await Promise.all(chosenSuites.map(([, load]) => load(row))) };
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

function print(suite: BenchSuite, result: BenchResult): void {
  console.log(`\n${suite.about}`);
  for (const { title, columns, rows } of result.tables) {
    const table = new Table({ head: [...columns], style: { head: [], border: [] } });
    table.push(...rows);
    console.log(`\n${title}\n${table.toString()}`);
  }
  console.log(`ratios: ${JSON.stringify(result.ratios)}`);
  for (const { what, must, limit, value, held } of judge(suite, result)) {
    console.log(`${held ? "✓" : "✗"} ${what}: ${value} (${must} ${limit})`);
  }
}

/** The first fault, before those of the clean-up after it. */
function reasonOf(error: unknown): string {
  if (error instanceof SuppressedError) return reasonOf(error.suppressed);
  return error instanceof Error ? error.message : String(error);
}

function refuseBusyMachine(): void {
  const fault = findFaultOfLoad(loadavg()[0] ?? 0);
  if (fault === undefined) return;
  console.error(`--report: ${fault}`);
  process.exit(1);
}

const { values, suites } = await readOrExit(USAGE, readBenchOptions);
if (values.report !== undefined && !values.quick) refuseBusyMachine();
if (values.peers) installPeers();

const startedAt = new Date();
const machine = describeMachine();
const outcomes: SuiteOutcome[] = [];
for (const suite of suites) {
  const missingPart = suite.findMissing?.();
  if (missingPart !== undefined) {
    if (values.only) {
      console.error(`--only ${suite.name}: cannot run here: ${missingPart}`);
      process.exit(2);
    }
    process.stderr.write(`${suite.name}: not run: ${missingPart}\n`);
    outcomes.push({ suite, missing: missingPart });
    continue;
  }
  const begunAt = performance.now();
  const say = (line: string) => process.stderr.write(`${suite.name}: ${line}\n`);
  try {
    const result = await suite.run(say, values);
    outcomes.push({ suite, result });
    if (!values.json) print(suite, result);
  } catch (error) {
    // The other suites still run.
    say(`failed: ${inspect(error)}`);
    outcomes.push({ suite, missing: `it failed: ${reasonOf(error)}` });
    process.exitCode = 1;
  }
  say(`${((performance.now() - begunAt) / 1_000).toFixed(0)} s`);
}
if (values.json) {
  const results = outcomes.flatMap((outcome) =>
    "result" in outcome
      ? [[outcome.suite.name, { ratios: outcome.result.ratios, figures: outcome.result.figures }] as const]
      : [],
  );
  console.log(JSON.stringify(Object.fromEntries(results), null, 2));
}
if (values.report !== undefined) {
  writeReport(outcomes, { startedAt, machine, quick: values.quick, file: values.report });
}
