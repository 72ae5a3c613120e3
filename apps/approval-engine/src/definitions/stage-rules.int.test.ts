import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, recordsOf } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";

const store = await useTestStore();
const { as } = await useReplica(store, useBus());
const records = recordsOf(store);

const CREATE = `mutation Create($input: CreateWorkflowStageInput!) { createWorkflowStage(input: $input) {
  _id approveBy quorum rejectBy bulk } }`;
const UPDATE = `mutation Update($id: ID!, $input: UpdateWorkflowStageInput!) {
  updateWorkflowStage(id: $id, input: $input) { approveBy quorum rejectBy bulk } }`;

/** A caller with a workflow of their own. */
async function aWorkflow() {
  const company = aCompany();
  const client = as(company.user());
  const { createWorkflow } = await client.get<{ createWorkflow: { _id: string } }>(
    `mutation { createWorkflow(input: { name: "Contracts" }) { _id } }`,
  );
  const workflowId = createWorkflow._id;
  return {
    workflowId,
    client,
    stage: async (input: object) => {
      const named = { workflowId, name: "Board", order: 1, ...input };
      return (await client.get<{ createWorkflowStage: { _id: string } }>(CREATE, { input: named }))
        .createWorkflowStage;
    },
    approvers: async () =>
      (
        await client.get<{ workflowApproverPage: { data: { approverId: string; groups: string[] }[] } }>(
          `{ workflowApproverPage(input: { workflowId: "${workflowId}" }) { data { approverId groups } } }`,
        )
      ).workflowApproverPage.data.toReversed(),
  };
}

describe("the rule of a stored stage", () => {
  it("keeps quorum, rejectBy, bulk and the groups of its approvers [PPL-4]", async () => {
    const { stage, approvers } = await aWorkflow();
    const [ann, bob] = [newId(), newId()];
    expect(
      await stage({
        approveBy: "PER_GROUP",
        quorum: 1,
        rejectBy: "UNREACHABLE",
        bulk: false,
        approvers: [{ approverId: ann, groups: ["legal", "finance", "legal"] }, { approverId: bob }],
      }),
    ).toMatchObject({ approveBy: "PER_GROUP", quorum: 1, rejectBy: "UNREACHABLE", bulk: false });
    expect(await approvers()).toEqual([
      { approverId: ann, groups: ["legal", "finance"] },
      { approverId: bob, groups: [] },
    ]);
  });

  it("is by default that any approval completes the stage and any rejection ends it [PPL-4]", async () => {
    const { stage } = await aWorkflow();
    const { _id, ...rule } = await stage({ approverIds: [newId()] });
    expect(rule).toEqual({ approveBy: "ANY", quorum: null, rejectBy: "VETO", bulk: true });
    const [stored] = await records.list<object>("workflow_stages", { _id: toObjectId(_id) });
    for (const field of ["quorum", "rejectBy", "bulk"]) expect(stored).not.toHaveProperty(field);
  });

  it("changes as a whole: a number that does not fit the new rule is refused [PPL-4]", async () => {
    const { stage, client } = await aWorkflow();
    const { _id: id } = await stage({ approveBy: "COUNT", quorum: 2, bulk: false });
    expect((await client.ask(UPDATE, { id, input: { approveBy: "ALL" } })).errors).toMatchObject([
      {
        message: "quorum has no meaning with ALL",
        extensions: { code: "BAD_USER_INPUT", field: "quorum" },
      },
    ]);
    expect(await client.get(UPDATE, { id, input: { approveBy: "ALL", quorum: null, bulk: true } })).toEqual({
      updateWorkflowStage: { approveBy: "ALL", quorum: null, rejectBy: "VETO", bulk: true },
    });
    expect(
      await client.get(UPDATE, { id, input: { approveBy: "PERCENT", quorum: 67, rejectBy: "VETO" } }),
    ).toEqual({ updateWorkflowStage: { approveBy: "PERCENT", quorum: 67, rejectBy: "VETO", bulk: true } });
  });

  it("keeps the groups of approvers who stay, unless others are given [PPL-4]", async () => {
    const { stage, client, approvers } = await aWorkflow();
    const [ann, bob] = [newId(), newId()];
    const { _id: id } = await stage({
      approvers: [
        { approverId: ann, groups: ["legal"] },
        { approverId: bob, groups: ["finance"] },
      ],
    });
    await client.get(UPDATE, { id, input: { approverIds: [ann, bob] } });
    expect(await approvers()).toMatchObject([{ groups: ["legal"] }, { groups: ["finance"] }]);
    await client.get(UPDATE, {
      id,
      input: { approvers: [{ approverId: ann }, { approverId: bob, groups: ["board"] }] },
    });
    expect(await approvers()).toEqual([
      { approverId: ann, groups: [] },
      { approverId: bob, groups: ["board"] },
    ]);
    expect(await records.audit(id)).toMatchObject([
      { action: "create" },
      { action: "update" },
      {
        action: "update",
        before: { approvers: { approverIds: [ann, bob], groups: { [ann]: ["legal"], [bob]: ["finance"] } } },
        after: { approvers: { approverIds: [ann, bob], groups: { [bob]: ["board"] } } },
      },
    ]);
  });

  it("takes the groups of approvers who are added or changed on their own [PPL-4]", async () => {
    const { stage, client, approvers } = await aWorkflow();
    const { _id: stageId } = await stage({});
    const approverId = newId();
    const { createWorkflowApprover } = await client.get<{ createWorkflowApprover: { _id: string } }>(
      `mutation Create($input: CreateWorkflowApproverInput!) { createWorkflowApprover(input: $input) { _id } }`,
      { input: { stageId, approverId, groups: ["legal"] } },
    );
    expect(await approvers()).toEqual([{ approverId, groups: ["legal"] }]);
    const change = async (groups: string[]) =>
      client.get(
        `mutation Update($id: ID!, $input: UpdateWorkflowApproverInput!) {
          updateWorkflowApprover(id: $id, input: $input) { groups } }`,
        { id: createWorkflowApprover._id, input: { groups } },
      );
    expect(await change(["board"])).toEqual({ updateWorkflowApprover: { groups: ["board"] } });
    expect(await change([])).toEqual({ updateWorkflowApprover: { groups: [] } });
  });

  const ann = newId();
  it.each<[string, object, string, string]>([
    ["0 approvals", { approveBy: "COUNT", quorum: 0 }, "quorum", "must be at least 1"],
    ["no number", { approveBy: "COUNT" }, "quorum", "whole number from 1 with COUNT"],
    ["101 %", { approveBy: "PERCENT", quorum: 101 }, "quorum", "from 1 to 100 with PERCENT"],
    ["a number beside ANY", { quorum: 1 }, "quorum", "no meaning with ANY"],
    [
      "both lists of approvers",
      { approverIds: [ann], approvers: [{ approverId: ann }] },
      "approvers",
      "must not be given with approverIds",
    ],
    [
      "21 groups",
      { approvers: [{ approverId: ann, groups: Array.from({ length: 21 }, (_, n) => `g${n}`) }] },
      "approvers.0.groups",
      "must have at most 20 items",
    ],
    [
      "a group of 65 characters",
      { approvers: [{ approverId: ann, groups: ["g".repeat(65)] }] },
      "approvers.0.groups.0",
      "must have at most 64 characters",
    ],
    [
      "a group that hides text",
      { approvers: [{ approverId: ann, groups: ["le\u202Egal"] }] },
      "approvers.0.groups.0",
      "",
    ],
  ])("refuses %s, naming the field [PPL-4]", async (_title, input, field, fault) => {
    const { client, workflowId } = await aWorkflow();
    const { errors } = await client.ask(CREATE, { input: { workflowId, name: "Board", order: 1, ...input } });
    expect(errors).toMatchObject([
      { message: expect.stringContaining(fault) as string, extensions: { code: "BAD_USER_INPUT", field } },
    ]);
  });
});
