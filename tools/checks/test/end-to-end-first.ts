import { BaseSequencer, type TestSpecification } from "vitest/node";

const KINDS = [".e2e.test.ts", ".int.test.ts", ".unit.test.ts"];

const kindOf = ({ moduleId }: TestSpecification) => KINDS.findIndex((kind) => moduleId.endsWith(kind));

/**
 * Begins with the end-to-end suites, which take the longest, and ends with the unit suites, which take milliseconds, so
 * that no long file runs alone at the end. Otherwise the order of vitest: by the durations of the last run, or else by
 * size.
 */
export default class EndToEndFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- vitest's own, which returns a new array
    const sortedFiles = await super.sort(files);
    return sortedFiles.toSorted((a, b) => kindOf(a) - kindOf(b));
  }
}
