import { existsSync, globSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Facts } from "./machine.ts";
import { drawPlot } from "./plot.ts";
import type { BenchResult, BenchSuite, BenchTable, Bound } from "./suite.ts";

/** One suite and its results, or the reason why it could not be run. */
export type SuiteOutcome =
  | { suite: BenchSuite; result: BenchResult; durationMs: number }
  | { suite: BenchSuite; missing: string };

export interface Run {
  outcomes: readonly SuiteOutcome[];
  startedAt: Date;
  machine: Facts;
  versions: Facts;
  commit: string | undefined;
  /** The figures mean nothing. */
  quick: boolean;
}

const METHOD = `\
- **Ratios come first.** Both sides of a ratio are measured in the same run on the same store, taking turns in slices or rounds, and the median of the slices counts: what else the machine does meanwhile meets both. Ratios carry over to other machines.
- **Absolute figures are those of this machine**, which may be shared and noisy. They say what to expect of its like, and whether a bound in milliseconds held here.
- Servers, the store and the broker are processes of their own; load comes from the process that measures, on the same cores. CPU is that of the server's process, user and system, per request or call.
- Every path is warm before it is measured. Closed loops ask again when answered; what is "per second" at a fixed rate is sent at its time whether or not what went before was answered.
- The store is the development store unless \`MONGODB_URI\` names another. It keeps everything in memory: absolute store times are not MongoDB's, shares and numbers of commands are.`;

const MINUTE_MS = 60_000;

/** The result of a bound, from the value measured under its name. */
export function judge({ name, must, limit }: Bound, { ratios, figures }: BenchResult) {
  const value = ratios[name] ?? figures[name];
  if (value === undefined) throw new Error(`a bound names "${name}", which was not measured`);
  const held = must === "≥" ? value >= limit : must === "≤" ? value <= limit : value < limit;
  return { value, held };
}

const tableText = (columns: readonly string[], rows: BenchTable["rows"]): string =>
  [columns, columns.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");

const factsText = (facts: Facts): string =>
  Object.entries(facts)
    .map(([name, value]) => `- ${name}: ${value}`)
    .join("\n");

function boundsText({ bounds }: BenchSuite, result: BenchResult, ofRatios: boolean): string[] {
  const rows = bounds
    .filter(({ name }) => name in result.ratios === ofRatios)
    .map((bound) => {
      const { value, held } = judge(bound, result);
      return [bound.what, `${bound.must} ${bound.limit}`, value, held ? "yes" : "**no**"];
    });
  if (rows.length === 0) return [];
  return [
    ofRatios ? "Ratios of two things in one run:" : "Figures of this machine:",
    tableText(["what", "bound", "measured", "held"], rows),
  ];
}

const capitalized = (text: string) => `${text[0]!.toUpperCase()}${text.slice(1)}`;

function pageText(outcome: SuiteOutcome, { startedAt, machine, versions, commit, quick }: Run): string {
  const { suite } = outcome;
  const when = `${startedAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const of = `on ${when}${commit ? ` of ${commit}` : ""}`;
  const parts = [
    `# Benchmarks: ${suite.name}`,
    `${capitalized(suite.about)}. [Method](../benchmarks.md#method).`,
  ];
  if (quick) parts.push("**A quick run: it shows that the suite works, and its figures mean nothing.**");
  if ("missing" in outcome) return `${[...parts, `Not run ${of}: ${outcome.missing}.`].join("\n\n")}\n`;
  const { result, durationMs } = outcome;
  const tables = result.tables.map(({ title, legend, columns, rows, plot }) => {
    const text = [`## ${title}`, ...(legend ? [legend] : []), tableText(columns, rows)].join("\n\n");
    return plot ? `${text}\n\n![${title}](${suite.name}-${plot.name}.svg)` : text;
  });
  parts.push(
    `Measured by \`npm run bench -- --only ${suite.name} --report docs\` ${of}, in ${(durationMs / MINUTE_MS).toFixed(1)} minutes; not edited by hand.`,
    ...(suite.bounds.length > 0 ? ["## What is promised, and whether it held"] : []),
    ...boundsText(suite, result, true),
    ...boundsText(suite, result, false),
    ...tables,
    `## Machine\n\n${factsText(machine)}`,
    `## Versions\n\n${factsText(versions)}`,
  );
  return `${parts.join("\n\n")}\n`;
}

const indexText = (suites: readonly BenchSuite[], pageFolder: string): string =>
  `# Benchmarks

Each page says when it was measured, of which commit and on which machine. \`npm run bench -- --report docs\` makes them all, in about half an hour; with \`--only <suite>\` one.

${suites.map(({ name, about }) => `- ${nameInIndex(name, pageFolder)}: ${about}`).join("\n")}

## Method

${METHOD}
`;

const nameInIndex = (name: string, pageFolder: string) =>
  existsSync(join(pageFolder, `${name}.md`)) ? `[${name}](benchmarks/${name}.md)` : `${name} (no report yet)`;

/**
 * Writes the pages of the suites that were run with their pictures, in place of earlier ones, and the list of all.
 *
 * @param folder gets `benchmarks.md`, `benchmarks/*.md` and `benchmarks/*.svg`
 * @throws Error when a bound or a plot names an unmeasured value
 */
export function writeReport(run: Run, suites: readonly BenchSuite[], folder: string): void {
  const pageFolder = join(folder, "benchmarks");
  mkdirSync(pageFolder, { recursive: true });
  for (const outcome of run.outcomes) {
    const { name } = outcome.suite;
    const page = pageText(outcome, run);
    const pictures = ("result" in outcome ? outcome.result.tables : []).flatMap((table) =>
      table.plot ? [{ file: `${name}-${table.plot.name}.svg`, svg: drawPlot(table, table.plot) }] : [],
    );
    for (const file of globSync(`${name}-*.svg`, { cwd: pageFolder })) rmSync(join(pageFolder, file));
    for (const { file, svg } of pictures) writeFileSync(join(pageFolder, file), svg);
    writeFileSync(join(pageFolder, `${name}.md`), page);
  }
  writeFileSync(join(folder, "benchmarks.md"), indexText(suites, pageFolder));
}
