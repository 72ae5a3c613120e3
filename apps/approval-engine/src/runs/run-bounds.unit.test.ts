import { expect, it } from "vitest";

import type { WorkflowApproval, WorkflowTask } from "./records.ts";
import { NO_RUN, type WorkflowRun, withinBounds } from "./run.ts";

/** A run of stages, each named by its order and by whether it is archived, with so many seats each. */
function runWith(seats: number, ...stages: readonly [orderNo: number, archived: boolean][]): WorkflowRun {
  const tasks = stages.map(([orderNo, archived], at) => ({ _id: `task ${at}`, orderNo, archived }));
  const approvals = tasks.flatMap(({ _id: taskId }) =>
    Array.from({ length: seats }, (_, at) => ({ _id: `${taskId}, seat ${at}`, taskId })),
  );
  return { ...NO_RUN, tasks: tasks as WorkflowTask[], approvals: approvals as WorkflowApproval[] };
}

const RETURNED = [
  [1, false],
  [2, true],
  [2, true],
  [2, false],
] as const satisfies [number, boolean][];

it("a run within the bounds keeps its archived stages", () => {
  const run = runWith(250, ...RETURNED);
  expect(withinBounds(run)).toBe(run);
});

it.each([
  ["seats", runWith(251, ...RETURNED)],
  ["stages", runWith(1, ...Array.from({ length: 98 }, (): [number, boolean] => [3, false]), ...RETURNED)],
])(
  "a run of more %s keeps the newest archived one of each stage, and all that are not archived",
  (_, run) => {
    const { tasks, approvals } = withinBounds(run);
    const ofReturned = tasks.filter(({ orderNo }) => orderNo !== 3);
    expect(ofReturned.map(({ orderNo, archived }) => [orderNo, archived])).toEqual([
      [1, false],
      [2, true],
      [2, false],
    ]);
    expect(ofReturned[1]).toBe(run.tasks.findLast(({ archived }) => archived));
    expect(new Set(approvals.map(({ taskId }) => taskId))).toEqual(new Set(tasks.map(({ _id }) => _id)));
    expect(tasks).toHaveLength(run.tasks.length - 1);
  },
);
