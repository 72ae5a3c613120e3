import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import type { ObjectId } from "mongodb";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn, recordsOf, stagesOf } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());
const records = recordsOf(store);
const versions = store.db.collection<{
  companyId: ObjectId;
  workflowId: ObjectId;
  version: number;
  stages: { stageId: ObjectId }[];
}>("workflow_versions");

/** A company with a workflow of two stages, published once. */
async function aWorkflow() {
  const company = aCompany();
  const admin = company.user({ privileged: true });
  const [submitter, one, two] = [company.user(), company.user(), company.user()];
  const stages = [
    { key: "one", name: "One", order: 1, approverIds: [one.userId] },
    { key: "two", name: "Two", order: 2, approverIds: [two.userId] },
  ];
  const published = await engine.publishWorkflow(admin, { name: "Orders", stages });
  const { workflowId } = published;
  const submit = async (fields: { refId?: string } = {}) =>
    engine.submitDocument(submitter, {
      workflowId,
      refId: newId(),
      kind: "Leave",
      submitterId: submitter.userId,
      ...fields,
    });
  return { company, admin, submitter, one, two, stages, workflowId, published, submit };
}

const versionsOf = (workflowId: string) =>
  versions.find({ workflowId: toObjectId(workflowId) }, { sort: { version: 1 } }).toArray();
const followedBy = async (refId: string) =>
  (await records.tasks(refId)).map(({ workflowVersion }) => workflowVersion);

/** The run is at its second stage; its workflow then gets an earlier stage, which the run does not have. */
async function withNewStage() {
  const scene = await aWorkflow();
  const { admin, company, one, two, stages, workflowId, submit } = scene;
  const { refId, tasks } = await submit();
  await engine.decideApproval(one, { taskId: tasks[0]?._id ?? "", status: "APPROVED" });
  const early = { key: "early", name: "Early", order: 0, approverIds: [company.user().userId] };
  const next = await engine.publishWorkflow(admin, {
    workflowId,
    name: "Orders",
    stages: [early, ...stages],
  });
  const returnToStageId = next.stages[0]?.stageId ?? "";
  const reject = async (stageId = returnToStageId) =>
    engine.decideApproval(two, {
      taskId: tasks[1]?._id ?? "",
      status: "REJECTED",
      returnToStageId: stageId,
    });
  return { ...scene, refId, reject };
}

const namesOf = async (refId: string) =>
  (await records.tasks(refId)).map(({ stageName, status }) => `${stageName} ${status}`);

describe("a run", () => {
  it("names the version that it follows, on every task that it ever gets [ROUTE-1]", async () => {
    const { admin, submitter, one, two, stages, workflowId, submit } = await aWorkflow();
    const first = await submit();
    await engine.publishWorkflow(admin, { workflowId, name: "Orders", stages: stages.slice(1) });
    const second = await submit();
    expect(await followedBy(first.refId)).toEqual([1, 1]);
    expect(await followedBy(second.refId)).toEqual([2]);
    await engine.decideApproval(one, { taskId: first.tasks[0]?._id ?? "", status: "APPROVED" });
    await engine.decideApproval(two, { taskId: first.tasks[1]?._id ?? "", status: "REJECTED" });
    expect(await followedBy(first.refId)).toEqual([1, 1, 1]);
    const query = `query Task($refId: ID!) { findOneWorkflowTask(input: { refId: $refId }) { workflowVersion } }`;
    expect(await as(submitter).get(query, { refId: second.refId })).toEqual({
      findOneWorkflowTask: { workflowVersion: 2 },
    });
  });

  it("of inline stages names none [ROUTE-1]", async () => {
    const { submitter, one } = await aWorkflow();
    const dynamicStages = stagesOf([one]);
    const { refId } = await engine.submitDocument(submitter, {
      dynamicStages,
      refId: newId(),
      kind: "Leave",
      submitterId: submitter.userId,
    });
    expect(await followedBy(refId)).toEqual([undefined]);
  });
});

/** The workflow as a release before versions left it. */
async function anOldWorkflow() {
  const scene = await aWorkflow();
  await versions.deleteMany({ workflowId: toObjectId(scene.workflowId) });
  return scene;
}

describe("a workflow without a version", () => {
  it("gets version 1 at its first use in a command, and from nobody [ROUTE-1]", async () => {
    const { submitter, workflowId, published, submit } = await anOldWorkflow();
    const find = `query Find($id: ID!) {
      findWorkflow(input: { _id: $id }) { version stages { key } } workflowVersions(workflowId: $id) { version creator { _id } } }`;
    expect(await as(submitter).get(find, { id: workflowId })).toEqual({
      findWorkflow: { version: 0, stages: [{ key: "stage1" }, { key: "stage2" }] },
      workflowVersions: [],
    });
    const crowd = await Promise.all(Array.from({ length: 10 }, async () => submit()));
    for (const { refId } of crowd) expect(await followedBy(refId)).toEqual([1, 1]);
    const [first, ...others] = await versionsOf(workflowId);
    expect(others).toEqual([]);
    expect(first?.["stages"]).toMatchObject([
      { key: "stage1", stageId: toObjectId(published.stages[0]?.stageId ?? "") },
      { key: "stage2", stageId: toObjectId(published.stages[1]?.stageId ?? "") },
    ]);
    expect(await as(submitter).get(find, { id: workflowId })).toMatchObject({
      findWorkflow: { version: 1 },
      workflowVersions: [{ version: 1, creator: null }],
    });
  });

  it("gets none from a submission that is refused [ROUTE-1]", async () => {
    const { submitter, workflowId, submit } = await anOldWorkflow();
    const { refId } = await submit();
    await versions.deleteMany({ workflowId: toObjectId(workflowId) });
    await expect(submit({ refId })).rejects.toMatchObject({ code: "RUN_ALREADY_OPEN" });
    await expect(
      engine.submitDocument(submitter, {
        workflowId: newId(),
        refId: newId(),
        kind: "Leave",
        submitterId: submitter.userId,
      }),
    ).rejects.toMatchObject({ message: "Workflow not found" });
    expect(await versionsOf(workflowId)).toEqual([]);
  });

  it("is published as its version 1, under the keys that its stages show [ROUTE-1]", async () => {
    const { admin, workflowId, stages, published } = await anOldWorkflow();
    const [one, two] = stages;
    const next = await engine.publishWorkflow(
      admin,
      {
        workflowId,
        name: "Orders",
        stages: [
          { ...one!, key: "stage2" },
          { ...two!, key: "stage1" },
        ],
      },
      0,
    );
    expect(next).toMatchObject({ version: 1 });
    expect(next.stages.map(({ stageId, name }) => `${stageId} ${name}`)).toEqual([
      `${published.stages[1]?.stageId} One`,
      `${published.stages[0]?.stageId} Two`,
    ]);
  });
});

describe("a workflow that a release before versions has changed", () => {
  it("gets its next version at its next use [ROUTE-1]", async () => {
    const { workflowId, submit } = await aWorkflow();
    const rows = store.db.collection("workflow_stages");
    await rows.updateOne({ workflowId: toObjectId(workflowId), name: "Two" }, { $set: { name: "Renamed" } });
    const { refId, tasks } = await submit();
    expect(tasks.map(({ stageName }) => stageName)).toEqual(["One", "Renamed"]);
    expect(await followedBy(refId)).toEqual([2, 2]);
    expect(await followedBy((await submit()).refId)).toEqual([2, 2]);
    const [, second] = await versionsOf(workflowId);
    expect(second?.["stages"]).toMatchObject([{ key: "one" }, { key: "two", name: "Renamed" }]);
  });
});

describe("a return to a stage that the run does not have", () => {
  it("finds it in the workflow as it is now, by default [ROUTE-1] [AE-RETURN-02]", async () => {
    const { refId, reject } = await withNewStage();
    await reject();
    expect(await namesOf(refId)).toEqual([
      "One APPROVED",
      "Two REJECTED",
      "Early AWAITING_APPROVAL",
      "Two PENDING",
    ]);
    expect(new Set(await followedBy(refId))).toEqual(new Set([1]));
  });

  it("looks in the version that the run follows, where the company says so [ROUTE-1]", async () => {
    const { admin, refId, published, reject } = await withNewStage();
    await engine.updateApprovalSettings(admin, { returnUsesCurrentDefinition: false });
    await expect(reject()).rejects.toMatchObject({ message: "Return stage not found" });
    await reject(published.stages[0]?.stageId);
    expect(await namesOf(refId)).toEqual(["One AWAITING_APPROVAL", "Two REJECTED", "Two PENDING"]);
  });

  it("asks whom that version names, also after the workflow is gone [ROUTE-1]", async () => {
    const { admin, one, two, workflowId, published, submit } = await aWorkflow();
    await engine.updateApprovalSettings(admin, { returnUsesCurrentDefinition: false });
    const { refId, tasks } = await submit();
    await engine.decideApproval(one, { taskId: tasks[0]?._id ?? "", status: "APPROVED" });
    // As a stage that the run left out will be: its task is not there any more.
    const own = { _id: toObjectId(tasks[0]?._id ?? "") };
    await store.db.collection("workflow_tasks").updateOne(own, { $set: { archived: true } });
    await engine.workflows.remove(admin, workflowId);
    await engine.decideApproval(two, {
      taskId: tasks[1]?._id ?? "",
      status: "REJECTED",
      returnToStageId: published.stages[0]?.stageId,
    });
    const fresh = (await records.tasks(refId)).find(({ status }) => status === "AWAITING_APPROVAL");
    expect(fresh).toMatchObject({ stageName: "One", workflowVersion: 1 });
    expect(await records.approvals(fresh?._id ?? "")).toMatchObject([{ approverId: one.userId }]);
  });

  it("of a run from before versions reads the workflow as it is now, whatever the setting [ROUTE-1]", async () => {
    const { admin, refId, reject } = await withNewStage();
    await engine.updateApprovalSettings(admin, { returnUsesCurrentDefinition: false });
    const ofRun = { refId: toObjectId(refId) };
    await store.db.collection("workflow_tasks").updateMany(ofRun, { $unset: { workflowVersion: true } });
    await reject();
    expect(await namesOf(refId)).toContain("Early AWAITING_APPROVAL");
    expect(new Set(await followedBy(refId))).toEqual(new Set([undefined]));
  });

  it("follows the deployment's default where the company has set nothing [ROUTE-1] [OPS-2]", async () => {
    const { two, reject } = await withNewStage();
    const settled = await engineOn(store, { settingsDefaults: { returnUsesCurrentDefinition: false } });
    const [task] = await records.list<{ _id: string; refId: string }>("workflow_tasks", {
      companyId: toObjectId(two.companyId),
      status: "AWAITING_APPROVAL",
    });
    const { stages } = await newestOf(two);
    await expect(
      settled.decideApproval(two, {
        taskId: task?._id ?? "",
        status: "REJECTED",
        returnToStageId: stages[0]?.stageId.toHexString(),
      }),
    ).rejects.toMatchObject({ message: "Return stage not found" });
    await reject();
  });
});

async function newestOf({ companyId }: Caller) {
  const newest = await versions.findOne({ companyId: toObjectId(companyId) }, { sort: { version: -1 } });
  return newest ?? expect.unreachable("no version");
}
