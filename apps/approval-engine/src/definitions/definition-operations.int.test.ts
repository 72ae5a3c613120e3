import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";

const store = await useTestStore();
const bus = useBus();
const { as } = await useReplica(store, bus);
const company = aCompany();
const ann = company.user();

interface Id {
  _id: string;
}

describe("workflow definitions over GraphQL", () => {
  const client = as(ann);
  let workflowId = "";
  let stageId = "";

  // Rules: [AE-DEF-01] [AE-WF-01] [AE-WF-02] [AE-WF-03] [AE-WF-04]
  it("createWorkflow answers the new workflow", async () => {
    await store.db.collection("users").insertOne({
      _id: toObjectId(ann.userId),
      companyId: toObjectId(company.companyId),
      name: "Ann",
      email: "ann@example.test",
    });
    const { createWorkflow } = await client.get<{ createWorkflow: Id & Record<string, unknown> }>(
      `mutation Create($input: CreateWorkflowInput!) { createWorkflow(input: $input) {
        _id companyId ref name description stageId status createdBy canUpdate documentCode documentDate
        stages { _id } creator { _id name email } } }`,
      { input: { name: "Purchases", description: "over 1,000", documentDate: 1_700_000_000_000 } },
    );
    expect(createWorkflow).toMatchObject({
      companyId: company.companyId,
      name: "Purchases",
      description: "over 1,000",
      stageId: null,
      status: "DRAFT",
      createdBy: ann.userId,
      documentDate: 1_700_000_000_000,
      stages: [],
      creator: { _id: ann.userId, name: "Ann", email: "ann@example.test" },
    });
    expect(createWorkflow["ref"]).toMatch(/000001$/u);
    workflowId = createWorkflow._id;
  });

  it("updateWorkflow changes only what is named [AE-DEF-02] [AE-GQL-03]", async () => {
    const update = `mutation Update($id: ID!, $input: UpdateWorkflowInput!) { updateWorkflow(id: $id, input: $input) {
      name description status } }`;
    expect(await client.get(update, { id: workflowId, input: { status: "IN_PROGRESS" } })).toEqual({
      updateWorkflow: { name: "Purchases", description: "over 1,000", status: "IN_PROGRESS" },
    });
    expect(await client.get(update, { id: workflowId, input: { description: null } })).toEqual({
      updateWorkflow: { name: "Purchases", description: null, status: "IN_PROGRESS" },
    });
    expect((await client.ask(update, { id: newId(), input: {} })).errors).toMatchObject([
      { message: "Workflow not found", extensions: { code: "NOT_FOUND" } },
    ]);
  });

  // Rules: [AE-DEF-06] [AE-DEF-09] [AE-STAGE-06] [AE-STAGE-09]
  it("stages are created, found and changed", async () => {
    const [first, second] = [newId(), newId()];
    const { createWorkflowStage: stage } = await client.get<{ createWorkflowStage: Id }>(
      `mutation Create($input: CreateWorkflowStageInput!) { createWorkflowStage(input: $input) {
        _id name order approveBy status workflowId approverIds } }`,
      { input: { workflowId, name: "Boss", order: 2.5, approverIds: [first, second] } },
    );
    expect(stage).toEqual({
      _id: expect.any(String) as string,
      name: "Boss",
      order: 2.5,
      approveBy: "ANY",
      status: "DRAFT",
      workflowId,
      approverIds: [],
    });
    stageId = stage._id;
    const approvers = `query Approvers($input: WorkflowApproverPageInput) {
      workflowApproverPage(input: $input) { total data { approverId stageId workflowId } } }`;
    expect(await client.get(approvers, { input: { stageId } })).toMatchObject({
      workflowApproverPage: { total: 2, data: [{ workflowId }, { workflowId }] },
    });
    await client.get(
      `mutation Update($id: ID!, $input: UpdateWorkflowStageInput!) {
        updateWorkflowStage(id: $id, input: $input) { approveBy } }`,
      { id: stageId, input: { approveBy: "ALL", approverIds: [first] } },
    );
    expect(await client.get(approvers, { input: { workflowId } })).toMatchObject({
      workflowApproverPage: { total: 1, data: [{ approverId: first, stageId }] },
    });
    expect(
      await client.get(
        `{ workflowStagePage(input: { workflowId: "${workflowId}", keyword: "bo" }) { total data { approveBy } }
          findWorkflowStage(input: { name: "Boss", order: 2.5 }) { _id approverIds } }`,
      ),
    ).toEqual({
      workflowStagePage: { total: 1, data: [{ approveBy: "ALL" }] },
      findWorkflowStage: { _id: stageId, approverIds: [] },
    });
  });

  it("approvers are created, found, changed and deleted [AE-DEF-07] [AE-DEF-10] [AE-APPROVER-01]", async () => {
    const [approverId, another] = [newId(), newId()];
    const { createWorkflowApprover: approver } = await client.get<{ createWorkflowApprover: Id }>(
      `mutation Create($input: CreateWorkflowApproverInput!) { createWorkflowApprover(input: $input) {
        _id stageId workflowId approverId } }`,
      { input: { stageId, approverId } },
    );
    expect(approver).toMatchObject({ stageId, workflowId, approverId });
    expect(
      await client.get(
        `mutation Update($id: ID!, $input: UpdateWorkflowApproverInput!) {
          updateWorkflowApprover(id: $id, input: $input) { approverId } }`,
        { id: approver._id, input: { approverId: another } },
      ),
    ).toEqual({ updateWorkflowApprover: { approverId: another } });
    const find = `{ findWorkflowApprover(input: { approverId: "${another}" }) { _id } }`;
    expect(await client.get(find)).toEqual({ findWorkflowApprover: { _id: approver._id } });
    expect(
      await client.get("mutation Delete($id: ID!) { deleteWorkflowApprover(id: $id) }", { id: approver._id }),
    ).toEqual({ deleteWorkflowApprover: true });
    expect(await client.get(find)).toEqual({ findWorkflowApprover: null });
  });

  // Rules: [AE-BASE-04] [AE-DEF-04] [AE-DEF-05] [AE-DEF-08]
  it("pages and finds workflows with their stages in order", async () => {
    await client.get(
      `mutation Create($input: CreateWorkflowStageInput!) { createWorkflowStage(input: $input) { _id } }`,
      { input: { workflowId, name: "First", order: -1 } },
    );
    expect(
      await client.get(
        `{ workflowPage(input: { keyword: "PURCH", status: IN_PROGRESS }) { total data { _id stages { name } } }
          findWorkflow(input: { name: "Purchases" }) { _id creator { name } }
          nothing: findWorkflow(input: { name: "purchases" }) { _id } }`,
      ),
    ).toEqual({
      workflowPage: { total: 1, data: [{ _id: workflowId, stages: [{ name: "First" }, { name: "Boss" }] }] },
      findWorkflow: { _id: workflowId, creator: { name: "Ann" } },
      nothing: null,
    });
  });

  it("a deleted workflow is missing, the record is kept [AE-DEF-03] [AE-BASE-02]", async () => {
    const remove = "mutation Delete($id: ID!) { deleteWorkflow(id: $id) }";
    expect(await client.get(remove, { id: workflowId })).toEqual({ deleteWorkflow: true });
    expect(
      await client.get(`{ workflowPage { total } findWorkflow(input: { _id: "${workflowId}" }) { _id } }`),
    ).toEqual({ workflowPage: { total: 0 }, findWorkflow: null });
    expect((await client.ask(remove, { id: workflowId })).errors).toMatchObject([
      { message: "Workflow not found" },
    ]);
    expect(await store.db.collection("workflows").countDocuments({ _id: toObjectId(workflowId) })).toBe(1);
  });
});

describe("the right to edit definitions", () => {
  const create = "mutation Create($input: CreateWorkflowInput!) { createWorkflow(input: $input) { _id } }";
  const input = { name: "Travel" };

  it("is everybody's unless the deployment restricts it [AE-AUTH-08] [AE-AUTH-06]", async () => {
    await as(aCompany().user()).get(create, { input });
  });

  it("is the privileged users' where it is restricted [AE-AUTH-09]", async () => {
    const strict = await useReplica(store, bus, { rules: { definitionsRequirePrivileged: true } });
    const { errors } = await strict.as(company.user()).ask(create, { input });
    expect(errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
    await strict.as(company.user({ privileged: true })).get(create, { input });
  });
});

describe("the audit trail", () => {
  const office = aCompany();
  const author = office.user();
  const auditor = office.user({ privileged: true });
  const query = `query Audit($input: AuditLogPageInput) { auditLogPage(input: $input) {
    total data { at actorId action entity entityId before after } } }`;

  it("shows privileged users who changed what, with the values before and after [AE-AUTH-02]", async () => {
    const { createWorkflow } = await as(author).get<{ createWorkflow: Id }>(
      "mutation Create($input: CreateWorkflowInput!) { createWorkflow(input: $input) { _id } }",
      { input: { name: "Before" } },
    );
    const entityId = createWorkflow._id;
    await as(author).get(
      "mutation Update($id: ID!, $input: UpdateWorkflowInput!) { updateWorkflow(id: $id, input: $input) { _id } }",
      { id: entityId, input: { name: "After" } },
    );
    const { auditLogPage } = await as(auditor).get<{
      auditLogPage: { total: number; data: Record<string, unknown>[] };
    }>(query, { input: { entityId } });
    expect(auditLogPage).toMatchObject({
      total: 2,
      data: [
        {
          action: "update",
          actorId: author.userId,
          entity: "workflows",
          entityId,
          before: { name: "Before" },
          after: { name: "After" },
        },
        { action: "create", before: null, after: { name: "Before" } },
      ],
    });
    expect(JSON.stringify(auditLogPage)).not.toContain("Bearer");
    expect(await as(auditor).get(query, { input: { action: "create" } })).toMatchObject({
      auditLogPage: { total: 1 },
    });
    expect(await as(aCompany().user({ privileged: true })).get(query)).toMatchObject({
      auditLogPage: { total: 0 },
    });
  });

  it("is closed to others", async () => {
    expect((await as(author).ask(query)).errors).toMatchObject([{ extensions: { code: "FORBIDDEN" } }]);
  });
});
