import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, recordsOf } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import { staffedCompany } from "../../test/staffed-company.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());
const records = recordsOf(store);

const RULE = "role order approveBy quorum rejectBy bulk";
const CREATE = `mutation Create($input: CreateHrApprovalPolicyInput!) {
  createHrApprovalPolicy(input: $input) { _id levels { ${RULE} } } }`;
const UPDATE = `mutation Update($id: ID!, $input: UpdateHrApprovalPolicyInput!) {
  updateHrApprovalPolicy(id: $id, input: $input) { levels { ${RULE} } } }`;
const POLICIES = `{ hrApprovalPolicyPage(input: { kind: LEAVE }) { data { _id } } }`;

const manager = { role: "MANAGER", order: 1 };

describe("a level of an HR policy", () => {
  it("keeps its rule, which its stage has when a document is submitted [PPL-4]", async () => {
    const { company, submit } = await staffedCompany(engine, store);
    const client = as(company.user({ privileged: true }));
    const { hrApprovalPolicyPage } = await client.get<{
      hrApprovalPolicyPage: { data: { _id: string }[] };
    }>(POLICIES);
    const rule = { approveBy: "PERCENT", quorum: 51, rejectBy: "UNREACHABLE", bulk: false };
    const levels = [
      { ...manager, ...rule },
      { role: "HR", order: 2 },
    ];
    const plain = { approveBy: "ANY", quorum: null, rejectBy: "VETO", bulk: true };
    expect(await client.get(UPDATE, { id: hrApprovalPolicyPage.data[0]?._id, input: { levels } })).toEqual({
      updateHrApprovalPolicy: {
        levels: [
          { ...manager, ...rule },
          { role: "HR", order: 2, ...plain },
        ],
      },
    });

    const { refId } = await submit();
    const [first, second] = await records.tasks(refId);
    expect(first).toMatchObject({ stageName: "MANAGER", ...rule });
    for (const field of ["quorum", "rejectBy", "bulk"]) expect(second).not.toHaveProperty(field);
  });

  it("asks users and sources beside the holder of its role [SRC-1]", async () => {
    const { company, submit, staff } = await staffedCompany(engine, store);
    const admin = as(company.user({ privileged: true }));
    const [ann, dan] = [company.user(), company.user()];
    const { createUserGroup } = await admin.get<{ createUserGroup: { _id: string } }>(
      `mutation Group($input: CreateUserGroupInput!) { createUserGroup(input: $input) { _id } }`,
      { input: { name: "Board", memberIds: [ann.userId] } },
    );
    const { hrApprovalPolicyPage } = await admin.get<{
      hrApprovalPolicyPage: { data: { _id: string }[] };
    }>(POLICIES);
    const approvers = [
      { approverId: dan.userId, groups: ["LAW"] },
      { source: { groupId: createUserGroup._id }, groups: ["BOARD"] },
    ];
    const update = UPDATE.replace(RULE, "approvers { approverId groups source { groupId } }");
    const input = { levels: [{ ...manager, approvers }] };
    const { updateHrApprovalPolicy } = await admin.get<{ updateHrApprovalPolicy: unknown }>(update, {
      id: hrApprovalPolicyPage.data[0]?._id,
      input,
    });
    expect(updateHrApprovalPolicy).toEqual({
      levels: [
        {
          approvers: [
            { ...approvers[0], source: null },
            { ...approvers[1], approverId: null },
          ],
        },
      ],
    });
    const { tasks, approverIds } = await submit();
    const shown = "{ approvals { approverId reason groups reasonGroup { name } } }";
    const { findOneWorkflowTask } = await admin.get<{ findOneWorkflowTask: { approvals: unknown[] } }>(
      `{ findOneWorkflowTask(input: { _id: "${tasks[0]?._id}" }) ${shown} }`,
    );
    expect(findOneWorkflowTask.approvals).toEqual([
      { approverId: staff.manager, reason: "MANAGER_OF", groups: [], reasonGroup: null },
      { approverId: dan.userId, reason: "RULE", groups: ["LAW"], reasonGroup: null },
      { approverId: ann.userId, reason: "GROUP", groups: ["BOARD"], reasonGroup: { name: "Board" } },
    ]);
    expect(approverIds).toEqual([staff.manager, dan.userId]);
  });

  it("gives its approver the seat for their role, and says so [PPL-5]", async () => {
    const { company, submit } = await staffedCompany(engine, store);
    const { tasks } = await submit();
    const reasons = await Promise.all(
      tasks.map(async ({ _id }) =>
        as(company.user()).get(`{ findOneWorkflowApproval(input: { taskId: "${_id}" }) { reason } }`),
      ),
    );
    expect(reasons).toEqual(
      ["MANAGER_OF", "HEAD_OF", "HR_OF"].map((reason) => ({ findOneWorkflowApproval: { reason } })),
    );
  });

  it.each<[string, object, string]>([
    ["0 approvals", { approveBy: "COUNT", quorum: 0 }, "levels.0.quorum: must be at least 1"],
    ["101 %", { approveBy: "PERCENT", quorum: 101 }, "from 1 to 100 with PERCENT"],
    ["2 approvals of its one approver", { approveBy: "COUNT", quorum: 2 }, "cannot reach its quorum"],
    ["groups that nobody carries", { approveBy: "PER_GROUP" }, "cannot reach its quorum"],
  ])("is refused with %s, naming the field [PPL-4]", async (_title, rule, fault) => {
    const client = as(aCompany().user({ privileged: true }));
    const { errors } = await client.ask(CREATE, {
      input: { kind: "LEAVE", levels: [{ ...manager, ...rule }] },
    });
    expect(errors).toMatchObject([
      {
        message: expect.stringContaining(fault) as string,
        extensions: { code: "BAD_USER_INPUT", field: "levels.0.quorum" },
      },
    ]);
  });
});
