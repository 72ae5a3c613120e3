import { newId, toObjectId } from "@countersign/mongo";
import { commandsOf, useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, stagesOf, submitNew } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore({ monitored: true });
const { as, engine } = await useReplica(store, useBus());

interface TaskPage {
  total: number;
  data: { _id: string; ref: string | null; stageName: string; createdAt: string; [field: string]: unknown }[];
}

const PAGE = `query Page($input: WorkflowTaskPageInput) {
  workflowTaskPage(input: $input) { total data { _id ref stageName kind status title createdAt } } }`;
const pageOf = async (caller: Caller, input?: Record<string, unknown>): Promise<TaskPage> =>
  (await as(caller).get<{ workflowTaskPage: TaskPage }>(PAGE, { input })).workflowTaskPage;

/** Reference and stage of each task on the page. */
const refs = async (caller: Caller, input?: Record<string, unknown>): Promise<string[]> =>
  (await pageOf(caller, input)).data.map(({ ref, stageName }) => `${ref} ${stageName}`);

const VERDICT = `mutation Verdict($input: UpdateWorkflowApprovalStatusInput!) {
  updateWorkflowApprovalStatus(input: $input) }`;

/** A stored workflow of one stage per list of approvers. */
async function aWorkflow(owner: Caller, ...stages: Caller[][]): Promise<string> {
  const { _id: workflowId } = await engine.workflows.create(owner, { name: "Purchases" });
  for (const [index, approvers] of stages.entries()) {
    await engine.stages.create(owner, {
      workflowId,
      name: `Stage ${index + 1}`,
      order: index + 1,
      approverIds: approvers.map(({ userId }) => userId),
    });
  }
  return workflowId;
}

describe("a run over GraphQL", () => {
  const company = aCompany();
  const [submitter, first, second] = [company.user(), company.user({ name: "Ann" }), company.user()];
  const refId = newId();

  it("newWorkflowTask submits a whole run [AE-INBOX-01] [AE-GQL-01] [AE-GQL-02]", async () => {
    const workflowId = await aWorkflow(submitter, [first], [second]);
    const input = { workflowId, refId, kind: "PurchaseOrder", ref: "PO-1" };
    const answer = await as(submitter).ask(
      "mutation New($input: NewWorkflowTaskInput!) { newWorkflowTask(input: $input) }",
      { input },
    );
    expect(answer).toEqual({ status: 200, data: { newWorkflowTask: true } });
  });

  // Rules: [AE-INBOX-11] [AE-INBOX-12] [AE-INBOX-13] [AE-INBOX-14] [AE-INBOX-15] [AE-TASK-14] [AE-BASE-01]
  // [AE-BASE-05] [AE-BASE-07] [AE-BASE-08] [CT-COLL-02] [CT-COLL-07]
  it("shows the active task with all it refers to", async () => {
    await store.db.collection("users").insertOne({
      _id: toObjectId(first.userId),
      companyId: toObjectId(company.companyId),
      name: "Ann Approver",
      email: "ann@example.test",
    });
    await store.db.collection("orders").insertOne({
      _id: toObjectId(refId),
      companyId: toObjectId(company.companyId),
      kind: "PurchaseOrder",
      ref: "PO-1",
      totalAmount: 120.5,
      discount: { valueType: "PERCENTAGE", value: 5 },
      status: "DRAFT",
    });
    const { findOneWorkflowTask: task } = await as(first).get<{
      findOneWorkflowTask: Record<string, unknown>;
    }>(
      `query One($input: QueryWorkflowTaskInput!) { findOneWorkflowTask(input: $input) {
        _id companyId branchId ref documentCode documentDate createdAt updatedAt createdBy updatedBy deletedAt
        canUpdate canView canDelete canPost
        refId runId submitterId parentId title orderNo archived status stageId workflowId stageName approveBy kind
        completionDate canUpdateStatus
        stage { _id name order approverIds workflowId approveBy status }
        workflow { name status stages { name } creator { name } }
        order { _id kind ref totalAmount discount { valueType value } status }
        approvals { approverId status remark archived statusUpdateDate taskId approver { _id name email } } } }`,
      { input: { refId } },
    );
    expect(task).toMatchObject({
      companyId: company.companyId,
      ref: "PO-1",
      createdBy: submitter.userId,
      submitterId: submitter.userId,
      deletedAt: null,
      canView: true,
      refId,
      parentId: null,
      title: "Stage 1 - Approval",
      orderNo: 1,
      archived: false,
      status: "AWAITING_APPROVAL",
      stageName: "Stage 1",
      approveBy: "ANY",
      kind: "PurchaseOrder",
      completionDate: null,
      canUpdateStatus: true,
      stage: { name: "Stage 1", order: 1, approverIds: [], approveBy: "ANY", status: "DRAFT" },
      workflow: { name: "Purchases", status: "DRAFT", stages: [{ name: "Stage 1" }, { name: "Stage 2" }] },
      order: {
        _id: refId,
        kind: "PurchaseOrder",
        ref: "PO-1",
        totalAmount: 120.5,
        discount: { valueType: "PERCENTAGE", value: 5 },
        status: "DRAFT",
      },
      approvals: [
        {
          approverId: first.userId,
          status: "AWAITING_APPROVAL",
          remark: null,
          archived: false,
          statusUpdateDate: null,
          taskId: task["_id"],
          approver: { _id: first.userId, name: "Ann Approver", email: "ann@example.test" },
        },
      ],
    });
    expect(task["createdAt"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/u);
    expect(task["documentDate"]).toBe(Date.parse(String(task["createdAt"])));
  });

  // Rules: [AE-ACT-01] [AE-ACT-09] [AE-ACT-10] [AE-BASE-09] [AE-INBOX-16]
  it("takes the caller's verdict, once", async () => {
    const active = await as(first).get<{ findOneWorkflowTask: { _id: string } }>(
      "query One($input: QueryWorkflowTaskInput!) { findOneWorkflowTask(input: $input) { _id } }",
      { input: { refId } },
    );
    const taskId = active.findOneWorkflowTask._id;
    const canUpdate = async (caller: Caller) =>
      as(caller).get(
        "query One($input: QueryWorkflowTaskInput!) { findOneWorkflowTask(input: $input) { canUpdateStatus status completionDate } }",
        { input: { _id: taskId } },
      );
    expect(await canUpdate(second)).toMatchObject({ findOneWorkflowTask: { canUpdateStatus: false } });
    const before = Math.floor(Date.now() / 1_000);
    expect(await as(first).ask(VERDICT, { input: { taskId, status: "APPROVED", remark: "fine" } })).toEqual({
      status: 200,
      data: { updateWorkflowApprovalStatus: true },
    });
    const { findOneWorkflowTask: done } = (await canUpdate(first)) as {
      findOneWorkflowTask: { completionDate: number };
    };
    expect(done).toMatchObject({ canUpdateStatus: false, status: "APPROVED" });
    expect(done.completionDate).toBeGreaterThanOrEqual(before);
    expect(done.completionDate).toBeLessThanOrEqual(Date.now() / 1_000);

    const again = await as(first).ask(VERDICT, { input: { taskId, status: "APPROVED" } });
    expect(again.errors).toMatchObject([
      {
        message: "Approval not found or cannot be updated",
        extensions: { code: "CONFLICT", reason: "APPROVAL_NOT_ACTIONABLE" },
      },
    ]);
  });

  it("refuses any other status with its text [AE-ACT-12]", async () => {
    for (const status of ["PENDING", "AWAITING_APPROVAL", "COMPLETED"]) {
      const { errors } = await as(first).ask(VERDICT, { input: { taskId: newId(), status } });
      expect(errors).toMatchObject([
        { message: `Cannot set approval status to ${status}`, extensions: { code: "BAD_USER_INPUT" } },
      ]);
    }
  });

  it("lists the document's history in order [AE-EVENT-17] [AE-EVENT-06] [AE-EVENT-16]", async () => {
    const { workflowEvents } = await as(second).get<{ workflowEvents: { event: string; _id: string }[] }>(
      `query Events($refId: ID!) { workflowEvents(refId: $refId) { _id event actorId targetIds kind refId taskId
        metadata { ref stageName remark actorName fromStageId toStageId returnToStageId } } }`,
      { refId },
    );
    expect(workflowEvents.map(({ event }) => event)).toEqual(["TASK_CREATED", "APPROVED", "STAGE_ADVANCED"]);
    expect(workflowEvents.map(({ _id }) => _id)).toEqual(workflowEvents.map(({ _id }) => _id).toSorted());
    expect(workflowEvents[1]).toMatchObject({
      actorId: first.userId,
      targetIds: [submitter.userId],
      metadata: { ref: "PO-1", remark: "fine", actorName: "Ann" },
    });
  });

  it("shows an event that time brought about without an actor", async () => {
    const company = aCompany();
    const [author, boss] = [company.user(), company.user()];
    const { refId } = await submitNew(engine, author, stagesOf([boss]));
    const byTime = {
      $unset: { actorId: true, "metadata.actorName": true },
      $set: { "metadata.actor": "system" },
    };
    await store.db.collection("workflow_events").updateOne({ refId: toObjectId(refId) }, byTime);
    const query =
      "query ($refId: ID!) { workflowEvents(refId: $refId) { actorId metadata { actor actorName } } }";
    await expect(as(author).get(query, { refId })).resolves.toEqual({
      workflowEvents: [{ actorId: null, metadata: { actor: "system", actorName: null } }],
    });
  });

  it("shows at most as many people of an event as the bound of the list allows [PPL-3]", async () => {
    const company = aCompany();
    const [author, boss] = [company.user(), company.user()];
    const { refId } = await submitNew(engine, author, stagesOf([boss]));
    const notified = Array.from({ length: 300 }, () => newId());
    const ofDocument = { refId: toObjectId(refId) };
    const targetIds = notified.map((id) => toObjectId(id));
    await store.db.collection("workflow_events").updateOne(ofDocument, { $set: { targetIds } });
    const query = "query ($refId: ID!) { workflowEvents(refId: $refId) { targetIds } }";
    expect(await as(boss).get(query, { refId })).toEqual({
      workflowEvents: [{ targetIds: notified.slice(0, 201) }],
    });
  });

  it("finds approvals [AE-ACT-06] [AE-ACT-07] [AE-ACT-08]", async () => {
    const query = `query Approvals($input: QueryWorkflowApprovalInput!) {
      findWorkflowApproval(input: $input) { approverId status approver { name } }
      findOneWorkflowApproval(input: $input) { approverId remark } }`;
    expect(await as(second).get(query, { input: { approverId: first.userId } })).toEqual({
      findWorkflowApproval: [
        { approverId: first.userId, status: "APPROVED", approver: { name: "Ann Approver" } },
      ],
      findOneWorkflowApproval: { approverId: first.userId, remark: "fine" },
    });
  });

  it("leaves the inbox when it is rejected [AE-TASK-06] [AE-ACT-11]", async () => {
    const waiting = await pageOf(second, { status: "AWAITING_APPROVAL" });
    expect(waiting.total).toBe(1);
    const taskId = waiting.data[0]?._id;
    await as(second).get(VERDICT, { input: { taskId, status: "REJECTED", remark: "too dear" } });
    const inbox = await pageOf(second);
    expect(inbox.data.map(({ _id }) => _id)).not.toContain(taskId);
    const { findOneWorkflowTask } = await as(second).get<{ findOneWorkflowTask: unknown }>(
      "query One($input: QueryWorkflowTaskInput!) { findOneWorkflowTask(input: $input) { status archived approvals { status archived remark } } }",
      { input: { _id: taskId } },
    );
    expect(findOneWorkflowTask).toEqual({
      status: "REJECTED",
      archived: true,
      approvals: [{ status: "REJECTED", archived: true, remark: "too dear" }],
    });
  });
});

describe("the inbox", () => {
  const company = aCompany();
  const [ann, ben, eve] = [company.user(), company.user(), company.user()];
  const privileged = company.user({ privileged: true });

  it("shows tasks that one approves or submitted, and all to privileged users [AE-AUTH-04] [AE-AUTH-05] [AE-INBOX-04]", async () => {
    await submitNew(engine, ann, stagesOf([ben]), { ref: "A-1" });
    await submitNew(engine, ben, stagesOf([ann], [eve]), { ref: "B-1", kind: "Claim" });
    expect(await refs(ann)).toEqual(["B-1 Stage 1", "A-1 Stage 1"]);
    expect(await refs(ben)).toEqual(["B-1 Stage 2", "B-1 Stage 1", "A-1 Stage 1"]);
    expect(await refs(eve)).toEqual(["B-1 Stage 2"]);
    expect(await refs(company.user())).toEqual([]);
    expect(await refs(privileged)).toEqual(["B-1 Stage 2", "B-1 Stage 1", "A-1 Stage 1"]);
    expect(await refs(aCompany().user({ privileged: true }))).toEqual([]);
  });

  it("filters by status, kinds and involved user [AE-INBOX-07] [AE-INBOX-08] [AE-INBOX-09]", async () => {
    expect(await refs(privileged, { status: "PENDING" })).toEqual(["B-1 Stage 2"]);
    expect(await refs(privileged, { kinds: ["Leave"] })).toEqual(["A-1 Stage 1"]);
    expect(await refs(privileged, { kinds: ["Leave", "Claim"], status: "AWAITING_APPROVAL" })).toEqual([
      "B-1 Stage 1",
      "A-1 Stage 1",
    ]);
    expect(await refs(privileged, { kinds: [] })).toHaveLength(3);
    expect(await refs(privileged, { involvedUserId: eve.userId })).toEqual(["B-1 Stage 2"]);
    expect((await pageOf(ann, { involvedUserId: eve.userId })).total).toBe(0);
  });

  it("shows an approved task until it is deleted [AE-INBOX-03]", async () => {
    const team = aCompany();
    const [author, boss, reader] = [team.user(), team.user(), team.user({ privileged: true })];
    const { tasks } = await submitNew(engine, author, stagesOf([boss]), { ref: "D-1" });
    const taskId = tasks[0]?._id ?? "";
    await engine.decideApproval(boss, { taskId, status: "APPROVED" });
    for (const caller of [author, boss, reader]) expect((await pageOf(caller)).total).toBe(1);

    await engine.tasks.remove(reader, taskId);

    for (const caller of [author, boss, reader]) {
      expect(await pageOf(caller)).toEqual({ total: 0, data: [] });
    }
  });

  const count = async (keyword: string) => (await pageOf(privileged, { keyword })).total;

  it("finds the keyword in reference, title and stage name, in either case, as plain text [AE-INBOX-06]", async () => {
    await submitNew(
      engine,
      ann,
      [{ name: "Check (50%) [a.b]", order: 1, approveBy: "ANY", approverIds: [ben.userId] }],
      { ref: "Ü-1" },
    );
    expect(await count("a-1")).toBe(1);
    expect(await count("STAGE 2")).toBe(1);
    expect(await count("approval")).toBe(4);
    expect(await count("(50%)")).toBe(1);
    expect(await count("a.b]")).toBe(1);
    expect(await count(".")).toBe(1);
    expect(await count(".*")).toBe(0);
    expect(await count("(")).toBe(1);
    expect(await count("ü-1")).toBe(1);
    expect(await count("")).toBe((await pageOf(privileged)).total);
  });

  // Rules: [AE-GQL-05] [AE-GQL-06] [AE-GQL-07] [AE-GQL-08]
  it("pages newest first and counts all", async () => {
    const crowd = aCompany();
    const reader = crowd.user({ privileged: true });
    for (let n = 1; n <= 23; n += 1) {
      await submitNew(engine, crowd.user(), stagesOf([crowd.user()]), { ref: `N-${n}` });
    }
    const standard = await pageOf(reader);
    expect(standard.total).toBe(23);
    expect(standard.data).toHaveLength(20);
    expect(standard.data[0]?.ref).toBe("N-23");
    const rest = await pageOf(reader, { skip: 20, take: 100 });
    expect(rest.data.map(({ ref }) => ref)).toEqual(["N-3", "N-2", "N-1"]);
    expect((await pageOf(reader, { skip: 23 })).data).toEqual([]);
  });

  it("findMySubmissions shows the caller's own tasks, archived ones too [AE-INBOX-05] [AE-INBOX-10]", async () => {
    const team = aCompany();
    const [author, boss] = [team.user(), team.user()];
    const rejected = await submitNew(engine, author, stagesOf([boss]), { ref: "S-1" });
    await submitNew(engine, author, stagesOf([boss]), { ref: "S-2" });
    await submitNew(engine, boss, stagesOf([author]), { ref: "S-3" });
    await as(boss).get(VERDICT, { input: { taskId: rejected.tasks[0]?._id, status: "REJECTED" } });
    const query = `query Mine($input: WorkflowTaskSubmissionsPageInput) {
      findMySubmissions(input: $input) { total data { ref archived status } } }`;
    expect(await as(author).get(query)).toEqual({
      findMySubmissions: {
        total: 2,
        data: [
          { ref: "S-2", archived: false, status: "AWAITING_APPROVAL" },
          { ref: "S-1", archived: true, status: "REJECTED" },
        ],
      },
    });
    expect(await as(author).get(query, { input: { archived: false, keyword: "s-" } })).toMatchObject({
      findMySubmissions: { total: 1, data: [{ ref: "S-2" }] },
    });
    expect((await pageOf(author)).data.map(({ ref }) => ref)).toEqual(["S-3", "S-2"]);
  });

  it("reads a page and everything its tasks refer to with the same number of commands, however long it is", async () => {
    const query = `query Page($input: WorkflowTaskPageInput) { workflowTaskPage(input: $input) { total data {
      canUpdateStatus stage { name } workflow { name stages { name } creator { name } } order { ref }
      approvals { approver { name } } } } }`;
    const office = aCompany();
    const reader = office.user({ privileged: true });
    const workflowId = await aWorkflow(reader, [reader], [office.user(), office.user()]);
    const submitMore = async (count: number) => {
      for (let n = 0; n < count; n += 1) {
        await engine.submitDocument(reader, {
          workflowId,
          refId: newId(),
          kind: "PurchaseOrder",
          submitterId: reader.userId,
        });
      }
    };
    const commandsFor = (take: number) => commandsOf(store, () => as(reader).get(query, { input: { take } }));
    await submitMore(1);
    const short = await commandsFor(1);
    await submitMore(9);
    const long = await commandsFor(20);
    expect(long.toSorted()).toEqual(short.toSorted());
    // The caller, page, total, stages, workflows, stages of workflows, orders, approvals, users twice, grants, settings.
    expect(long.length).toBeLessThanOrEqual(12);
  });
});

describe("counts of waiting tasks", () => {
  it("are per kind [AE-INBOX-18] [AE-LIMIT-03]", async () => {
    const company = aCompany();
    const user = company.user();
    await submitNew(engine, user, stagesOf([company.user()], [company.user()]), { kind: "Loan" });
    await submitNew(engine, user, stagesOf([company.user()]), { kind: "Loan" });
    await submitNew(engine, user, stagesOf([company.user()]), { kind: "SalesOrder" });
    const { pendingApprovalCounts } = await as(user).get<{
      pendingApprovalCounts: { kind: string; count: number }[];
    }>("{ pendingApprovalCounts { kind count } }");
    expect(pendingApprovalCounts).toHaveLength(8);
    expect(pendingApprovalCounts.filter(({ count }) => count > 0)).toEqual([
      { kind: "SalesOrder", count: 1 },
      { kind: "Loan", count: 2 },
    ]);
  });
});
