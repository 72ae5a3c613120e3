import { describe, expect, it } from "vitest";

import { approvedBy, context, dynamicRun, reject, stage, stateOf } from "../../test/approval-runs.ts";
import { decide } from "./decide.ts";
import { EMPTY_RUN, isOpen } from "./run.ts";
import type { Run } from "./types.ts";

const archive = (run: Run) => decide({ type: "archive", runId: "run" }, run, context());

const stages = [
  stage(1, "Manager", ["ann"]),
  stage(2, "Board", ["bob", "ben"], "ALL"),
  stage(3, "HR", ["cid"]),
];

describe("archive", () => {
  // Rules: [AE-CANCEL-01] [AE-CANCEL-02] [AE-CANCEL-03] [AE-HR-09] [AE-TASK-06] [AE-TASK-16]
  it("closes the active and queued tasks, with their approvals", () => {
    const { run, changes } = archive(approvedBy(dynamicRun(...stages), "ann", "bob"));
    expect(stateOf(run)).toEqual([
      "1 Manager APPROVED: ann APPROVED",
      "2 Board ARCHIEVED†: bob APPROVED†, ben AWAITING_APPROVAL†",
      "3 HR ARCHIEVED†: cid PENDING†",
    ]);
    expect(isOpen(run)).toBe(false);
    expect(changes.updatedTasks).toEqual(run.tasks.slice(1));
    expect(changes.updatedApprovals).toEqual(run.approvals.slice(1));
  });

  it("has no event and no outcome, because the specification has none for it", () => {
    const decision = archive(dynamicRun(...stages));
    expect(decision.events).toEqual([]);
    expect(decision).not.toHaveProperty("outcome");
  });

  it.each([
    ["no run", () => EMPTY_RUN],
    ["a completed run", () => approvedBy(dynamicRun(...stages), "ann", "bob", "ben", "cid")],
    ["a rejected run", () => reject(dynamicRun(...stages), "ann").run],
    ["a cancelled run", () => archive(dynamicRun(...stages)).run],
  ])("changes nothing of %s", (_title, given) => {
    const before = given();
    const { run, changes } = archive(before);
    expect(run).toEqual(before);
    expect(Object.values(changes)).toEqual([[], [], [], []]);
  });
});
