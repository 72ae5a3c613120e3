import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());

interface Approval {
  _id: string;
  ref: string;
  status: string;
  [field: string]: unknown;
}

const FIELDS = `_id taskId refId ref kind status stageName approverId approver { name } remark statusUpdateDate
  createdAt submitterId`;
const page = async (caller: Caller, input?: Record<string, unknown>) =>
  (
    await as(caller).get<{ approvalPage: { total: number; data: Approval[] } }>(
      `query Page($input: ApprovalPageInput) { approvalPage(input: $input) { total data { ${FIELDS} } } }`,
      { input },
    )
  ).approvalPage;
const ACTION = `mutation Action($taskId: ID!, $input: ActionApprovalInput!) {
  actionApproval(taskId: $taskId, input: $input) { ${FIELDS} } }`;

describe("the HR facade", () => {
  const company = aCompany();
  const [ann, boss, other] = [company.user(), company.user(), company.user()];
  const twoStages = stagesOf({ approvers: [boss], name: "MANAGER" }, { approvers: [other], name: "HR" });

  it("pages the approval rows of HR documents only [AE-FACADE-01] [AE-FACADE-14] [AE-FACADE-06]", async () => {
    const leave = await submitNew(engine, ann, twoStages, { ref: "LV-1" });
    await submitNew(engine, ann, stagesOf([boss]), { ref: "SO-1", kind: "SalesOrder" });
    const { total, data } = await page(ann);
    expect(total).toBe(2);
    expect(data).toEqual([
      expect.objectContaining({ stageName: "HR", approverId: other.userId, status: "PENDING" }),
      {
        _id: expect.stringMatching(/^[0-9a-f]{24}$/u) as string,
        taskId: leave.tasks[0]?._id,
        refId: leave.refId,
        ref: "LV-1",
        kind: "LEAVE",
        status: "PENDING",
        stageName: "MANAGER",
        approverId: boss.userId,
        approver: null,
        remark: null,
        statusUpdateDate: null,
        createdAt: expect.stringMatching(/Z$/u) as string,
        submitterId: ann.userId,
      },
    ]);
  });

  it("lists what waits for the caller [AE-FACADE-02]", async () => {
    const pending = "{ myPendingApprovals { ref stageName status } }";
    expect(await as(boss).get(pending)).toEqual({
      myPendingApprovals: [{ ref: "LV-1", stageName: "MANAGER", status: "PENDING" }],
    });
    // The second stage is not active yet.
    expect(await as(other).get(pending)).toEqual({ myPendingApprovals: [] });
  });

  it("takes a verdict, also from a colleague who was not asked [AE-FACADE-03] [AE-FACADE-05] [AE-FACADE-13]", async () => {
    const taskId = (await page(ann, { approverId: boss.userId })).data[0]?.["taskId"];
    const stranger = company.user({ name: "Deputy" });
    const { actionApproval } = await as(stranger).get<{ actionApproval: Approval }>(ACTION, {
      taskId,
      input: { status: "APPROVED", remark: "for the boss" },
    });
    expect(actionApproval).toMatchObject({
      taskId,
      status: "APPROVED",
      approverId: stranger.userId,
      remark: "for the boss",
      ref: "LV-1",
      kind: "LEAVE",
    });
    expect(actionApproval["statusUpdateDate"]).toBeGreaterThan(1_700_000_000);
    const { workflowEvents } = await as(ann).get<{ workflowEvents: { metadata: unknown }[] }>(
      `{ workflowEvents(refId: "${String(actionApproval["refId"])}") {
        event metadata { reassignedFrom reassignedTo } } }`,
    );
    expect(workflowEvents[1]).toEqual({
      event: "APPROVED",
      metadata: { reassignedFrom: boss.userId, reassignedTo: stranger.userId },
    });
  });

  it("never takes the submitter's own verdict [AE-FACADE-11]", async () => {
    const taskId = (await page(ann, { approverId: other.userId })).data[0]?.["taskId"];
    const { errors } = await as(ann).ask(ACTION, { taskId, input: { status: "APPROVED" } });
    expect(errors).toHaveLength(1);
    expect((await page(ann, { approverId: other.userId })).data[0]?.status).toBe("PENDING");
  });

  it("refuses a status that is no verdict", async () => {
    const taskId = (await page(ann, { approverId: other.userId })).data[0]?.["taskId"];
    for (const status of ["PENDING", "CANCELLED"]) {
      const { errors } = await as(other).ask(ACTION, { taskId, input: { status } });
      expect(errors).toMatchObject([{ message: `Cannot set approval status to ${status}` }]);
    }
  });

  // Rules: [AE-FACADE-04] [AE-FACADE-07] [AE-FACADE-08] [AE-FACADE-09] [AE-FACADE-10]
  it("shows the task's state, archived tasks too", async () => {
    const rejected = await submitNew(engine, ann, stagesOf([boss]), { ref: "LN-1", kind: "Loan" });
    await engine.decideApproval(boss, { taskId: rejected.tasks[0]?._id ?? "", status: "REJECTED" });
    const cancelled = await submitNew(engine, ann, stagesOf([boss]), { ref: "CL-1", kind: "Claim" });
    await engine.cancelDocument(ann, { refId: cancelled.refId });
    const refs = async (input: Record<string, unknown>) =>
      (await page(boss, input)).data.map(({ ref }) => ref);
    expect(await refs({ status: "APPROVED" })).toEqual(["LV-1"]);
    expect(await refs({ status: "REJECTED" })).toEqual(["LN-1"]);
    expect(await refs({ status: "CANCELLED" })).toEqual(["CL-1"]);
    expect(await refs({ status: "PENDING" })).toEqual(["LV-1"]);
    expect(await refs({ kind: "LOAN" })).toEqual(["LN-1"]);
    expect(await refs({ kind: "ADVANCE" })).toEqual([]);
    expect((await page(boss, { take: 1, skip: 1 })).data).toHaveLength(1);
  });

  it("shows the task's state for an approver who is no longer needed, and does not list the row as waiting", async () => {
    const [one, two] = [company.user(), company.user()];
    const { tasks } = await submitNew(engine, ann, stagesOf([one, two]), { kind: "Advance", ref: "AD-1" });
    await engine.decideApproval(one, { taskId: tasks[0]?._id ?? "", status: "APPROVED" });
    expect((await page(two, { approverId: two.userId })).data).toMatchObject([{ status: "APPROVED" }]);
    expect(await as(two).get("{ myPendingApprovals { ref } }")).toEqual({ myPendingApprovals: [] });
  });
});

describe("HR policies", () => {
  const ann = aCompany().user({ privileged: true });
  const levels = [
    { role: "HR", order: 2, approveBy: "ALL" },
    { role: "MANAGER", order: 1 },
  ];
  const CREATE = `mutation Create($input: CreateHrApprovalPolicyInput!) { createHrApprovalPolicy(input: $input) {
    _id kind levels { role order approveBy } } }`;
  let id = "";

  // Rules: [AE-POLICY-01] [AE-POLICY-02] [AE-POLICY-03] [AE-POLICY-11]
  it("are created with their levels, ANY by default", async () => {
    const { createHrApprovalPolicy: policy } = await as(ann).get<{
      createHrApprovalPolicy: { _id: string; levels: unknown[] };
    }>(CREATE, { input: { kind: "LEAVE", levels } });
    expect(policy).toMatchObject({ kind: "LEAVE" });
    expect(policy.levels).toHaveLength(2);
    expect(policy.levels).toContainEqual({ role: "MANAGER", order: 1, approveBy: "ANY" });
    id = policy._id;
  });

  it("exist once per kind [AE-POLICY-04]", async () => {
    const { errors } = await as(ann).ask(CREATE, { input: { kind: "LEAVE", levels } });
    expect(errors).toMatchObject([{ extensions: { code: "CONFLICT" } }]);
  });

  it.each([
    ["[AE-POLICY-05]", []],
    ["[AE-POLICY-06]", [{ role: "HR", order: 0, approveBy: "ANY" }]],
    ["[AE-POLICY-06]", [{ role: "HR", order: -1, approveBy: "ANY" }]],
    ["[AE-POLICY-06]", [{ role: "HR", order: 1.5, approveBy: "ANY" }]],
    [
      "[AE-POLICY-07]",
      [
        { role: "HR", order: 1, approveBy: "ANY" },
        { role: "MANAGER", order: 1, approveBy: "ANY" },
      ],
    ],
    [
      "[AE-POLICY-08]",
      [
        { role: "HR", order: 1, approveBy: "ANY" },
        { role: "HR", order: 2, approveBy: "ANY" },
      ],
    ],
  ])("%s [AE-POLICY-09] are refused with levels %j, and nothing is written", async (_, bad) => {
    const { errors } = await as(ann).ask(CREATE, { input: { kind: "CLAIM", levels: bad } });
    expect(errors).toMatchObject([{ extensions: { code: "BAD_USER_INPUT" } }]);
    expect(JSON.stringify(errors)).toContain("levels");
    expect(await as(ann).get("{ hrApprovalPolicyPage { total } }")).toEqual({
      hrApprovalPolicyPage: { total: 1 },
    });
  });

  it("are paged, changed and deleted [AE-POLICY-10] [AE-POLICY-12] [AE-POLICY-13]", async () => {
    expect(
      await as(ann).get(
        `mutation Update($id: ID!, $input: UpdateHrApprovalPolicyInput!) {
          updateHrApprovalPolicy(id: $id, input: $input) { levels { role order } } }`,
        { id, input: { levels: [{ role: "HEAD_OF_DEPARTMENT", order: 7, approveBy: "ANY" }] } },
      ),
    ).toEqual({ updateHrApprovalPolicy: { levels: [{ role: "HEAD_OF_DEPARTMENT", order: 7 }] } });
    expect(
      await as(ann).get("{ hrApprovalPolicyPage(input: { kind: LEAVE }) { total data { _id } } }"),
    ).toEqual({ hrApprovalPolicyPage: { total: 1, data: [{ _id: id }] } });
    const { deleteHrApprovalPolicy } = await as(ann).get<{ deleteHrApprovalPolicy: unknown }>(
      "mutation Delete($id: ID!) { deleteHrApprovalPolicy(id: $id) { _id kind deletedAt } }",
      { id },
    );
    expect(deleteHrApprovalPolicy).toEqual({
      _id: id,
      kind: "LEAVE",
      deletedAt: expect.stringMatching(/Z$/u) as string,
    });
    expect(await as(ann).get("{ hrApprovalPolicyPage { total } }")).toEqual({
      hrApprovalPolicyPage: { total: 0 },
    });
  });
});

describe("approval thresholds", () => {
  const ann = aCompany().user({ privileged: true });

  // Rules: [AE-THRESH-01] [AE-THRESH-02] [AE-THRESH-03] [AE-THRESH-04] [AE-THRESH-05] [AE-THRESH-06]
  it("are created, paged, changed and deleted", async () => {
    const { _id: workflowId } = await engine.workflows.create(ann, { name: "Large orders" });
    const fields = "_id kind workflowId amountThreshold discountPercentageThreshold enabled";
    const { createApprovalThreshold: threshold } = await as(ann).get<{
      createApprovalThreshold: { _id: string };
    }>(
      `mutation Create($input: CreateApprovalThresholdInput!) { createApprovalThreshold(input: $input) { ${fields} } }`,
      { input: { kind: "SalesInvoice", workflowId, amountThreshold: 1_000.5 } },
    );
    expect(threshold).toEqual({
      _id: threshold._id,
      kind: "SalesInvoice",
      workflowId,
      amountThreshold: 1_000.5,
      discountPercentageThreshold: null,
      enabled: true,
    });
    expect(
      await as(ann).get(
        `mutation Update($id: ID!, $input: UpdateApprovalThresholdInput!) {
          updateApprovalThreshold(id: $id, input: $input) { ${fields} } }`,
        {
          id: threshold._id,
          input: { amountThreshold: null, discountPercentageThreshold: 10, enabled: false },
        },
      ),
    ).toMatchObject({
      updateApprovalThreshold: { amountThreshold: null, discountPercentageThreshold: 10, enabled: false },
    });
    const page =
      "query Page($input: ApprovalThresholdPageInput) { approvalThresholdPage(input: $input) { total data { workflow { _id } } } }";
    expect(await as(ann).get(page, { input: { enabled: true } })).toMatchObject({
      approvalThresholdPage: { total: 0 },
    });
    expect(await as(ann).get(page, { input: { kind: "SalesInvoice", enabled: false } })).toMatchObject({
      approvalThresholdPage: { total: 1, data: [{ workflow: { _id: workflowId } }] },
    });
    await as(ann).get("mutation Delete($id: ID!) { deleteWorkflow(id: $id) }", { id: workflowId });
    expect(await as(ann).get(page)).toMatchObject({
      approvalThresholdPage: { data: [{ workflow: null }] },
    });
    expect(
      await as(ann).get("mutation Delete($id: ID!) { deleteApprovalThreshold(id: $id) }", {
        id: threshold._id,
      }),
    ).toEqual({ deleteApprovalThreshold: true });
    expect(await as(ann).get(page)).toMatchObject({ approvalThresholdPage: { total: 0 } });
  });
});
