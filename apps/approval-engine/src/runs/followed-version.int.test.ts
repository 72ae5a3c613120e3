import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import type { ObjectId } from "mongodb";
import { describe, expect, it } from "vitest";

import { changeTasks } from "../../test/change-tasks.ts";
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
    await changeTasks(store, { refId: toObjectId(refId) }, (task) =>
      task._id === tasks[0]?._id ? { ...task, archived: true } : task,
    );
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

  it("seats nobody who changed the stage there after the submission [MEET-3]", async () => {
    const { admin, company, one, two, stages, workflowId, submit } = await aWorkflow();
    const [pia, ann] = [company.user({ privileged: true }), company.user()];
    const groupIds = [admin, pia].map(({ userId }) => userId);
    const { _id: groupId } = await engine.groups.create(admin, { name: "Board", memberIds: groupIds });
    const seats = async (approvers: object[], publisher: Caller) => {
      const { refId, tasks } = await submit();
      await engine.decideApproval(one, { taskId: tasks[0]?._id ?? "", status: "APPROVED" });
      const early = { key: "early", name: "Early", order: 0, approvers };
      const publish = (by: Caller, name: string) =>
        engine.publishWorkflow(by, { workflowId, name, stages: [early, ...stages] });
      const { stages: next } = await publish(publisher, "Orders");
      // Another name of the workflow changes no stage.
      await publish(publisher === pia ? admin : pia, "Orders, renamed");
      const returning = { status: "REJECTED", returnToStageId: next[0]!.stageId };
      await engine.decideApproval(two, { taskId: tasks[1]!._id, ...returning });
      const fresh = (await records.tasks(refId)).find(({ status }) => status === "AWAITING_APPROVAL");
      const rows = await records.approvals(fresh!._id);
      await engine.publishWorkflow(admin, { workflowId, name: "Orders", stages });
      return {
        taskId: fresh!._id,
        rows: rows.map(({ approverId, status, leftOut }) => [approverId, leftOut ?? status]),
      };
    };
    const named = await seats([{ approverId: pia.userId }, { approverId: ann.userId }], pia);
    expect(named.rows).toEqual([
      [pia.userId, "OWN_CHANGE"],
      [ann.userId, "AWAITING_APPROVAL"],
    ]);
    const approving = engine.decideApproval(pia, { taskId: named.taskId, status: "APPROVED" });
    await expect(approving).rejects.toMatchObject({ code: "FORBIDDEN", message: /Nobody seats themselves/u });
    await engine.seats.resolveAgain(admin, { taskId: named.taskId });
    await expect(
      engine.decideApproval(pia, { taskId: named.taskId, status: "APPROVED" }),
    ).rejects.toMatchObject({ code: "FORBIDDEN" });
    const sourced = await seats([{ source: { groupId } }], pia);
    expect(sourced.rows).toEqual([
      [admin.userId, "AWAITING_APPROVAL"],
      [pia.userId, "OWN_CHANGE"],
    ]);
    const byAnother = await seats([{ approverId: pia.userId }], admin);
    expect(byAnother.rows).toEqual([[pia.userId, "AWAITING_APPROVAL"]]);
    await engine.decideApproval(pia, { taskId: byAnother.taskId, status: "APPROVED" });
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
