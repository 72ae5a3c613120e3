import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { purchase } from "../../test/conditional-workflows.ts";
import { aCompany } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());

const STAGES = `warnings { stageKey code message }
  stages { stageId key name order included reason when values dueAt
    seats { userId user { _id name } reason reasonUser { _id } groups substitutes { _id name } } }`;
const PREVIEW = `query Preview($input: PreviewRouteInput!) { previewRoute(input: $input) {
  workflowId version ${STAGES} } }`;
const OF_RUN = `query OfRun($refId: ID!) { runRoute(refId: $refId) { workflowId version ${STAGES} } }`;
const EVENTS = `query Events($refId: ID!) { workflowEvents(refId: $refId) { event metadata { warnings } } }`;

interface Shown {
  workflowId: string | null;
  version: number | null;
  warnings: object[];
  stages: { key: string | null; included: boolean; seats: { userId: string; reason: string }[] }[];
}

/** A company with a group, and a workflow whose second stage asks it where the submitter's department is the given one. */
async function aCase() {
  const company = aCompany();
  const author = company.user({ privileged: true });
  const [eve, ann, bob] = [company.user(), company.user(), company.user()];
  const departmentId = newId();
  const names = [eve, ann, bob].map(({ userId }, place) => ({
    _id: toObjectId(userId),
    companyId: toObjectId(company.companyId),
    name: `Person ${place}`,
  }));
  await store.db.collection("users").insertMany(names);
  await store.db.collection("employees").insertOne({
    companyId: toObjectId(company.companyId),
    userId: toObjectId(eve.userId),
    departmentId: toObjectId(departmentId),
  });
  const { _id: groupId } = await engine.groups.create(author, { name: "Directors", memberIds: [bob.userId] });
  const { workflowId } = await engine.publishWorkflow(author, {
    name: "Travel",
    stages: [
      { key: "manager", name: "Manager", approverIds: [ann.userId] },
      {
        key: "directors",
        name: "Directors",
        approvers: [{ source: { groupId } }],
        when: `submitter.departmentId == "${departmentId}" && document.amount > 1000.0`,
      },
    ],
  });
  const owner = { ...eve, isService: true as const };
  const submitAs = (caller: typeof eve, amount?: string) =>
    engine.submitDocument(caller, {
      refId: newId(),
      kind: "Leave",
      submitterId: eve.userId,
      workflowId,
      document: purchase(amount),
    });
  return { author, eve, ann, bob, owner, departmentId, workflowId, submitAs };
}

describe("routes over GraphQL", () => {
  it("show stages with conditions and values, and the people of sources with their reasons [ROUTE-2] [SRC-1]", async () => {
    const { eve, ann, bob, departmentId, workflowId } = await aCase();
    const input = { workflowId, kind: "Leave", document: { amount: "5000.00", currency: "EUR" } };
    const { previewRoute } = await as(eve).get<{ previewRoute: Shown }>(PREVIEW, { input });
    expect(previewRoute).toMatchObject({
      workflowId,
      version: 1,
      warnings: [],
      stages: [
        { key: "manager", included: true, reason: "ALWAYS", when: null, values: null, dueAt: null },
        {
          key: "directors",
          included: true,
          reason: "CONDITION_TRUE",
          values: { "submitter.departmentId": departmentId, "document.amount": "5000.00" },
        },
      ],
    });
    expect(previewRoute.stages.map(({ seats }) => seats)).toMatchObject([
      [{ userId: ann.userId, user: { _id: ann.userId, name: "Person 1" }, reason: "RULE", groups: [] }],
      [{ userId: bob.userId, user: { name: "Person 2" }, reason: "GROUP", substitutes: [] }],
    ]);
  });

  it("say of a run what the preview said, and null to who may not read it [ROUTE-2] [FIX-11]", async () => {
    const { author, eve, owner, workflowId, submitAs } = await aCase();
    const { refId } = await submitAs(owner, "500.00");
    const input = { workflowId, kind: "Leave", document: { amount: "500.00", currency: "EUR" } };
    const { previewRoute } = await as(eve).get<{ previewRoute: Shown }>(PREVIEW, { input });
    const { runRoute } = await as(eve).get<{ runRoute: Shown }>(OF_RUN, { refId });
    expect(runRoute).toEqual(previewRoute);
    expect(runRoute.stages.map(({ included }) => included)).toEqual([true, false]);
    await engine.updateApprovalSettings(author, { runReaders: "INVOLVED" });
    const stranger = { ...eve, userId: newId() };
    expect(await as(stranger).get(OF_RUN, { refId })).toEqual({ runRoute: null });
  });

  it("have the warnings of a submission in its event [ROUTE-4]", async () => {
    const { eve, owner, submitAs } = await aCase();
    const { refId } = await submitAs(owner);
    const { workflowEvents } = await as(eve).get<{ workflowEvents: object[] }>(EVENTS, { refId });
    const message = 'The condition of stage "Directors" could not be evaluated: document.amount is missing';
    expect(workflowEvents).toEqual([
      {
        event: "TASK_CREATED",
        metadata: { warnings: [{ stageKey: "directors", code: "CONDITION_ERROR", message }] },
      },
    ]);
  });

  it("ask the people of a source whose stage an amendment adds [ROUTE-4] [SRC-1]", async () => {
    const { author, ann, bob, owner, submitAs } = await aCase();
    await engine.updateApprovalSettings(author, { onAmend: "KEEP_VERDICTS" });
    const { refId, tasks } = await submitAs(owner, "500.00");
    await engine.amendDocument(owner, { refId, document: purchase("5000.00") });
    await engine.decideApproval(ann, { taskId: tasks[0]?._id ?? "", status: "APPROVED" });
    const { runRoute } = await as(author).get<{ runRoute: Shown }>(OF_RUN, { refId });
    expect(runRoute.stages[1]).toMatchObject({
      key: "directors",
      included: true,
      seats: [{ userId: bob.userId, reason: "GROUP" }],
    });
  });
});
