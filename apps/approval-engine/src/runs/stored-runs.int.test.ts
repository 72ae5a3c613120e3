import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { type Document, ObjectId } from "mongodb";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn, recordsOf } from "../../test/engine-fixture.ts";
import type { Caller } from "../shared/caller.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);

const RUN_COLLECTIONS = [
  "workflows",
  "workflow_stages",
  "workflow_approvers",
  "workflow_tasks",
  "workflow_approvals",
  "workflow_events",
  "workflow_notifications",
];

/** Every value whose field is named as an id or as ids, with its path. */
function* idsIn(document: Document, parent = ""): Generator<[path: string, value: unknown]> {
  for (const [key, value] of Object.entries(document)) {
    const path = `${parent}${key}`;
    if (/Ids?$|^_id$/u.test(key)) yield* [value].flat().map((id): [string, unknown] => [path, id]);
    else if (key === "metadata") yield* idsIn(value as Document, `${path}.`);
  }
}

/** A stored workflow with one stage per approver, created in another order than they run. */
async function aWorkflow(author: Caller, approvers: readonly Caller[]) {
  const { _id: workflowId } = await engine.workflows.create(author, { name: "Purchases" });
  const stageIds: string[] = [];
  for (const [index, { userId }] of [...approvers.entries()].toReversed()) {
    const stage = await engine.stages.create(author, {
      workflowId,
      name: `Stage ${index + 1}`,
      order: index + 1,
      approverIds: [userId],
    });
    stageIds.unshift(stage._id);
  }
  return { workflowId, stageIds };
}

/** A document in the given stage of a stored run of three stages. */
async function inStage(number: number) {
  const company = aCompany();
  const submitter = company.user();
  const approvers = [company.user(), company.user(), company.user()] as const;
  const { workflowId, stageIds } = await aWorkflow(submitter, approvers);
  const refId = newId();
  const { tasks } = await engine.submitDocument(submitter, {
    workflowId,
    refId,
    kind: "PurchaseOrder",
    ref: "PO-1",
    submitterId: submitter.userId,
  });
  for (let index = 0; index < number - 1; index += 1) {
    const approver = approvers[index] as Caller;
    await engine.decideApproval(approver, { taskId: tasks[index]?._id ?? "", status: "APPROVED" });
  }
  const reject = async (returnToStageId?: string) =>
    engine.decideApproval(approvers[number - 1] as Caller, {
      taskId: tasks[number - 1]?._id ?? "",
      status: "REJECTED",
      returnToStageId,
    });
  return { company, submitter, approvers, workflowId, stageIds, refId, tasks, reject };
}

const statusesOf = async (refId: string) =>
  (await records.tasks(refId)).map(({ orderNo, status }) => `${orderNo} ${status}`);

describe("submitting a stored workflow", () => {
  it("runs its stages by order, though it is a draft [AE-SUBMIT-04] [AE-SUBMIT-17] [AE-LIMIT-01]", async () => {
    const { refId, workflowId, stageIds, approvers } = await inStage(1);
    const tasks = await records.tasks(refId);
    expect(tasks.map(({ stageName }) => stageName)).toEqual(["Stage 1", "Stage 2", "Stage 3"]);
    expect(tasks).toMatchObject(stageIds.map((stageId) => ({ stageId, workflowId, kind: "PurchaseOrder" })));
    expect(await records.approvals(tasks[0]?._id ?? "")).toMatchObject([
      { approverId: approvers[0].userId, stageId: stageIds[0], workflowId },
    ]);
  });

  it("needs a stage, and an approver in every stage [AE-SUBMIT-06] [AE-SUBMIT-07]", async () => {
    const author = aCompany().user();
    const { _id: workflowId } = await engine.workflows.create(author, { name: "Empty" });
    const submit = async () =>
      engine.submitDocument(author, {
        workflowId,
        refId: newId(),
        kind: "Leave",
        submitterId: author.userId,
      });
    await expect(submit()).rejects.toMatchObject({ message: "Workflow has no stages" });
    await engine.stages.create(author, { workflowId, name: "Board", order: 1 });
    await expect(submit()).rejects.toMatchObject({ message: 'Stage "Board" has no approvers' });
  });

  it("leaves deleted stages and approvers out [AE-BASE-02] [AE-APPROVER-02]", async () => {
    const company = aCompany();
    const [author, one, two] = [company.user(), company.user(), company.user()];
    const { workflowId, stageIds } = await aWorkflow(author, [one, two]);
    await engine.stages.remove(author, stageIds[0] ?? "");
    const { tasks } = await engine.submitDocument(author, {
      workflowId,
      refId: newId(),
      kind: "Leave",
      submitterId: author.userId,
    });
    expect(tasks.map(({ stageName }) => stageName)).toEqual(["Stage 2"]);
  });

  it("of another company is as if it did not exist [CT-AUTH-10]", async () => {
    const { workflowId } = await inStage(1);
    const stranger = aCompany().user();
    const submission = { workflowId, refId: newId(), kind: "Leave", submitterId: stranger.userId } as const;
    await expect(engine.submitDocument(stranger, submission)).rejects.toMatchObject({
      message: "Workflow not found",
    });
  });
});

describe("returning a stored run", () => {
  it("goes to the previous stage by default [AE-RETURN-05]", async () => {
    const { refId, reject } = await inStage(3);
    await reject();
    expect(await statusesOf(refId)).toEqual(["1 APPROVED", "2 AWAITING_APPROVAL", "3 REJECTED", "3 PENDING"]);
  });

  it("goes to the task of the named stage; the stages between keep their verdict [AE-RETURN-01] [AE-RETURN-10]", async () => {
    const { refId, reject, stageIds, approvers, tasks } = await inStage(3);
    await reject(stageIds[0]);
    expect(await statusesOf(refId)).toEqual(["1 AWAITING_APPROVAL", "2 APPROVED", "3 REJECTED", "3 PENDING"]);
    expect((await records.events(refId)).at(-1)).toMatchObject({
      metadata: { returnToStageId: stageIds[0], fromStageId: stageIds[2], toStageId: stageIds[0] },
    });

    await engine.decideApproval(approvers[0], { taskId: tasks[0]?._id ?? "", status: "APPROVED" });
    expect(await statusesOf(refId)).toEqual([
      "1 APPROVED",
      "2 APPROVED",
      "3 REJECTED",
      "3 AWAITING_APPROVAL",
    ]);
  });

  it("stores every id, those in an event's metadata too, as an object id [AE-BASE-03] [CT-COLL-09]", async () => {
    const { reject, stageIds, company } = await inStage(3);
    await reject(stageIds[0]);
    const inCompany = { companyId: toObjectId(company.companyId) };
    const seen = new Set<string>();
    for (const name of RUN_COLLECTIONS) {
      const documents = await store.db.collection(name).find(inCompany).toArray();
      for (const document of documents) {
        for (const [path, value] of idsIn(document)) {
          seen.add(path);
          expect(value, `${name}.${path}`).toBeInstanceOf(ObjectId);
        }
      }
    }
    expect([...seen]).toEqual(
      expect.arrayContaining(["targetIds", "involvedIds", "metadata.returnToStageId", "metadata.toStageId"]),
    );
  });

  it("makes a fresh task from the stored approvers when the stage has none [AE-RETURN-02]", async () => {
    const { refId, reject, stageIds, submitter, company, workflowId } = await inStage(2);
    const added = company.user();
    const early = await engine.stages.create(submitter, {
      workflowId,
      name: "Early",
      order: 0.5,
      approverIds: [added.userId],
    });
    await reject(early._id);
    const fresh = (await records.tasks(refId)).find(({ stageId }) => stageId === early._id);
    expect(fresh).toMatchObject({
      status: "AWAITING_APPROVAL",
      stageName: "Early",
      orderNo: 0.5,
      parentId: (await records.tasks(refId)).find(({ status }) => status === "REJECTED")?._id,
      createdBy: submitter.userId,
    });
    expect(await records.approvals(fresh?._id ?? "")).toMatchObject([
      { approverId: added.userId, status: "AWAITING_APPROVAL" },
    ]);
    expect(stageIds).not.toContain(early._id);
  });

  it("is terminal when the stored stage has no approver [AE-RETURN-03]", async () => {
    const { refId, reject, submitter, workflowId } = await inStage(2);
    const early = await engine.stages.create(submitter, { workflowId, name: "Early", order: 0.5 });
    await reject(early._id);
    expect(await statusesOf(refId)).toEqual(["1 APPROVED", "2 REJECTED", "3 ARCHIEVED"]);
    expect((await records.outbox(refId)).map(({ subject }) => subject)).toContain(
      "approval.outcome.inventory.PurchaseOrder.rejected",
    );
  });

  it("refuses a later stage, another workflow's, another company's and an unknown one [AE-RETURN-09]", async () => {
    const { reject, stageIds, refId } = await inStage(2);
    const others = await inStage(2);
    for (const stageId of [stageIds[2], others.stageIds[0], newId()]) {
      await expect(reject(stageId)).rejects.toMatchObject({ message: "Return stage not found" });
    }
    expect(await statusesOf(refId)).toEqual(["1 APPROVED", "2 AWAITING_APPROVAL", "3 PENDING"]);
  });
});
