/** One table of a suite's report. Cells are shown as they are. */
export interface BenchTable {
  title: string;
  columns: readonly string[];
  rows: readonly (string | number)[][];
  /** How it is read; Markdown. */
  legend?: string;
  /** How the report draws it; without, it does not. */
  plot?: BenchPlot;
}

/** A table as a picture; the names are those of the table's columns. */
export interface BenchPlot {
  /** Name of the picture within its suite, for its file. */
  name: string;
  kind: "bars" | "lines";
  /** Column of what stands along the axis: numbers where lines are drawn. */
  x: string;
  /** Columns of values. */
  y: readonly [string, ...string[]];
  /** Column that tells apart rows of the same `x`; with it there is one column of values. */
  series?: string;
  logarithmic?: boolean;
}

/** What a ratio or figure has to be. */
export interface Bound {
  /** Name among the suite's ratios and figures. */
  name: string;
  /** What is compared or measured, for people, with the unit. */
  what: string;
  must: "≥" | "≤" | "<";
  limit: number;
}

/** What a suite measured. Ratios compare two things of one run and are the sound part on a noisy machine. */
export interface BenchResult {
  /** Ratios by name, such as `decisionsToRawDriver`. */
  ratios: Readonly<Record<string, number>>;
  /** Absolute figures by name with the unit in it, such as `decideP99Ms`. */
  figures: Readonly<Record<string, number>>;
  tables: readonly BenchTable[];
}

/** A group of measurements that `npm run bench -- --only <name>` can run alone. */
export interface BenchSuite {
  name: string;
  /** One line: what is compared with what. */
  about: string;
  /** What the project promises of this suite's ratios and figures. */
  bounds: readonly Bound[];
  /** Why the suite cannot run on this machine; `undefined` when it can. */
  findMissing?: () => string | undefined;
  /**
   * @param report shows progress while the suite runs
   * @param options.quick only shows that the suite works: its figures mean nothing
   */
  run: (report: (line: string) => void, options: { quick: boolean }) => Promise<BenchResult>;
}
