import { writeFileSync } from "node:fs";
import { describeCommit, describeVersions, type Facts } from "./machine.ts";
import { type BenchResult, type BenchSuite, judge } from "./suite.ts";

/** One suite and its results, or the reason why it could not be run. */
export type SuiteOutcome =
  | { suite: BenchSuite; result: BenchResult }
  | { suite: BenchSuite; missing: string };

interface Report {
  startedAt: Date;
  /** The machine when the run began, and its load. */
  machine: Facts;
  quick: boolean;
  file: string;
}

const METHOD = `\
Ratios come first: both sides are measured in one run on the same machine, taking turns, and medians count. Absolute figures are those of the machine above, which may be shared and noisy. Servers, the store and the broker are processes of their own; load comes from the process that measures, on the same cores; CPU is that of the server's process. The store is the development store unless \`MONGODB_URI\` names another: its times are not MongoDB's, ratios and counts of documents are. Latencies at a rate count from the intended time. The broker is the one on the PATH: Debian's 2.9 cannot flush each message to disk before it acknowledges it, so figures with a broker are better than those of one that does.`;

type Cells = readonly (string | number)[];

function tableOf([head = [], ...rows]: readonly Cells[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const factsText = (facts: Facts) =>
  Object.entries(facts)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");

/** The page of one run: each promise with what was measured. */
function pageOf(
  outcomes: readonly SuiteOutcome[],
  { startedAt, machine, quick }: Omit<Report, "file">,
): string {
  const rows = outcomes.flatMap((outcome) => {
    const { suite } = outcome;
    if ("missing" in outcome) return [[suite.name, `not run: ${outcome.missing}`, "", "", ""]];
    return judge(suite, outcome.result).map(({ what, must, limit, value, held }) => {
      return [suite.name, what, `${must} ${limit}`, value, held ? "yes" : "**no**"];
    });
  });
  const answers = outcomes.flatMap((outcome) => {
    if ("missing" in outcome) return [];
    const { ratios, figures } = outcome.result;
    const { asked = [] } = outcome.suite;
    return asked.map(({ name, what }) => [what, figures[name] ?? ratios[name] ?? ""]);
  });
  return [
    "# Benchmarks",
    "`npm run bench` compares side by side, under equal conditions; `npm run bench -- --report docs/benchmarks.md` wrote this page.",
    ...(quick ? ["**A quick run: it shows that the suites work, and its figures mean nothing.**"] : []),
    `Measured on ${startedAt.toISOString().slice(0, 10)} of ${describeCommit() ?? "an unknown commit"}: ${factsText(machine)}; ${factsText(describeVersions())}.`,
    ...(answers.length > 0 ? [tableOf([["what readers ask", "measured"], ...answers])] : []),
    tableOf([["suite", "what", "promise", "measured", "held"], ...rows]),
    METHOD,
    ...outcomes.flatMap(sectionOf),
    "",
  ].join("\n\n");
}

/** The section of a suite: the comparison, its limits, and the tables. */
function sectionOf(outcome: SuiteOutcome): string[] {
  if ("missing" in outcome) return [];
  const { suite, result } = outcome;
  const tables = result.tables.flatMap(({ title, columns, rows }) => [
    `### ${title}`,
    tableOf([columns, ...rows]),
  ]);
  const about = `${suite.about.charAt(0).toUpperCase()}${suite.about.slice(1)}.`;
  return [`## ${suite.name}`, [about, suite.leavesOut].filter(Boolean).join(" "), ...tables];
}

/** Figures of a machine that has other work are not worth a page. */
const MOST_LOAD = 1;

/** Why no page is written under a load of the last minute; `undefined` where one is. */
export function findFaultOfLoad(load: number): string | undefined {
  if (load <= MOST_LOAD) return undefined;
  return `the machine's load is ${load.toFixed(2)}, and must be at most ${MOST_LOAD}: wait until it does nothing else`;
}

/** Writes the page of a run, in place of an earlier one. */
export function writeReport(outcomes: readonly SuiteOutcome[], { file, ...report }: Report): void {
  writeFileSync(file, pageOf(outcomes, report).replace(/\n+$/u, "\n"));
}
