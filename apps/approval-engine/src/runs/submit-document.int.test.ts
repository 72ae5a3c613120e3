import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import type { SubmitInput } from "./inputs.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);

describe("submitting to dynamic stages", () => {
  it("asks the first stage and keeps the others for later [AE-SUBMIT-01] [AE-SUBMIT-02] [AE-SUBMIT-03]", async () => {
    const company = aCompany();
    const [submitter, first, second] = [company.user(), company.user(), company.user()];
    const stages = stagesOf([first], [second]).toReversed();

    const { refId, tasks } = await submitNew(engine, submitter, stages, { ref: "LV-7" });

    expect(tasks.map(({ orderNo, stageName, status }) => ({ orderNo, stageName, status }))).toEqual([
      { orderNo: 1, stageName: "Stage 1", status: "AWAITING_APPROVAL" },
      { orderNo: 2, stageName: "Stage 2", status: "PENDING" },
    ]);
    const [active, queued] = await records.tasks(refId);
    expect(active).toMatchObject({
      status: "AWAITING_APPROVAL",
      title: "Stage 1 - Approval",
      archived: false,
    });
    expect(queued).toMatchObject({ status: "PENDING", archived: false });
    expect(await records.approvals(tasks[0]?._id ?? "")).toMatchObject([
      { approverId: first.userId, status: "AWAITING_APPROVAL", archived: false },
    ]);
    expect(await records.approvals(tasks[1]?._id ?? "")).toMatchObject([
      { approverId: second.userId, status: "PENDING" },
    ]);
  });

  it("copies the stage and names no workflow [AE-BASE-06] [AE-TASK-08] [AE-TASK-09]", async () => {
    const company = aCompany();
    const { refId } = await submitNew(
      engine,
      company.user(),
      stagesOf({ approvers: [company.user()], approveBy: "ALL" }),
    );

    const [task] = await records.tasks(refId);
    expect(task).toMatchObject({ stageName: "Stage 1", orderNo: 1, approveBy: "ALL" });
    expect(task).not.toHaveProperty("stageId");
    expect(task).not.toHaveProperty("workflowId");
  });

  it("marks every record of the run with its submitter and company [AE-SUBMIT-08] [AE-TASK-17] [AE-BASE-01]", async () => {
    const company = aCompany();
    const submitter = company.user({ branchId: newId() });
    const { refId } = await submitNew(engine, submitter, stagesOf([company.user()], [company.user()]), {
      ref: "LV-8",
    });

    const tasks = await records.tasks(refId);
    expect(tasks).toHaveLength(2);
    for (const task of tasks) {
      expect(task).toMatchObject({
        companyId: company.companyId,
        branchId: submitter.branchId,
        createdBy: submitter.userId,
        submitterId: submitter.userId,
        ref: "LV-8",
        deletedAt: null,
        canUpdate: true,
        canView: true,
        canDelete: true,
        canPost: false,
      });
    }
  });

  it("stores ids as object ids and dates as dates [AE-BASE-03] [AE-BASE-07] [CT-COLL-09]", async () => {
    const company = aCompany();
    const { refId } = await submitNew(engine, company.user(), stagesOf([company.user()]));

    const stored = await store.db.collection("workflow_tasks").findOne({ refId: toObjectId(refId) });
    expect(stored).toMatchObject({ companyId: toObjectId(company.companyId) });
    expect(stored?.["createdAt"]).toBeInstanceOf(Date);
    expect(stored?.["documentDate"]).toBeInstanceOf(Date);
  });

  it("notifies each first approver once [AE-EVENT-10] [AE-NOTIF-07] [AE-NOTIF-09]", async () => {
    const company = aCompany();
    const [submitter, one, two] = [company.user({ name: "Nora" }), company.user(), company.user()];
    const stages = stagesOf([one, two, one]);

    const { refId, tasks } = await submitNew(engine, submitter, stages, { ref: "LV-9" });

    expect(await records.events(refId)).toMatchObject([
      {
        event: "TASK_CREATED",
        actorId: submitter.userId,
        taskId: tasks[0]?._id,
        targetIds: [one.userId, two.userId],
        metadata: { ref: "LV-9", stageName: "Stage 1", actorName: "Nora" },
      },
    ]);
    const notifications = await records.notifications(refId);
    expect(notifications.map(({ userId }) => userId)).toEqual([one.userId, two.userId]);
    for (const notification of notifications) {
      expect(notification).toMatchObject({
        message: "LV-9 submitted for your approval — Stage 1",
        read: false,
        kind: "Leave",
        taskId: tasks[0]?._id,
      });
    }
  });

  it("counts an approver named twice once [AE-SUBMIT-18]", async () => {
    const company = aCompany();
    const approver = company.user();
    const { tasks } = await submitNew(engine, company.user(), stagesOf([approver, approver]));
    expect(await records.approvals(tasks[0]?._id ?? "")).toHaveLength(1);
  });

  it("writes audit and messages with the run [AE-SUBMIT-22] [MSG-NOTIF-01]", async () => {
    const company = aCompany();
    const [submitter, approver] = [company.user(), company.user()];
    const { refId } = await submitNew(engine, submitter, stagesOf([approver]));

    expect(await records.audit(refId)).toMatchObject([{ action: "submit", actorId: submitter.userId }]);
    expect(await records.outbox(refId)).toMatchObject([
      {
        subject: `approval.notification.hr.${approver.userId}`,
        data: { specversion: "1.0", type: "approval.notification", data: { userId: approver.userId, refId } },
      },
    ]);
  });

  it("reads the submitter's name from the directory when the token has none [AE-NOTIF-18]", async () => {
    const company = aCompany();
    const submitter = company.user();
    await store.db.collection("users").insertOne({
      _id: toObjectId(submitter.userId),
      companyId: toObjectId(company.companyId),
      name: "Milan",
    });
    const { refId } = await submitNew(engine, submitter, stagesOf([company.user()]));
    expect(await records.events(refId)).toMatchObject([{ metadata: { actorName: "Milan" } }]);
  });
});

describe("a submission that is refused", () => {
  const company = aCompany();
  const [submitter, approver] = [company.user(), company.user()];
  const valid: SubmitInput = {
    refId: newId(),
    kind: "Leave",
    submitterId: submitter.userId,
    dynamicStages: stagesOf([approver]),
  };
  const [stage] = stagesOf([approver]);
  const workflowId = newId();

  it.each([
    [
      "without stages and workflow [AE-SUBMIT-13]",
      { dynamicStages: null },
      "WORKFLOW_NOT_FOUND",
      "Workflow not found",
    ],
    [
      "with an empty list [AE-SUBMIT-14]",
      { dynamicStages: [] },
      "WORKFLOW_HAS_NO_STAGES",
      "Workflow has no stages",
    ],
    [
      "with a stage without approvers [AE-SUBMIT-07] [AE-SUBMIT-15]",
      { dynamicStages: [{ ...stage, name: "Legal", approverIds: [] }] },
      "STAGE_HAS_NO_APPROVERS",
      'Stage "Legal" has no approvers',
    ],
    [
      "with an unknown workflow [AE-SUBMIT-05]",
      { dynamicStages: null, workflowId },
      "WORKFLOW_NOT_FOUND",
      "Workflow not found",
    ],
    ["with both sources [AE-SUBMIT-12]", { workflowId }, "INVALID_INPUT", undefined],
    [
      "with an order used twice [AE-SUBMIT-19]",
      { dynamicStages: [stage, stage] },
      "INVALID_INPUT",
      undefined,
    ],
    [
      "with an order that is not finite [AE-SUBMIT-16]",
      { dynamicStages: [{ ...stage, order: Number.POSITIVE_INFINITY }] },
      "INVALID_INPUT",
      undefined,
    ],
    ["with a malformed refId [AE-SUBMIT-20]", { refId: "7" }, "INVALID_INPUT", undefined],
    [
      "with a malformed approver [AE-SUBMIT-20]",
      { dynamicStages: [{ ...stage, approverIds: ["x"] }] },
      "INVALID_INPUT",
      undefined,
    ],
    ["with an unknown kind [AE-SUBMIT-21]", { kind: "Invoice" }, "INVALID_INPUT", undefined],
    [
      "with an unknown rule [AE-SUBMIT-21]",
      { dynamicStages: [{ ...stage, approveBy: "SOME" }] },
      "INVALID_INPUT",
      undefined,
    ],
    ["with an over-long ref", { ref: "x".repeat(1_000) }, "INVALID_INPUT", undefined],
  ])("%s writes nothing", async (_case, fault, code, message) => {
    const before = await countAll(store);

    const refusal = engine.submitDocument(submitter, { ...valid, ...fault } as SubmitInput);

    await expect(refusal).rejects.toMatchObject({
      name: "DomainError",
      code,
      ...(message === undefined ? {} : { message }),
      ...(code === "INVALID_INPUT" ? { field: expect.any(String) } : {}),
    });
    expect(await countAll(store)).toBe(before);
  });
});

describe("one open run per document", () => {
  it("refuses a document with an open run [AE-SUBMIT-09]", async () => {
    const company = aCompany();
    const submitter = company.user();
    const { refId } = await submitNew(engine, submitter, stagesOf([company.user()]));
    const again = submitNew(engine, submitter, stagesOf([company.user()]), { refId });
    await expect(again).rejects.toMatchObject({
      code: "RUN_ALREADY_OPEN",
      message: "Document already has an approval in progress",
    });
  });

  it("takes a document whose run ended, and looks at the new run only [AE-SUBMIT-10]", async () => {
    const company = aCompany();
    const [submitter, approver] = [company.user(), company.user()];
    const first = await submitNew(engine, submitter, stagesOf([approver]));
    await engine.decideApproval(approver, { taskId: first.tasks[0]?._id ?? "", status: "REJECTED" });

    const second = await submitNew(engine, submitter, stagesOf([approver]), { refId: first.refId });
    await engine.decideApproval(approver, { taskId: second.tasks[0]?._id ?? "", status: "APPROVED" });

    const events = (await records.events(first.refId)).map(({ event }) => event);
    expect(events).toEqual(["TASK_CREATED", "REJECTED", "TASK_CREATED", "APPROVED", "COMPLETED"]);
  });

  it("lets one of many simultaneous submits win [AE-SUBMIT-11]", async () => {
    const company = aCompany();
    const [submitter, approver] = [company.user(), company.user()];
    const refId = newId();

    const submits = Array.from({ length: 20 }, async () =>
      submitNew(engine, submitter, stagesOf([approver]), { refId }),
    );
    const outcomes = await Promise.allSettled(submits);

    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes) {
      if (outcome.status === "rejected") {
        expect(outcome.reason).toMatchObject({ message: "Document already has an approval in progress" });
      }
    }
    expect(await records.tasks(refId)).toHaveLength(1);
  });

  it("keeps companies apart, even with equal document ids [CT-AUTH-10]", async () => {
    const refId = newId();
    const [theirs, ours] = [aCompany(), aCompany()];
    const rejecting = theirs.user();
    const ended = await submitNew(engine, theirs.user(), stagesOf([rejecting]), { refId });
    await engine.decideApproval(rejecting, { taskId: ended.tasks[0]?._id ?? "", status: "REJECTED" });
    await submitNew(engine, theirs.user(), stagesOf([theirs.user()]), { refId });

    await submitNew(engine, ours.user(), stagesOf([ours.user()]), { refId });

    const again = submitNew(engine, ours.user(), stagesOf([ours.user()]), { refId });
    await expect(again).rejects.toMatchObject({ code: "RUN_ALREADY_OPEN" });
    expect((await records.tasks(refId)).map(({ runNumber }) => runNumber)).toEqual([1, 2, 1]);
  });
});

function requestOf(submitterId: string, approverId: string): SubmitInput {
  return {
    refId: newId(),
    kind: "Claim",
    submitterId,
    requestId: "request-1",
    dynamicStages: [{ name: "Only", order: 1, approveBy: "ANY", approverIds: [approverId] }],
  };
}

describe("a submission with a request id", () => {
  it("gets the first answer again, also after the run went on [MSG-RPC-15]", async () => {
    const company = aCompany();
    const [submitter, approver] = [company.user(), company.user()];
    const input = requestOf(submitter.userId, approver.userId);
    const answer = await engine.submitDocument(submitter, input);
    await engine.decideApproval(approver, { taskId: answer.tasks[0]?._id ?? "", status: "APPROVED" });

    expect(await engine.submitDocument(submitter, input)).toEqual(answer);
    expect(await records.tasks(input.refId)).toHaveLength(1);
  });

  it("answers simultaneous requests alike [MSG-RPC-15]", async () => {
    const company = aCompany();
    const [submitter, approver] = [company.user(), company.user()];
    const input = requestOf(submitter.userId, approver.userId);
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => engine.submitDocument(submitter, input)),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await records.tasks(input.refId)).toHaveLength(1);
  });

  it("refuses other content under the same id [MSG-RPC-16]", async () => {
    const company = aCompany();
    const [submitter, approver] = [company.user(), company.user()];
    const input = requestOf(submitter.userId, approver.userId);
    await engine.submitDocument(submitter, input);
    const other = engine.submitDocument(submitter, { ...input, kind: "Loan" });
    await expect(other).rejects.toMatchObject({ code: "REQUEST_ID_REUSED" });
  });
});

describe("the order of a document's history", () => {
  it("holds though a replica's clock is an hour late [AE-EVENT-16] [AE-SUBMIT-10]", async () => {
    const company = aCompany();
    const [submitter, approver] = [company.user(), company.user()];
    const HOUR_MS = 3_600_000;
    const late = await engineOn(store, { clock: () => new Date(Date.now() - HOUR_MS) });
    const { refId, tasks } = await submitNew(engine, submitter, stagesOf([approver]));
    await late.decideApproval(approver, { taskId: tasks[0]?._id ?? "", status: "REJECTED" });
    const second = await submitNew(late, submitter, stagesOf([approver]), { refId });
    await engine.decideApproval(approver, { taskId: second.tasks[0]?._id ?? "", status: "APPROVED" });

    const events = await records.events(refId);
    const times = events.map(({ createdAt }) => createdAt.getTime());
    expect(times).toEqual(times.toSorted((left, right) => left - right));
    expect(new Set(times).size).toBe(4);
    expect((await records.tasks(refId)).map(({ runNumber }) => runNumber)).toEqual([1, 2]);
  });
});
