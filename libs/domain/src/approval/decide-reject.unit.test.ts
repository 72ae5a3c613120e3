import { describe, expect, it } from "vitest";

import {
  NOW_SECONDS,
  active,
  approve,
  approvedBy,
  dynamicRun,
  linesOf,
  reject,
  stage,
  stateOf,
  storedStages,
  storedRun,
} from "../../test/approval-runs.ts";
import type { StoredStage } from "./commands.ts";
import type { Run, Task } from "./types.ts";

const LITERAL = { returnRequeue: false };
const NOT_FOUND = {
  code: "RETURN_STAGE_NOT_FOUND",
  message: "Return stage not found",
  field: "returnToStageId",
};

const manager = stage(1, "Manager", ["ann", "amy"]);
const board = stage(2, "Board", ["bob", "ben"], "ALL");
const hr = stage(3, "HR", ["cid"]);
const chief = stage(4, "Chief", ["dee"]);

const storedStage = (given: ReturnType<typeof stage>, overrides: Partial<StoredStage> = {}): StoredStage => ({
  ...(storedStages([given])[0] as StoredStage),
  ...overrides,
});

/** At the Chief, everything before it approved. */
const atChief = () => approvedBy(storedRun(manager, board, hr, chief), "ann", "bob", "ben", "cid");

describe("a terminal rejection", () => {
  // Rules: [AE-REJECT-01] [AE-REJECT-02] [AE-REJECT-05] [AE-APPROVAL-05] [AE-RETURN-04] [AE-ACT-11]
  it("is one in stage 1: the task and all its approvals are archived", () => {
    const { run, outcome } = reject(dynamicRun(manager), "ann", { remark: "no" });
    expect(stateOf(run)).toEqual(["1 Manager REJECTED†: ann REJECTED†, amy AWAITING_APPROVAL†"]);
    expect(run.approvals[0]).toMatchObject({ remark: "no", statusUpdateDate: NOW_SECONDS });
    expect(run.tasks[0]).toMatchObject({ completionDate: NOW_SECONDS });
    expect(outcome).toBe("rejected");
  });

  it("archives the stages still to come, so that they cannot come alive in the next run [AE-REJECT-06]", () => {
    const { run } = reject(dynamicRun(manager, board, hr), "ann");
    expect(stateOf(run).slice(1)).toEqual([
      "2 Board ARCHIEVED†: bob PENDING†, ben PENDING†",
      "3 HR ARCHIEVED†: cid PENDING†",
    ]);
  });

  it.each([storedRun, dynamicRun])("is one that says so, from any stage [CTRL-8]", (begin) => {
    const before = approvedBy(begin(manager, board, hr), "ann");
    const { run, events, outcome } = reject(before, "bob", { end: true });
    expect(outcome).toBe("rejected");
    expect(linesOf(events)).toEqual(["REJECTED by bob to eve"]);
    expect(run.tasks.filter(({ archived }) => !archived).map(({ stageName }) => stageName)).toEqual([
      "Manager",
    ]);
  });

  it("that says so objects alone where the others can still complete the stage [CTRL-8] [PPL-4]", () => {
    const some = {
      ...stage(2, "Board", ["bob", "ben", "cid"], "COUNT"),
      quorum: 2,
      rejectBy: "UNREACHABLE" as const,
    };
    const objected = reject(approvedBy(dynamicRun(manager, some), "ann"), "bob", { end: true });
    expect([linesOf(objected.events), objected.outcome]).toEqual([["OBJECTED by bob to eve"], undefined]);
    expect(reject(objected.run, "ben").outcome).toBeUndefined();
    expect(reject(objected.run, "ben", { end: true }).outcome).toBe("rejected");
  });

  it("notifies the submitter, and names no stage it returned to [AE-REJECT-05] [AE-EVENT-14]", () => {
    const before = storedRun(manager, board);
    const { events } = reject(before, "ann", { remark: "no", actorName: "Ann" });
    expect(linesOf(events)).toEqual(["REJECTED by ann to eve"]);
    expect(events[0]).toMatchObject({ taskId: active(before).id, stageId: "stage-Manager" });
    expect(events[0]?.metadata).toEqual({
      ref: "LV-1",
      remark: "no",
      actorName: "Ann",
      fromStageId: "stage-Manager",
    });
  });

  it("is one that returns to a stage whose stored approvers are gone [AE-RETURN-03]", () => {
    const { run, outcome, events } = reject(approvedBy(storedRun(manager, hr), "ann"), "cid", {
      returnToStageId: "stage-Board",
      returnStage: storedStage({ ...board, approverIds: [] }),
    });
    expect(stateOf(run)).toEqual([
      "1 Manager APPROVED: ann APPROVED, amy AWAITING_APPROVAL",
      "3 HR REJECTED†: cid REJECTED†",
    ]);
    expect(linesOf(events)).toEqual(["REJECTED by cid to eve"]);
    expect(outcome).toBe("rejected");
  });

  it.each([undefined, "stage-Manager"])(
    "is one that returns to a task whose approvals were all removed (returnToStageId %s) [AE-REJECT-05]",
    (returnToStageId) => {
      const before = approvedBy(storedRun(manager, board), "ann");
      const bare: Run = { ...before, approvals: before.approvals.slice(2) };
      expect(reject(bare, "bob", { returnToStageId }).outcome).toBe("rejected");
    },
  );
});

describe("a rejection that returns", () => {
  const before = approvedBy(dynamicRun(manager, board, hr), "ann", "bob");

  // Rules: [AE-REJECT-02] [AE-REJECT-03] [AE-RETURN-04] [AE-RETURN-05]
  it("asks the previous stage anew: all its approvers, verdicts cleared", () => {
    const { run, outcome } = reject(before, "ben", { remark: "no" });
    expect(stateOf(run).slice(0, 3)).toEqual([
      "1 Manager AWAITING_APPROVAL: ann AWAITING_APPROVAL, amy AWAITING_APPROVAL",
      "2 Board REJECTED†: bob APPROVED†, ben REJECTED†",
      "3 HR PENDING: cid PENDING",
    ]);
    expect(outcome).toBeUndefined();
  });

  it("clears the remark, the date of the verdict and the date of completion [AE-REJECT-03] [AE-TASK-18]", () => {
    const remarked = approve(dynamicRun(manager, hr), "ann", { remark: "fine" }).run;
    const { run } = reject(remarked, "cid");
    expect(run.tasks[0]).not.toHaveProperty("completionDate");
    expect(run.approvals[0]).not.toHaveProperty("remark");
    expect(run.approvals[0]).not.toHaveProperty("statusUpdateDate");
  });

  it("notifies the submitter and the return stage's approvers [AE-REJECT-04] [AE-EVENT-14] [AE-EVENT-06]", () => {
    const { events } = reject(before, "ben", { remark: "no", actorName: "Ben" });
    expect(linesOf(events)).toEqual(["REJECTED by ben to eve, ann, amy"]);
    expect(events[0]?.taskId).toBe(active(before).id);
    expect(events[0]?.metadata).toEqual({
      ref: "LV-1",
      stageName: "Manager",
      remark: "no",
      actorName: "Ben",
    });
  });

  it("queues the rejected stage again, as a fresh task of the same run [AE-RETURN-06] [AE-TASK-02] [AE-TASK-17]", () => {
    const { run } = reject(before, "ben");
    const [rejected, queued] = [run.tasks[1], run.tasks[3]];
    expect(stateOf(run)[3]).toBe("2 Board PENDING: bob PENDING, ben PENDING");
    const { completionDate: _completionDate, ...lasting } = rejected as Task;
    expect(queued).toEqual({
      ...lasting,
      id: queued?.id,
      parentId: rejected?.id,
      status: "PENDING",
      archived: false,
    });
    expect(queued?.id).not.toBe(rejected?.id);
  });

  it("asks the stage that rejected again before anything after it [AE-RETURN-06]", () => {
    const returned = reject(before, "ben").run;
    const asked = approvedBy(returned, "amy");
    expect(active(asked).stageName).toBe("Board");
    expect(approve(approvedBy(asked, "bob", "ben"), "cid").outcome).toBe("completed");
  });

  it("follows the literal table without the queue, and skips the stage that rejected [AE-RETURN-07]", () => {
    const { run } = reject(before, "ben", {}, LITERAL);
    expect(stateOf(run)).toEqual([
      "1 Manager AWAITING_APPROVAL: ann AWAITING_APPROVAL, amy AWAITING_APPROVAL",
      "2 Board REJECTED†: bob APPROVED†, ben REJECTED†",
      "3 HR PENDING: cid PENDING",
    ]);
    expect(active(approvedBy(run, "ann")).stageName).toBe("HR");
  });

  it("goes back stage by stage, and ends in stage 1 [AE-RETURN-05]", () => {
    const first = reject(approvedBy(before, "ben"), "cid").run;
    expect(active(first).stageName).toBe("Board");
    const second = reject(first, "bob").run;
    expect(active(second).stageName).toBe("Manager");
    expect(reject(second, "ann").outcome).toBe("rejected");
  });

  it("lists the task that leaves the active state before the one that enters it", () => {
    const { run, changes } = reject(before, "ben");
    expect(changes.updatedTasks.map((task) => `${task.stageName} ${task.status}`)).toEqual([
      "Board REJECTED",
      "Manager AWAITING_APPROVAL",
    ]);
    expect(changes.insertedTasks).toEqual([run.tasks[3]]);
    expect(changes.updatedApprovals).toEqual(run.approvals.slice(0, 4));
    expect(changes.insertedApprovals).toEqual(run.approvals.slice(5));
  });
});

describe("a rejection with returnToStageId", () => {
  it("returns to the stage's task [AE-RETURN-01] [AE-EVENT-06]", () => {
    const { run, events } = reject(atChief(), "dee", { remark: "no", returnToStageId: "stage-Manager" });
    expect(active(run).stageName).toBe("Manager");
    expect(linesOf(events)).toEqual(["REJECTED by dee to eve, ann, amy"]);
    expect(events[0]?.metadata).toEqual({
      ref: "LV-1",
      stageName: "Manager",
      remark: "no",
      fromStageId: "stage-Chief",
      toStageId: "stage-Manager",
      returnToStageId: "stage-Manager",
    });
  });

  it("keeps the verdicts of the stages in between: only the two stages are asked [AE-RETURN-10]", () => {
    const returned = reject(atChief(), "dee", { returnToStageId: "stage-Manager" }).run;
    expect(stateOf(returned)).toEqual([
      "1 Manager AWAITING_APPROVAL: ann AWAITING_APPROVAL, amy AWAITING_APPROVAL",
      "2 Board APPROVED: bob APPROVED, ben APPROVED",
      "3 HR APPROVED: cid APPROVED",
      "4 Chief REJECTED†: dee REJECTED†",
      "4 Chief PENDING: dee PENDING",
    ]);
    expect(active(approvedBy(returned, "ann")).stageName).toBe("Chief");
    expect(approve(approvedBy(returned, "ann"), "dee").outcome).toBe("completed");
  });

  it("needs no stored stage if the run has a task, because the definition may be gone [AE-RETURN-01]", () => {
    const { run } = reject(atChief(), "dee", { returnToStageId: "stage-Board", returnStage: undefined });
    expect(active(run).stageName).toBe("Board");
  });

  it("creates a fresh task if the run has none, with the stage's stored approvers, each once [AE-RETURN-02] [AE-TASK-02]", () => {
    const before = approvedBy(storedRun(manager, hr), "ann");
    const { run, events } = reject(before, "cid", {
      returnToStageId: "stage-Board",
      returnStage: storedStage({ ...board, approverIds: ["bob", "kim", "bob"] }),
    });
    expect(stateOf(run)).toEqual([
      "1 Manager APPROVED: ann APPROVED, amy AWAITING_APPROVAL",
      "3 HR REJECTED†: cid REJECTED†",
      "2 Board AWAITING_APPROVAL: bob AWAITING_APPROVAL, kim AWAITING_APPROVAL",
      "3 HR PENDING: cid PENDING",
    ]);
    expect(run.tasks[2]).toMatchObject({
      runId: before.tasks[0]?.runId,
      refId: "leave",
      submitterId: "eve",
      parentId: active(before).id,
      stageId: "stage-Board",
      workflowId: "workflow",
      title: "Board - Approval",
      approveBy: "ALL",
    });
    expect(linesOf(events)).toEqual(["REJECTED by cid to eve, bob, kim"]);
    expect(events[0]?.metadata).toMatchObject({ stageName: "Board", toStageId: "stage-Board" });
  });

  it("creates a fresh task for a stage that rejected before, by the literal table [AE-RETURN-02] [AE-RETURN-07]", () => {
    const passedBoard = approvedBy(
      reject(approvedBy(storedRun(manager, board, hr), "ann"), "bob", {}, LITERAL).run,
      "ann",
    );
    const again = { returnToStageId: "stage-Board", returnStage: storedStage(board) };
    const { run } = reject(passedBoard, "cid", again, LITERAL);
    expect(stateOf(run)).toEqual([
      "1 Manager APPROVED: ann APPROVED, amy AWAITING_APPROVAL",
      "2 Board REJECTED†: bob REJECTED†, ben AWAITING_APPROVAL†",
      "3 HR REJECTED†: cid REJECTED†",
      "2 Board AWAITING_APPROVAL: bob AWAITING_APPROVAL, ben AWAITING_APPROVAL",
    ]);
  });

  it("is ignored by a dynamic run [AE-RETURN-08]", () => {
    const before = approvedBy(dynamicRun(manager, board, hr), "ann", "bob", "ben");
    const { run, events } = reject(before, "cid", {
      returnToStageId: "stage-Manager",
      returnStage: storedStage(manager),
    });
    expect(active(run).stageName).toBe("Board");
    expect(events[0]?.metadata).not.toHaveProperty("returnToStageId");
  });

  it.each<[string, string, StoredStage | undefined]>([
    ["the current stage", "stage-HR", storedStage(hr)],
    ["a later stage", "stage-Chief", storedStage(chief)],
    ["a later stage that was moved to the front since", "stage-Chief", storedStage(chief, { order: 0 })],
    ["a stage that does not exist", "stage-Gone", undefined],
    [
      "a stage of another workflow",
      "stage-Other",
      storedStage(stage(0, "Other", ["x"]), { workflowId: "w2" }),
    ],
    ["another stage than was loaded", "stage-Other", storedStage(stage(0, "Zero", ["x"]))],
    ["a later stage without a task", "stage-New", storedStage(stage(3.5, "New", ["x"]))],
    ["a stage of the same order without a task", "stage-New", storedStage(stage(3, "New", ["x"]))],
    ["a later stage without approvers", "stage-New", storedStage(stage(5, "New", []))],
  ])("refuses %s [AE-RETURN-09]", (_title, returnToStageId, returnStage) => {
    const atHr = approvedBy(storedRun(manager, board, hr, chief), "ann", "bob", "ben");
    expect(() => reject(atHr, "cid", { returnToStageId, returnStage })).toThrow(
      expect.objectContaining(NOT_FOUND),
    );
  });

  it("refuses any stage in stage 1 [AE-RETURN-09]", () => {
    expect(() => reject(storedRun(manager, board), "ann", { returnToStageId: "stage-Manager" })).toThrow(
      expect.objectContaining(NOT_FOUND),
    );
  });
});
