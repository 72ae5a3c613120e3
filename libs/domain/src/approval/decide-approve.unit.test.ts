import { describe, expect, it } from "vitest";

import {
  NOW_SECONDS,
  active,
  approve,
  approvedBy,
  context,
  dynamicRun,
  linesOf,
  reject,
  stage,
  stateOf,
  storedRun,
} from "../../test/approval-runs.ts";
import { decide } from "./decide.ts";
import type { Run } from "./types.ts";

const REFUSED = { code: "APPROVAL_NOT_ACTIONABLE", message: "Approval not found or cannot be updated" };

const manager = stage(1, "Manager", ["ann", "amy"]);
const board = stage(2, "Board", ["bob", "ben"], "ALL");
const hr = stage(3, "HR", ["cid"]);

describe("approve", () => {
  // Rules: [AE-APPROVE-01] [AE-APPROVAL-04] [AE-APPROVAL-06] [AE-BASE-09] [AE-ACT-10]
  it("records the verdict with remark and whole seconds", () => {
    const { run } = approve(dynamicRun(manager), "amy", { remark: "fine" });
    expect(run.approvals[1]).toMatchObject({
      approverId: "amy",
      status: "APPROVED",
      remark: "fine",
      statusUpdateDate: NOW_SECONDS,
    });
  });

  it("leaves an ALL stage active until the last approver [AE-APPROVE-02] [AE-APPROVE-07] [AE-STAGE-07]", () => {
    const run = approvedBy(dynamicRun(board, hr), "ben");
    expect(stateOf(run)).toEqual([
      "2 Board AWAITING_APPROVAL: bob AWAITING_APPROVAL, ben APPROVED",
      "3 HR PENDING: cid PENDING",
    ]);
  });

  it("of an incomplete stage notifies only the submitter [AE-APPROVE-01] [AE-EVENT-11]", () => {
    const before = dynamicRun(board, hr);
    const { events, outcome } = approve(before, "ben", { remark: "ok", actorName: "Ben" });
    expect(linesOf(events)).toEqual(["APPROVED by ben to eve"]);
    expect(events[0]).toMatchObject({ taskId: active(before).id });
    expect(events[0]?.metadata).toEqual({
      ref: "LV-1",
      stageName: "Board",
      remark: "ok",
      actorName: "Ben",
    });
    expect(outcome).toBeUndefined();
  });

  it("of an incomplete stage writes its task too, so that two approvers conflict [AE-APPROVE-10]", () => {
    const before = dynamicRun(board, hr);
    const { run, changes } = approve(before, "ben");
    expect(changes.updatedTasks).toEqual([active(before)]);
    expect(changes.updatedApprovals).toEqual([run.approvals[1]]);
    expect([changes.insertedTasks, changes.insertedApprovals]).toEqual([[], []]);
  });

  it("of a complete stage makes the next one active and notifies its approvers [AE-APPROVE-03] [AE-EVENT-04] [AE-EVENT-12]", () => {
    const before = storedRun(manager, board, hr);
    const { run, events, outcome } = approve(before, "ann", { actorName: "Ann" });
    expect(stateOf(run)).toEqual([
      "1 Manager APPROVED: ann APPROVED, amy AWAITING_APPROVAL",
      "2 Board AWAITING_APPROVAL: bob AWAITING_APPROVAL, ben AWAITING_APPROVAL",
      "3 HR PENDING: cid PENDING",
    ]);
    expect(linesOf(events)).toEqual(["APPROVED by ann to eve", "STAGE_ADVANCED by ann to bob, ben"]);
    expect(events[1]).toMatchObject({
      taskId: active(run).id,
      stageId: "stage-Board",
      workflowId: "workflow",
    });
    expect(events[1]?.metadata).toEqual({
      ref: "LV-1",
      stageName: "Board",
      actorName: "Ann",
      fromStageId: "stage-Manager",
      toStageId: "stage-Board",
    });
    expect(outcome).toBeUndefined();
  });

  it("names the rule of a stage with a quorum that it asks [PPL-4]", () => {
    const rule = { approveBy: "COUNT", quorum: 2, rejectBy: "UNREACHABLE" } as const;
    const { events } = approve(dynamicRun(manager, { ...board, ...rule }), "ann");
    expect(events.map(({ event, metadata }) => [event, metadata.quorum])).toEqual([
      ["APPROVED", undefined],
      ["STAGE_ADVANCED", 2],
    ]);
    expect(events[1]?.metadata).toMatchObject(rule);
  });

  it("needs one approval in an ANY stage and all in an ALL stage [AE-APPROVE-06] [AE-STAGE-07]", () => {
    const advanced = approvedBy(dynamicRun(manager, board, hr), "amy");
    expect(active(advanced).stageName).toBe("Board");
    expect(active(approvedBy(advanced, "bob")).stageName).toBe("Board");
    expect(active(approvedBy(advanced, "bob", "ben")).stageName).toBe("HR");
  });

  it("dates the completed stage [AE-TASK-13] [AE-TASK-18]", () => {
    const run = approvedBy(dynamicRun(manager, hr), "ann");
    expect(run.tasks.map((task) => task.completionDate)).toEqual([NOW_SECONDS, undefined]);
  });

  it("of the last stage completes the run [AE-APPROVE-05] [AE-EVENT-13]", () => {
    const before = approvedBy(dynamicRun(manager, hr), "ann");
    const { run, events, outcome } = approve(before, "cid", { actorName: "Cid" });
    expect(stateOf(run)).toEqual([
      "1 Manager APPROVED: ann APPROVED, amy AWAITING_APPROVAL",
      "3 HR APPROVED: cid APPROVED",
    ]);
    expect(linesOf(events)).toEqual(["APPROVED by cid to eve", "COMPLETED by cid to eve"]);
    expect(events[1]?.metadata).toEqual({ ref: "LV-1", stageName: "HR", actorName: "Cid" });
    expect(outcome).toBe("completed");
  });

  it("names the approval it decided, and its verdict and task only when it ends the run", () => {
    const going = approve(dynamicRun(manager, hr), "ann");
    expect(going.approvalId).toBe(going.run.approvals[0]?.id);
    expect(going).not.toHaveProperty("verdict");
    const { run, ...ending } = approve(going.run, "cid");
    expect(ending.approvalId).toBe(run.approvals[2]?.id);
    expect(ending).toMatchObject({
      runId: run.tasks[0]?.runId,
      verdict: ending.events[0],
      task: run.tasks[0],
    });
  });

  it("goes on with the lowest order, wherever its task stands in the list [AE-APPROVE-04] [AE-APPROVE-11]", () => {
    const submitted = dynamicRun(manager, board, hr);
    const shuffled: Run = { ...submitted, tasks: submitted.tasks.toReversed() };
    expect(active(approve(shuffled, "ann").run).stageName).toBe("Board");
  });

  it("passes over a task that is archived [AE-APPROVE-04]", () => {
    const submitted = dynamicRun(manager, board, hr);
    const tasks = submitted.tasks.map((task) => ({ ...task, archived: task.stageName === "Board" }));
    expect(active(approve({ ...submitted, tasks }, "ann").run).stageName).toBe("HR");
  });

  it("counts only approvals that are not archived [AE-APPROVE-07]", () => {
    const submitted = dynamicRun(board, hr);
    const approvals = submitted.approvals.map((row) => ({ ...row, archived: row.approverId === "ben" }));
    expect(active(approve({ ...submitted, approvals }, "bob").run).stageName).toBe("HR");
  });

  it("lets an approver added by hand act: PENDING on the active task [AE-APPROVE-09]", () => {
    const submitted = dynamicRun(board, hr);
    const [bob] = submitted.approvals;
    const added = { id: "by-hand", taskId: active(submitted).id, approverId: "zoe", archived: false };
    const run: Run = {
      ...submitted,
      approvals: [...submitted.approvals, { ...added, status: "PENDING" as const }],
    };
    expect(bob?.status).toBe("AWAITING_APPROVAL");
    expect(active(approvedBy(run, "bob", "ben")).stageName).toBe("Board");
    expect(active(approvedBy(run, "bob", "ben", "zoe")).stageName).toBe("HR");
  });

  it("does not change the run it was given", () => {
    const before = dynamicRun(manager, board);
    const copy = structuredClone(before);
    approve(before, "ann", { remark: "fine" });
    expect(before).toEqual(copy);
  });
});

describe("approve and reject refuse", () => {
  const advanced = approvedBy(dynamicRun(manager, board, hr), "ann");
  const completed = approvedBy(advanced, "bob", "ben", "cid");
  const rejected = reject(dynamicRun(manager, board), "amy").run;
  const cancelled = decide({ type: "archive", runId: "run" }, advanced, context()).run;

  it.each<[string, Run, string, string]>([
    ["a task that does not exist", advanced, "nowhere", "bob"],
    ["a user without an approval", advanced, taskOf(advanced, "Board"), "zoe"],
    ["the submitter", advanced, taskOf(advanced, "Board"), "eve"],
    ["an approver of another stage", advanced, taskOf(advanced, "Board"), "cid"],
    ["a stage still to come", advanced, taskOf(advanced, "HR"), "cid"],
    ["a stage that is over, by who decided it", advanced, taskOf(advanced, "Manager"), "ann"],
    ["a stage that is over, by who was not needed", advanced, taskOf(advanced, "Manager"), "amy"],
    ["a second verdict", approvedBy(advanced, "bob"), taskOf(advanced, "Board"), "bob"],
    ["a completed run", completed, taskOf(completed, "HR"), "cid"],
    ["a rejected run", rejected, taskOf(rejected, "Manager"), "ann"],
    ["a stage that a dead run never reached", rejected, taskOf(rejected, "Board"), "bob"],
    ["a cancelled run", cancelled, taskOf(cancelled, "Board"), "bob"],
    ["an archived approval", archivedApproval(advanced, "bob"), taskOf(advanced, "Board"), "bob"],
    ["an archived task", archivedTask(advanced, "Board"), taskOf(advanced, "Board"), "bob"],
  ])("%s [AE-APPROVE-08] [AE-ACT-13] [AE-AUTH-03]", (_title, run, taskId, approverId) => {
    for (const type of ["approve", "reject"] as const) {
      expect(() => decide({ type, taskId, approverId }, run, context())).toThrow(
        expect.objectContaining(REFUSED),
      );
    }
  });
});

function taskOf(run: Run, stageName: string): string {
  return run.tasks.findLast((task) => task.stageName === stageName)?.id ?? "";
}

function archivedApproval(run: Run, approverId: string): Run {
  const approvals = run.approvals.map((row) => ({ ...row, archived: row.approverId === approverId }));
  return { ...run, approvals };
}

function archivedTask(run: Run, stageName: string): Run {
  return { ...run, tasks: run.tasks.map((task) => ({ ...task, archived: task.stageName === stageName })) };
}
