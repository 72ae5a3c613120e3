import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Facts } from "./machine.ts";
import { drawPlot } from "./plot.ts";
import type { BenchResult, BenchSuite, BenchTable, Bound } from "./suite.ts";

/** One suite and its results, or the reason why it was not run. */
export type SuiteOutcome =
  | { suite: BenchSuite; result: BenchResult }
  | { suite: BenchSuite; missing: string };

export interface Run {
  outcomes: readonly SuiteOutcome[];
  startedAt: Date;
  durationMs: number;
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

function boundsText(outcomes: readonly SuiteOutcome[], ofRatios: boolean): string {
  const rows = outcomes.flatMap((outcome) => {
    if (!("result" in outcome)) return [];
    const { suite, result } = outcome;
    return suite.bounds
      .filter(({ name }) => name in result.ratios === ofRatios)
      .map((bound) => {
        const { value, held } = judge(bound, result);
        return [suite.name, bound.what, `${bound.must} ${bound.limit}`, value, held ? "yes" : "**no**"];
      });
  });
  return tableText(["suite", "what", "bound", "measured", "held"], rows);
}

function suiteText(outcome: SuiteOutcome, folder: string): string {
  const { suite } = outcome;
  const head = `## ${suite.name}\n\n${suite.about[0]!.toUpperCase()}${suite.about.slice(1)}. Alone: \`npm run bench -- --only ${suite.name}\`.`;
  if (!("result" in outcome)) return `${head}\n\nNot run: ${outcome.missing}.`;
  const tables = outcome.result.tables.map(({ title, legend, columns, rows, plot }) => {
    const text = [`### ${title}`, ...(legend ? [legend] : []), tableText(columns, rows)].join("\n\n");
    return plot ? `${text}\n\n![${title}](${folder}/${suite.name}-${plot.name}.svg)` : text;
  });
  return [head, ...tables].join("\n\n");
}

function reportText(run: Run, folder: string): string {
  const { outcomes, startedAt, durationMs, machine, versions, commit, quick } = run;
  const when = `${startedAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const parts = [
    "# Benchmarks",
    `Made by \`npm run bench -- --report docs\` on ${when}${commit ? ` of ${commit}` : ""}, in ${(durationMs / MINUTE_MS).toFixed(1)} minutes; not edited by hand.`,
    ...(quick ? ["**A quick run: it shows that the suites work, and its figures mean nothing.**"] : []),
    "## What is promised, and whether it held\n\nRatios of two things in one run:",
    boundsText(outcomes, true),
    "Figures of this machine:",
    boundsText(outcomes, false),
    `## Method\n\n${METHOD}`,
    `## Machine\n\n${factsText(machine)}`,
    `## Versions\n\n${factsText(versions)}`,
    ...outcomes.map((outcome) => suiteText(outcome, folder)),
  ];
  return `${parts.join("\n\n")}\n`;
}

/**
 * Writes `benchmarks.md` and its pictures, in place of an earlier report's.
 *
 * @param folder gets `benchmarks.md` and `benchmarks/*.svg`
 * @throws Error when a bound or a plot names an unmeasured value
 */
export function writeReport(run: Run, folder: string): void {
  const pictures = run.outcomes.flatMap((outcome) =>
    "result" in outcome
      ? outcome.result.tables.flatMap((table) =>
          table.plot
            ? [{ file: `${outcome.suite.name}-${table.plot.name}.svg`, svg: drawPlot(table, table.plot) }]
            : [],
        )
      : [],
  );
  const markdown = reportText(run, "benchmarks");
  const pictureFolder = join(folder, "benchmarks");
  rmSync(pictureFolder, { recursive: true, force: true });
  mkdirSync(pictureFolder, { recursive: true });
  for (const { file, svg } of pictures) writeFileSync(join(pictureFolder, file), svg);
  writeFileSync(join(folder, "benchmarks.md"), markdown);
}
