/** One table of a suite. Cells are shown as they are. */
export interface BenchTable {
  title: string;
  columns: readonly string[];
  rows: readonly (string | number)[][];
}

/** The bound of a ratio or figure. */
export interface Bound {
  /** Name among the suite's ratios and figures. */
  name: string;
  /** Description of the comparison or value, with the unit. */
  what: string;
  must: "≥" | "≤" | "<";
  limit: number;
}

/** The results of a suite. Ratios compare two things of one run and are the sound part on a noisy machine. */
export interface BenchResult {
  /** Ratios by name, such as `cpuToBareFastify`. */
  ratios: Readonly<Record<string, number>>;
  /** Absolute figures by name with the unit in it, such as `firstByteMs`. */
  figures: Readonly<Record<string, number>>;
  tables: readonly BenchTable[];
}

/** The results of a suite's parts as one. */
export function together(parts: readonly BenchResult[]): BenchResult {
  return {
    ratios: Object.assign({}, ...parts.map(({ ratios }) => ratios)) as BenchResult["ratios"],
    figures: Object.assign({}, ...parts.map(({ figures }) => figures)) as BenchResult["figures"],
    tables: parts.flatMap(({ tables }) => tables),
  };
}

/** A group of measurements that `npm run bench -- --only <name>` can run alone. */
export interface BenchSuite {
  name: string;
  /** The comparison in one line. */
  about: string;
  /** The limits of the comparison, in sentences. Default: none that matter. */
  leavesOut?: string;
  /** The project's promises about this suite's ratios and figures; one that was not measured is left out. */
  bounds: readonly Bound[];
  /** The ratios and figures that readers ask for first, with which the page begins. */
  asked?: readonly Pick<Bound, "name" | "what">[];
  /** Why the suite cannot run on this machine; `undefined` when it can. */
  findMissing?: () => string | undefined;
  /**
   * @param report shows progress while the suite runs
   * @param options.quick only shows that the suite works: its figures mean nothing
   */
  run: (report: (line: string) => void, options: { quick: boolean }) => Promise<BenchResult>;
}

/** The bounds of a suite with the values measured under their names, and whether they held. */
export function judge({ bounds }: BenchSuite, { ratios, figures }: BenchResult) {
  return bounds.flatMap((suiteBound) => {
    const value = ratios[suiteBound.name] ?? figures[suiteBound.name];
    if (value === undefined) return [];
    const { must, limit } = suiteBound;
    const isHeld = must === "≥" ? value >= limit : must === "≤" ? value <= limit : value < limit;
    return [{ ...suiteBound, value, held: isHeld }];
  });
}
