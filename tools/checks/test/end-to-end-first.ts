import { BaseSequencer, type TestSpecification } from "vitest/node";

const isEndToEnd = ({ moduleId }: TestSpecification) => moduleId.endsWith(".e2e.test.ts");

/**
 * Begins with the end-to-end suites, which take the longest, so that none of them runs alone at the end. Otherwise the
 * order of vitest: by the durations of the last run, or else by size.
 */
export default class EndToEndFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- vitest's own, which returns a new array
    const sorted = await super.sort(files);
    return [...sorted.filter(isEndToEnd), ...sorted.filter((file) => !isEndToEnd(file))];
  }
}
