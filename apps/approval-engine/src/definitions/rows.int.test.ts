import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { array, assert, asyncProperty, constantFrom, integer, record } from "fast-check";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn, recordsOf } from "../../test/engine-fixture.ts";
import { stageFieldsOf } from "./content.ts";
import type { Workflow, WorkflowApprover, WorkflowStage } from "./records.ts";
import { rowsOf } from "./rows.ts";
import type { WorkflowVersion } from "./versions.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);

const liveRows = async <R>(collection: string, workflowId: string) =>
  records.list<R>(collection, { workflowId: toObjectId(workflowId), deletedAt: null });
const newestOf = async (workflowId: string) =>
  records.list<WorkflowVersion>("workflow_versions", { workflowId: toObjectId(workflowId), until: null });

const derivedOfStage = (row: WorkflowStage) => ({ _id: row._id, ...stageFieldsOf(row) });
const derivedOfApprover = ({ _id, stageId, approverId, groups }: WorkflowApprover) => ({
  _id,
  stageId,
  approverId,
  ...(groups && { groups }),
});

/** A workflow of two stages, each with a user who approves. */
async function aWorkflow() {
  const company = aCompany();
  const admin = company.user({ privileged: true });
  const people = [company.user(), company.user(), company.user()] as const;
  const userIds = people.map(({ userId }) => userId);
  const stages = ["One", "Two"].map((name, place) => ({ name, approverIds: [userIds[place]!] }));
  const { workflowId, stages: published } = await engine.publishWorkflow(admin, { name: "Orders", stages });
  return { admin, submitter: people[2], userIds, workflowId, published };
}

describe("rows of a workflow", () => {
  it("ask nobody: those that others have changed count for nothing, and follow again [ROUTE-1]", async () => {
    const { admin, submitter, userIds, workflowId, published } = await aWorkflow();
    const ofWorkflow = { workflowId: toObjectId(workflowId) };
    await store.db
      .collection("workflow_stages")
      .updateMany(ofWorkflow, { $set: { name: "Other", order: 9 } });
    const approverId = toObjectId(submitter.userId);
    await store.db.collection("workflow_approvers").updateMany(ofWorkflow, { $set: { approverId } });
    const document = { refId: newId(), kind: "Leave", submitterId: submitter.userId, workflowId } as const;
    const { refId, tasks } = await engine.submitDocument(submitter, document);
    expect(tasks.map(({ stageName }) => stageName)).toEqual(["One", "Two"]);
    const [first] = await records.tasks(refId);
    expect(await records.approvals(first!._id)).toMatchObject([{ approverId: userIds[0] }]);

    const { stageId = "" } = published[0] ?? {};
    await engine.stages.update(admin, stageId, { status: "IN_PROGRESS" });
    const [row] = await liveRows<WorkflowStage>("workflow_stages", workflowId);
    expect(row).toMatchObject({ _id: stageId, name: "One", order: 1, status: "IN_PROGRESS" });
    expect((await newestOf(workflowId))[0]).toMatchObject({
      version: 2,
      stages: [{ name: "One" }, { name: "Two" }],
    });
  });

  it("are what its newest version says, of which there is one, after any changes [ROUTE-1]", async () => {
    const change = record({
      what: constantFrom(
        "stage",
        "rename",
        "approvers",
        "approver",
        "relabel",
        "publish",
        "delete",
        "deleteApprover",
      ),
      place: integer({ min: 0, max: 5 }),
    });
    const property = asyncProperty(array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const { admin, userIds, workflowId } = await aWorkflow();
      for (const { what, place } of changes) {
        const [{ stages }] = (await newestOf(workflowId)) as [WorkflowVersion];
        const stage = stages[place % Math.max(1, stages.length)];
        const { stageId = "", key = "", approvers = [] } = stage ?? {};
        const { id = "" } = approvers[place % Math.max(1, approvers.length)] ?? {};
        const userId = userIds[place % userIds.length]!;
        const order = place / 2;
        if (what === "stage" || stage === undefined) {
          await engine.stages.create(admin, { workflowId, name: "New", order, approverIds: [userId] });
        } else if (what === "rename")
          await engine.stages.update(admin, stageId, { name: `S${place}`, order });
        else if (what === "approvers") await engine.stages.update(admin, stageId, { approverIds: [userId] });
        else if (what === "approver") {
          await engine.approvers.create(admin, { stageId, approverId: userId, groups: ["law"] });
        } else if (what === "delete") await engine.stages.remove(admin, stageId);
        else if (what === "publish") {
          const given = { key, name: "Kept", order, approvers: [{ approverId: userId, groups: ["tax"] }] };
          await engine.publishWorkflow(admin, { workflowId, name: `W${place}`, stages: [given] });
        } else if (id !== "" && what === "relabel")
          await engine.approvers.update(admin, id, { groups: ["a", "a"] });
        else if (id !== "") await engine.approvers.remove(admin, id);
      }
      const [newest, ...others] = await newestOf(workflowId);
      expect(others).toEqual([]);
      const rows = rowsOf(undefined, newest);
      const [workflow] = await records.list<Workflow>("workflows", { _id: toObjectId(workflowId) });
      expect(workflow?.name).toBe(newest?.name);
      const stages = await liveRows<WorkflowStage>("workflow_stages", workflowId);
      expect(stages.map(derivedOfStage)).toEqual(rows.stages.added);
      const approvers = await liveRows<WorkflowApprover>("workflow_approvers", workflowId);
      expect(approvers.map(derivedOfApprover)).toEqual(rows.approvers.added);
    });
    await assert(property, { numRuns: 15 });
  });
});
