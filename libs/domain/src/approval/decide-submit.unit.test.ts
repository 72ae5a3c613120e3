import { describe, expect, it } from "vitest";

import {
  approvedBy,
  context,
  dynamicRun,
  linesOf,
  reject,
  stage,
  stateOf,
  storedRun,
  storedStages,
  submission,
} from "../../test/approval-runs.ts";
import { decide } from "./decide.ts";
import { EMPTY_RUN } from "./run.ts";
import type { SubmitCommand } from "./commands.ts";
import type { Ladder } from "./ladder.ts";

const TWO_STAGES = [stage(1, "Manager", ["ann", "amy"]), stage(2, "Head", ["bob", "ben"], "ALL")];

const submit = (overrides: Partial<SubmitCommand>, before = EMPTY_RUN) =>
  decide(submission(overrides), before, context());

describe("submit", () => {
  // Rules: [AE-SUBMIT-01] [AE-EVENT-02] [AE-EVENT-04] [AE-EVENT-10]
  it("makes the first stage active and notifies its approvers", () => {
    const { run, events, outcome } = submit({ dynamicStages: TWO_STAGES });
    expect(stateOf(run)[0]).toBe("1 Manager AWAITING_APPROVAL: ann AWAITING_APPROVAL, amy AWAITING_APPROVAL");
    expect(linesOf(events)).toEqual(["TASK_CREATED by eve to ann, amy"]);
    expect(events[0]).toMatchObject({ taskId: run.tasks[0]?.id, runId: run.tasks[0]?.runId, kind: "Leave" });
    expect(events[0]?.metadata).toEqual({ ref: "LV-1", stageName: "Manager", actorName: "Eve" });
    expect(outcome).toBeUndefined();
  });

  it("creates the other stages at once, PENDING [AE-SUBMIT-02] [AE-TASK-07] [AE-APPROVAL-07]", () => {
    const { run } = submit({ dynamicStages: [...TWO_STAGES, stage(3, "HR", ["cid"])] });
    expect(stateOf(run).slice(1)).toEqual([
      "2 Head PENDING: bob PENDING, ben PENDING",
      "3 HR PENDING: cid PENDING",
    ]);
  });

  it.each(["dynamicStages", "storedStages"] as const)(
    "sorts %s by order, whatever finite numbers they are [AE-SUBMIT-03] [AE-SUBMIT-04] [AE-SUBMIT-16]",
    (source) => {
      const stages = storedStages([
        stage(10, "D", ["a"]),
        stage(-3, "A", ["a"]),
        stage(2.5, "C", ["a"]),
        stage(0, "B", ["a"]),
      ]);
      const { run } = submit({
        [source]: stages,
        ...(source === "storedStages" ? { workflowId: "workflow" } : {}),
      });
      expect(run.tasks.map((task) => `${task.orderNo} ${task.stageName} ${task.status}`)).toEqual([
        "-3 A AWAITING_APPROVAL",
        "0 B PENDING",
        "2.5 C PENDING",
        "10 D PENDING",
      ]);
    },
  );

  // Rules: [AE-TASK-01] [AE-TASK-03] [AE-TASK-04] [AE-TASK-05] [AE-TASK-10] [AE-TASK-11] [AE-TASK-12]
  // [AE-TASK-17]
  it("copies document and stage onto each task of one run", () => {
    const { run } = submit({ workflowId: "workflow", storedStages: storedStages(TWO_STAGES) });
    const [first, second] = run.tasks;
    expect(second).toEqual({
      id: expect.any(String),
      runId: first?.runId,
      refId: "leave",
      ref: "LV-1",
      title: "Head - Approval",
      orderNo: 2,
      archived: false,
      status: "PENDING",
      stageId: "stage-Head",
      workflowId: "workflow",
      stageName: "Head",
      approveBy: "ALL",
      kind: "Leave",
      submitterId: "eve",
      beneficiaryId: "eve",
    });
    expect(first?.runId).toEqual(expect.any(String));
  });

  it("makes an approval for each approver of a stored stage [AE-APPROVAL-01] [AE-APPROVAL-02] [AE-APPROVAL-03]", () => {
    const { run } = submit({ workflowId: "workflow", storedStages: storedStages(TWO_STAGES) });
    expect(run.approvals[2]).toEqual({
      id: expect.any(String),
      taskId: run.tasks[1]?.id,
      stageId: "stage-Head",
      workflowId: "workflow",
      approverId: "bob",
      archived: false,
      status: "PENDING",
    });
  });

  // Rules: [AE-BASE-06] [AE-TASK-08] [AE-TASK-09] [AE-EVENT-01]
  it("leaves workflow and stage out of a dynamic run, even when the stages have ids", () => {
    const { run, events } = submit({ dynamicStages: storedStages(TWO_STAGES) });
    expect([run.tasks, run.approvals, events].filter((records) => records.length === 0)).toEqual([]);
    for (const record of [...run.tasks, ...run.approvals, ...events]) {
      expect(record).not.toHaveProperty("stageId");
      expect(record).not.toHaveProperty("workflowId");
    }
  });

  it("gives every task, approval and run an id of its own", () => {
    const { run } = submit({ dynamicStages: TWO_STAGES });
    const ids = [run.tasks[0]?.runId, ...run.tasks.map(({ id }) => id), ...run.approvals.map(({ id }) => id)];
    expect(new Set(ids).size).toBe(7);
  });

  it("stores a ref only if one was given", () => {
    const { run, events } = submit({ ref: undefined, actorName: undefined, dynamicStages: TWO_STAGES });
    expect(run.tasks[0]).not.toHaveProperty("ref");
    expect(events[0]?.metadata).toEqual({ stageName: "Manager" });
  });

  it("counts duplicate approvers of a stage once [AE-SUBMIT-18]", () => {
    const { run, events } = submit({ dynamicStages: [stage(1, "Manager", ["ann", "bob", "ann"], "ALL")] });
    expect(stateOf(run)).toEqual([
      "1 Manager AWAITING_APPROVAL: ann AWAITING_APPROVAL, bob AWAITING_APPROVAL",
    ]);
    expect(linesOf(events)).toEqual(["TASK_CREATED by eve to ann, bob"]);
  });

  it("lists the inserts, and no other changes", () => {
    const { run, changes } = submit({ dynamicStages: TWO_STAGES });
    expect(changes).toEqual({
      updatedTasks: [],
      insertedTasks: run.tasks,
      updatedApprovals: [],
      insertedApprovals: run.approvals,
    });
  });
});

describe("submit refuses", () => {
  it.each<[string, Partial<SubmitCommand>, string, string, string | undefined]>([
    [
      "both sources [AE-SUBMIT-12]",
      { workflowId: "workflow", storedStages: storedStages(TWO_STAGES), dynamicStages: TWO_STAGES },
      "INVALID_INPUT",
      "Give either workflowId or dynamicStages, not both",
      "dynamicStages",
    ],
    ["neither source [AE-SUBMIT-13]", {}, "WORKFLOW_NOT_FOUND", "Workflow not found", "workflowId"],
    [
      "a missing workflow [AE-SUBMIT-05]",
      { workflowId: "gone" },
      "WORKFLOW_NOT_FOUND",
      "Workflow not found",
      "workflowId",
    ],
    [
      "a workflow without stages [AE-SUBMIT-06] [AE-LIMIT-01]",
      { workflowId: "workflow", storedStages: [] },
      "WORKFLOW_HAS_NO_STAGES",
      "Workflow has no stages",
      undefined,
    ],
    [
      "an empty list of stages [AE-SUBMIT-14]",
      { dynamicStages: [] },
      "WORKFLOW_HAS_NO_STAGES",
      "Workflow has no stages",
      undefined,
    ],
    [
      "a stored stage without approvers [AE-SUBMIT-07] [AE-LIMIT-01]",
      { workflowId: "workflow", storedStages: storedStages([...TWO_STAGES, stage(3, "HR", [])]) },
      "STAGE_HAS_NO_APPROVERS",
      'Stage "HR" has no approvers',
      "workflowId",
    ],
    [
      "a dynamic stage without approvers [AE-SUBMIT-15]",
      { dynamicStages: [...TWO_STAGES, stage(0, "HR", [])] },
      "STAGE_HAS_NO_APPROVERS",
      'Stage "HR" has no approvers',
      "dynamicStages.2.approverIds",
    ],
    [
      "an order used twice [AE-SUBMIT-19]",
      { dynamicStages: [...TWO_STAGES, stage(1, "HR", ["cid"])] },
      "INVALID_INPUT",
      "Stage order 1 is used more than once",
      "dynamicStages.2.order",
    ],
    [
      "an order used twice in a stored workflow [AE-SUBMIT-19]",
      { workflowId: "workflow", storedStages: storedStages([...TWO_STAGES, stage(2, "HR", ["cid"])]) },
      "INVALID_INPUT",
      "Stage order 2 is used more than once",
      "workflowId",
    ],
    [
      "an order that is not finite [AE-SUBMIT-16]",
      { dynamicStages: [stage(Number.NaN, "HR", ["cid"])] },
      "INVALID_INPUT",
      "Stage order must be a finite number",
      "dynamicStages.0.order",
    ],
  ])("%s", (_title, overrides, code, message, field) => {
    expect(() => submit(overrides)).toThrow(expect.objectContaining({ code, message, field }));
  });

  it("a document with an open run [AE-SUBMIT-09]", () => {
    const open = { code: "RUN_ALREADY_OPEN", message: "Document already has an approval in progress" };
    const run = storedRun(...TWO_STAGES);
    expect(() => submit({ dynamicStages: TWO_STAGES }, run)).toThrow(expect.objectContaining(open));
    const returned = reject(approvedBy(run, "ann"), "bob").run;
    expect(() => submit({ dynamicStages: TWO_STAGES }, returned)).toThrow(expect.objectContaining(open));
  });
});

const timed = (ladder: Ladder) => [{ ...stage(1, "Manager", ["ann"]), ladder }];

describe("submit with a ladder", () => {
  const approving: Ladder = { dueIn: { hours: 8 }, atEnd: "APPROVE" };

  it("refuses inline stages whose rungs do not ascend [TIME-3]", () => {
    const dynamicStages = timed({ remind: [{ hours: 2 }, { hours: 1 }] });
    expect(() => submit({ dynamicStages })).toThrow(
      expect.objectContaining({ code: "INVALID_INPUT", field: "dynamicStages.0.remind.1" }),
    );
  });

  it.each<[Partial<SubmitCommand>, string]>([
    [{ dynamicStages: timed(approving) }, "dynamicStages.0.atEnd"],
    [{ workflowId: "w", storedStages: storedStages(timed(approving)) }, "workflowId"],
  ])("refuses approval by time for a kind that the setting does not name [TIME-3]", (command, field) => {
    expect(() => submit(command)).toThrow(
      expect.objectContaining({
        code: "INVALID_INPUT",
        field,
        message: `${field}: must not be APPROVE for Leave: the setting allowTimeApproval does not name this kind`,
      }),
    );
  });

  it.each([["Leave"], ["Claim", "Leave"]])("takes it for a kind that it names: %s [TIME-3]", (...kinds) => {
    const rules = { ...context().rules, allowTimeApproval: kinds };
    const { run } = decide(submission({ dynamicStages: timed(approving) }), EMPTY_RUN, {
      ...context(),
      rules,
    });
    expect(run.tasks[0]?.ladder).toEqual(approving);
  });
});

describe("submit again", () => {
  it.each([
    ["completed", () => approvedBy(dynamicRun(...TWO_STAGES), "ann", "bob", "ben")],
    ["rejected", () => reject(dynamicRun(...TWO_STAGES), "ann").run],
    ["cancelled", () => decide({ type: "archive", runId: "run" }, dynamicRun(...TWO_STAGES), context()).run],
  ])("starts afresh after a run that was %s [AE-SUBMIT-10]", (_end, ended) => {
    const before = ended();
    const { run, changes } = submit({ dynamicStages: TWO_STAGES }, before);
    expect(stateOf(run)).toEqual(stateOf(dynamicRun(...TWO_STAGES)));
    expect(run.tasks[0]?.runId).not.toBe(before.tasks[0]?.runId);
    expect(changes.updatedTasks).toEqual([]);
    expect(changes.insertedTasks).toEqual(run.tasks);
  });
});
