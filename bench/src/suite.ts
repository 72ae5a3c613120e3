/** One table of a suite's report. Cells are shown as they are. */
export interface BenchTable {
  title: string;
  columns: readonly string[];
  rows: readonly (string | number)[][];
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
  /**
   * @param report shows progress while the suite runs
   * @param options.quick only shows that the suite works: its figures mean nothing
   */
  run: (report: (line: string) => void, options: { quick: boolean }) => Promise<BenchResult>;
}
