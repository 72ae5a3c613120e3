import { inspect, parseArgs } from "node:util";
import Table from "cli-table3";
import { abuseSuiteOf } from "./abuse.ts";
import { approvalSuite } from "./approval.ts";
import { consoleSuite } from "./console.ts";
import { gateSuite } from "./gate.ts";
import { mcpSuite } from "./mcp.ts";
import { messagesSuite } from "./messages.ts";
import { installPeers } from "./peers/start-unleash.ts";
import { type SuiteOutcome, writeReport } from "./report.ts";
import { startSuite } from "./start.ts";
import { storeSuite } from "./store.ts";
import { type BenchResult, type BenchSuite, judge } from "./suite.ts";
import { xlsxSuite } from "./xlsx.ts";

const OPTIONS = {
  help: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  only: { type: "string", multiple: true },
  peers: { type: "boolean", default: false },
  quick: { type: "boolean", default: false },
  report: { type: "string" },
  row: { type: "string", multiple: true },
} as const;

const values = valuesOrRefuse();

const SUITES: readonly BenchSuite[] = [
  approvalSuite,
  gateSuite,
  mcpSuite,
  messagesSuite,
  xlsxSuite,
  storeSuite,
  consoleSuite,
  startSuite,
  abuseOrRefuse(),
];

function usage(): string {
  return `npm run bench -- [options]

  --only SUITE     one of ${SUITES.map(({ name }) => name).join(", ")}; may be repeated. Default: all
  --row ROW        of the suite abuse, a row by its name; may be repeated. Default: all
  --report FILE    writes a page with every promise and what was measured
  --peers          installs the programs that npm ci leaves out, to compare with; Unleash takes an empty PostgreSQL
                   database at BENCH_POSTGRES_URL
  --json           prints ratios and figures as JSON
  --quick          shows only that the suites work: the figures mean nothing

BENCH_PROFILE=DIR writes CPU profiles of the engine and of the plain handler there.`;
}

/** Exits with 2 for an option that there is not. */
function valuesOrRefuse() {
  try {
    return parseArgs({ options: OPTIONS }).values;
  } catch (error) {
    return refuse(`${(error as Error).message}; npm run bench -- --help shows them all`);
  }
}

function refuse(problem: string): never {
  console.error(problem);
  process.exit(2);
}

/** The rows of the abuse suite that are named by `--row` (may be repeated), or all. */
function abuseOrRefuse(): BenchSuite {
  try {
    return abuseSuiteOf(values.row);
  } catch (error) {
    return refuse((error as Error).message);
  }
}

/** Whether to run a suite: those named by `--only` (may be repeated), or all. */
function chooser(only: readonly string[] | undefined): (suite: BenchSuite) => boolean {
  const unknown = only?.filter((name) => !SUITES.some((suite) => suite.name === name)) ?? [];
  if (unknown.length > 0) {
    refuse(`--only ${unknown.join(", ")}: expected one of ${SUITES.map(({ name }) => name).join(", ")}`);
  }
  return ({ name }) => only?.includes(name) ?? true;
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

if (values.help) {
  console.log(usage());
  process.exit();
}
const isChosen = chooser(values.only);
if (values.peers) installPeers();

const startedAt = new Date();
const outcomes: SuiteOutcome[] = [];
for (const suite of SUITES) {
  if (!isChosen(suite)) continue;
  const missing = suite.findMissing?.();
  if (missing !== undefined) {
    if (values.only) refuse(`--only ${suite.name}: cannot run here: ${missing}`);
    process.stderr.write(`${suite.name}: not run: ${missing}\n`);
    outcomes.push({ suite, missing });
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
  writeReport(outcomes, { startedAt, quick: values.quick, file: values.report });
}
