import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, engineOn, recordsOf, stagesOf, submitNew } from "../../test/engine-fixture.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);

/** A document in its first of two stages. */
async function twoStages(approveBy: "ANY" | "ALL" = "ANY") {
  const company = aCompany();
  const [submitter, one, two, last] = [
    company.user(),
    company.user({ name: "One" }),
    company.user({ name: "Two" }),
    company.user(),
  ];
  const run = await submitNew(engine, submitter, stagesOf({ approvers: [one, two], approveBy }, [last]), {
    ref: "LV-1",
  });
  const [first = "", second = ""] = run.tasks.map(({ _id }) => _id);
  return { company, submitter, one, two, last, first, second, refId: run.refId };
}
const eventsOf = async (refId: string) => (await records.events(refId)).map(({ event }) => event);

describe("approving", () => {
  // Rules: [AE-APPROVE-01] [AE-ACT-10] [AE-APPROVAL-04] [AE-APPROVAL-06] [AE-BASE-09]
  it("records the verdict", async () => {
    const { one, first, submitter, refId } = await twoStages("ALL");
    const beforeSeconds = Math.floor(Date.now() / 1000);

    await engine.decideApproval(one, { taskId: first, status: "APPROVED", remark: "Fine" });

    const [verdict, other] = await records.approvals(first);
    expect(verdict).toMatchObject({ status: "APPROVED", remark: "Fine", archived: false });
    expect(verdict?.statusUpdateDate).toBeGreaterThanOrEqual(beforeSeconds);
    expect(Number.isInteger(verdict?.statusUpdateDate)).toBe(true);
    expect(other).toMatchObject({ status: "AWAITING_APPROVAL" });
    expect((await records.events(refId)).at(-1)).toMatchObject({
      event: "APPROVED",
      actorId: one.userId,
      targetIds: [submitter.userId],
    });
    expect((await records.notifications(refId)).at(-1)).toMatchObject({
      userId: submitter.userId,
      message: "LV-1 was approved by One",
    });
  });

  it("leaves an ALL stage active until everybody approved [AE-APPROVE-02] [AE-APPROVE-07]", async () => {
    const { one, two, first, second, refId } = await twoStages("ALL");
    await engine.decideApproval(one, { taskId: first, status: "APPROVED" });
    expect((await records.tasks(refId)).map(({ status }) => status)).toEqual([
      "AWAITING_APPROVAL",
      "PENDING",
    ]);
    const statusOf = async (id: string) => (await records.approvals(id)).map(({ status }) => status);
    expect(await statusOf(second)).toEqual(["PENDING"]);
    await engine.decideApproval(two, { taskId: first, status: "APPROVED" });
    expect(await statusOf(second)).toEqual(["AWAITING_APPROVAL"]);
  });

  // Rules: [AE-EVENT-09] [AE-APPROVE-03] [AE-APPROVE-06] [AE-EVENT-12] [AE-EVENT-16] [AE-TASK-18]
  it("continues with the next stage", async () => {
    const { one, last, first, refId } = await twoStages("ANY");

    await engine.decideApproval(one, { taskId: first, status: "APPROVED" });

    const [approved, active] = await records.tasks(refId);
    expect(approved).toMatchObject({ status: "APPROVED", completionDate: expect.any(Number) });
    expect(active).toMatchObject({ status: "AWAITING_APPROVAL" });
    const events = await records.events(refId);
    expect(events.map(({ event }) => event)).toEqual(["TASK_CREATED", "APPROVED", "STAGE_ADVANCED"]);
    expect(events.at(-1)).toMatchObject({ targetIds: [last.userId], metadata: { stageName: "Stage 2" } });
    expect((await records.notifications(refId)).at(-1)).toMatchObject({
      userId: last.userId,
      message: "LV-1 reached Stage 2 — awaiting your approval",
    });
  });

  it("completes after the last stage and notifies the owner once [AE-APPROVE-05] [MSG-OUTCOME-01]", async () => {
    const { one, last, first, second, refId, submitter, company } = await twoStages("ANY");
    await engine.decideApproval(one, { taskId: first, status: "APPROVED" });

    await engine.decideApproval(last, { taskId: second, status: "APPROVED", remark: "Enjoy" });

    expect(await eventsOf(refId)).toEqual([
      "TASK_CREATED",
      "APPROVED",
      "STAGE_ADVANCED",
      "APPROVED",
      "COMPLETED",
    ]);
    const outcomes = (await records.outbox(refId)).filter(({ subject }) => subject.includes(".outcome."));
    expect(outcomes).toMatchObject([
      {
        subject: "approval.outcome.hr.Leave.completed",
        data: {
          type: "approval.outcome.completed",
          data: {
            companyId: company.companyId,
            refId,
            kind: "Leave",
            submitterId: submitter.userId,
            actorId: last.userId,
          },
        },
      },
    ]);
    expect((await records.notifications(refId)).at(-1)).toMatchObject({
      message: "LV-1 has been fully approved",
    });
  });

  it("is audited as a status change, with before and after [AE-ACT-02]", async () => {
    const { one, first } = await twoStages();
    await engine.decideApproval(one, { taskId: first, status: "APPROVED" });
    const [entry] = await records.audit(first);
    expect(entry).toMatchObject({ action: "changeStatus", actorId: one.userId });
    expect(entry?.["before"]).toMatchObject({
      tasks: [{ status: "AWAITING_APPROVAL" }, { status: "PENDING" }],
    });
    expect(entry?.["after"]).toMatchObject({
      tasks: [{ status: "APPROVED" }, { status: "AWAITING_APPROVAL" }],
    });
  });
});

describe("rejecting", () => {
  // Rules: [AE-REJECT-01] [AE-REJECT-02] [AE-REJECT-05] [AE-REJECT-06] [MSG-OUTCOME-02]
  it("ends the run in its first stage", async () => {
    const { one, first, refId } = await twoStages();

    await engine.decideApproval(one, { taskId: first, status: "REJECTED", remark: "No cover" });

    const [rejected, never] = await records.tasks(refId);
    expect(rejected).toMatchObject({
      status: "REJECTED",
      archived: true,
      completionDate: expect.any(Number),
    });
    expect(never).toMatchObject({ archived: true });
    expect((await records.approvals(first)).map(({ archived }) => archived)).toEqual([true, true]);
    expect(await eventsOf(refId)).toEqual(["TASK_CREATED", "REJECTED"]);
    expect((await records.outbox(refId)).map(({ subject }) => subject)).toContain(
      "approval.outcome.hr.Leave.rejected",
    );
    expect((await records.notifications(refId)).at(-1)).toMatchObject({
      message: "LV-1 was rejected: No cover",
    });
  });

  // Rules: [AE-REJECT-03] [AE-REJECT-04] [AE-RETURN-04] [AE-RETURN-06] [AE-TASK-02]
  it("returns and is asked again", async () => {
    const { one, two, last, first, second, refId, submitter } = await twoStages();
    await engine.decideApproval(one, { taskId: first, status: "APPROVED", remark: "Fine" });

    await engine.decideApproval(last, { taskId: second, status: "REJECTED", remark: "Dates?" });

    const [returned, rejected, queued] = await records.tasks(refId);
    expect(returned).toMatchObject({ _id: first, status: "AWAITING_APPROVAL", archived: false });
    expect(returned).not.toHaveProperty("completionDate");
    expect(rejected).toMatchObject({ _id: second, status: "REJECTED", archived: true });
    expect(queued).toMatchObject({
      status: "PENDING",
      parentId: second,
      orderNo: 2,
      stageName: "Stage 2",
      submitterId: submitter.userId,
      createdBy: submitter.userId,
      ref: "LV-1",
    });
    const [cleared] = await records.approvals(first);
    expect(cleared).toMatchObject({ status: "AWAITING_APPROVAL", archived: false });
    expect(cleared).not.toHaveProperty("remark");
    expect(cleared).not.toHaveProperty("statusUpdateDate");
    expect((await records.events(refId)).at(-1)).toMatchObject({
      event: "REJECTED",
      targetIds: [submitter.userId, one.userId, two.userId],
      metadata: { remark: "Dates?", stageName: "Stage 1" },
    });
    expect((await records.notifications(refId)).at(-1)?.message).toBe(
      "LV-1 was rejected: Dates? — returned to Stage 1",
    );

    await engine.decideApproval(two, { taskId: first, status: "APPROVED" });
    await engine.decideApproval(last, { taskId: queued?._id ?? "", status: "APPROVED" });
    expect((await eventsOf(refId)).at(-1)).toBe("COMPLETED");
  });

  it("without requeue follows the literal table [AE-RETURN-07] [CT-ENV-11]", async () => {
    const literal = await engineOn(store, { rules: { returnRequeue: false } });
    const { one, last, first, second, refId } = await twoStages();
    await literal.decideApproval(one, { taskId: first, status: "APPROVED" });
    await literal.decideApproval(last, { taskId: second, status: "REJECTED" });
    await literal.decideApproval(one, { taskId: first, status: "APPROVED" });
    expect(await eventsOf(refId)).toEqual([
      "TASK_CREATED",
      "APPROVED",
      "STAGE_ADVANCED",
      "REJECTED",
      "APPROVED",
      "COMPLETED",
    ]);
  });
});

describe("a verdict that is refused writes nothing", () => {
  it.each(["PENDING", "AWAITING_APPROVAL", "COMPLETED", "approved"])(
    "status %s [AE-ACT-12]",
    async (status) => {
      const { one, first } = await twoStages();
      const before = await countAll(store);
      await expect(engine.decideApproval(one, { taskId: first, status })).rejects.toMatchObject({
        message: `Cannot set approval status to ${status}`,
      });
      expect(await countAll(store)).toBe(before);
    },
  );

  const notActionable = {
    code: "APPROVAL_NOT_ACTIONABLE",
    message: "Approval not found or cannot be updated",
  };

  it("of a user who is not asked [AE-ACT-13] [AE-AUTH-03]", async () => {
    const { company, first } = await twoStages();
    const verdict = engine.decideApproval(company.user({ privileged: true }), {
      taskId: first,
      status: "APPROVED",
    });
    await expect(verdict).rejects.toMatchObject(notActionable);
  });

  it("on a stage that is not active yet, or no longer [AE-APPROVE-08] [AE-APPROVE-11]", async () => {
    const { one, last, first, second } = await twoStages();
    const early = engine.decideApproval(last, { taskId: second, status: "APPROVED" });
    await expect(early).rejects.toMatchObject(notActionable);
    await engine.decideApproval(one, { taskId: first, status: "APPROVED" });
    const late = engine.decideApproval(one, { taskId: first, status: "REJECTED" });
    await expect(late).rejects.toMatchObject(notActionable);
  });

  it("on another company's task [CT-AUTH-10]", async () => {
    const { one, first } = await twoStages();
    const foreign = engine.decideApproval(
      { ...one, companyId: aCompany().companyId },
      { taskId: first, status: "APPROVED" },
    );
    await expect(foreign).rejects.toMatchObject(notActionable);
  });

  it("with a malformed task id, naming the field", async () => {
    const verdict = engine.decideApproval(aCompany().user(), { taskId: "x", status: "APPROVED" });
    await expect(verdict).rejects.toMatchObject({ code: "INVALID_INPUT", field: "taskId" });
  });
});

it("no run moves by itself: a transition is complete when it is answered [AE-LIMIT-02]", async () => {
  const { one, first, refId } = await twoStages();
  await engine.decideApproval(one, { taskId: first, status: "APPROVED" });
  const answered = { tasks: await records.tasks(refId), events: await records.events(refId) };
  expect(answered.events.map(({ event }) => event)).toEqual(["TASK_CREATED", "APPROVED", "STAGE_ADVANCED"]);

  // A year later another document is decided.
  const YEAR_MS = 365 * 24 * 3_600_000;
  const later = await engineOn(store, { clock: () => new Date(Date.now() + YEAR_MS) });
  const other = await twoStages();
  await later.decideApproval(other.one, { taskId: other.first, status: "REJECTED" });

  expect({ tasks: await records.tasks(refId), events: await records.events(refId) }).toEqual(answered);
});

describe("a rejection that ends the approval [CTRL-8]", () => {
  it.each(["one", "many", "HR"] as const)("does so from any stage, as a verdict of %s", async (how) => {
    const { one, last, first, second, refId } = await twoStages();
    await engine.decideApproval(one, { taskId: first, status: "APPROVED" });
    const verdict = { status: "REJECTED", remark: "Never", end: true };
    if (how === "one") await engine.decideApproval(last, { taskId: second, ...verdict });
    else if (how === "many") await engine.decideMany(last, { items: [{ taskId: second, ...verdict }] });
    else await engine.actionApproval(last, second, verdict);
    const run = await store.db.collection("workflow_runs").findOne({ refId: toObjectId(refId) });
    expect(run).toMatchObject({ state: "REJECTED", tasks: [{ status: "APPROVED" }, { status: "REJECTED" }] });
    const outcomes = (await records.outbox(refId)).filter(({ subject }) =>
      subject.startsWith("approval.outcome"),
    );
    expect(outcomes.map(({ subject }) => subject)).toEqual(["approval.outcome.hr.Leave.rejected"]);
  });

  it("goes with a rejection alone, and with no return", async () => {
    const { one, first, submitter } = await twoStages();
    const before = await countAll(store);
    const end = { taskId: first, end: true };
    const refusals = [
      [engine.decideApproval(one, { ...end, status: "APPROVED" }), "end: must go with REJECTED"],
      [
        engine.decideApproval(one, { ...end, status: "REJECTED", returnToStageId: submitter.userId }),
        "end: must not be given with returnToStageId",
      ],
      [
        engine.decideMany(one, { items: [{ ...end, status: "APPROVED" }] }),
        "items.0.end: must go with REJECTED",
      ],
      [engine.actionApproval(one, first, { status: "APPROVED", end: true }), "end: must go with REJECTED"],
    ] as const;
    for (const [refused, message] of refusals) {
      await expect(refused).rejects.toMatchObject({ code: "INVALID_INPUT", message });
    }
    expect(await countAll(store)).toBe(before);
  });
});
