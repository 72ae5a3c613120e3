import { expect, it } from "vitest";

import { runsOf } from "./runs-of.ts";

const stage = (runId: string, orderNo: number) => ({ runId, orderNo });

it("puts the stages of each run together, in their order", () => {
  expect(runsOf([stage("b", 2), stage("b", 1), stage("a", 1), stage("b", 3)])).toEqual([
    [stage("b", 1), stage("b", 2), stage("b", 3)],
    [stage("a", 1)],
  ]);
});
