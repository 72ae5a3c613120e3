import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Spreads the end-to-end suites, whose programs take both cores while they start, evenly between the suites on a store, so
 * that few of them run at once. The unit suites, which take milliseconds, are the last, so that no long file runs alone at
 * the end. Otherwise the order of vitest: by the durations of the last run, or else by size.
 */
export default class SpreadProcesses extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- vitest's own, which returns a new array
    const sortedFiles = await super.sort(files);
    const ofKind = (kind: string) => sortedFiles.filter(({ moduleId }) => moduleId.endsWith(kind));
    const [processes, stores] = [ofKind(".e2e.test.ts"), ofKind(".int.test.ts")];
    const units = sortedFiles.filter((file) => !processes.includes(file) && !stores.includes(file));
    const step = Math.ceil(stores.length / Math.max(1, processes.length));
    const spread = processes.flatMap((file, at) => [file, ...stores.slice(at * step, (at + 1) * step)]);
    return [...(processes.length > 0 ? spread : stores), ...units];
  }
}
