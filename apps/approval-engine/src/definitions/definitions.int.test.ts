import { LIMITS } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, engineOn, recordsOf } from "../../test/engine-fixture.ts";
import type { WorkflowApprover, WorkflowStage } from "./records.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);

const approversOf = async (stageId: string) =>
  (
    await records.list<WorkflowApprover>("workflow_approvers", {
      stageId: toObjectId(stageId),
      deletedAt: null,
    })
  ).map(({ approverId }) => approverId);

describe("workflows", () => {
  // Rules: [AE-DEF-01] [AE-WF-01] [AE-WF-02] [AE-WF-03] [AE-WF-04] [AE-BASE-01]
  it("are created with their base fields", async () => {
    const caller = aCompany().user({ branchId: newId() });
    const workflow = await engine.workflows.create(caller, {
      name: "Purchases",
      description: "Two signatures",
      stageId: "old",
    });
    expect(workflow).toMatchObject({
      name: "Purchases",
      description: "Two signatures",
      stageId: "old",
      status: "DRAFT",
      companyId: caller.companyId,
      branchId: caller.branchId,
      ref: "WF-000001",
      documentCode: "WF",
      createdBy: caller.userId,
      updatedBy: caller.userId,
      deletedAt: null,
      canUpdate: true,
      canView: true,
      canDelete: true,
      canPost: false,
    });
    expect(workflow.createdAt).toBeInstanceOf(Date);
    expect(workflow.documentDate).toEqual(workflow.createdAt);
    expect(await records.audit(workflow._id)).toMatchObject([
      { action: "create", entity: "workflows", actorId: caller.userId, after: { name: "Purchases" } },
    ]);
  });

  it("are numbered per company without duplicates, also side by side [AE-BASE-01]", async () => {
    const [one, other] = [aCompany().user(), aCompany().user()];
    const created = await Promise.all(
      Array.from({ length: 10 }, (_, index) => engine.workflows.create(one, { name: `W${index}` })),
    );
    expect(new Set(created.map(({ ref }) => ref))).toEqual(
      new Set(Array.from({ length: 10 }, (_, index) => `WF-0000${String(index + 1).padStart(2, "0")}`)),
    );
    expect(await engine.workflows.create(other, { name: "First here" })).toMatchObject({ ref: "WF-000001" });
  });

  it("change the named fields only; null clears one [AE-DEF-02] [AE-WF-05] [AE-BASE-08]", async () => {
    const company = aCompany();
    const [author, editor] = [company.user(), company.user()];
    const before = await engine.workflows.create(author, { name: "Old", description: "Text" });

    const after = await engine.workflows.update(editor, before._id, {
      status: "IN_PROGRESS",
      description: null,
      documentDate: 1_700_000_000_000,
    });

    expect(after).toMatchObject({
      name: "Old",
      status: "IN_PROGRESS",
      ref: before.ref,
      createdBy: author.userId,
      updatedBy: editor.userId,
      documentDate: new Date(1_700_000_000_000),
    });
    expect(after).not.toHaveProperty("description");
    const [, audit] = await records.audit(before._id);
    expect(audit).toMatchObject({
      action: "update",
      before: { status: "DRAFT", description: "Text" },
      after: { status: "IN_PROGRESS" },
    });
  });

  it("are deleted softly, with their stages and approvers [AE-DEF-03] [AE-BASE-02]", async () => {
    const caller = aCompany().user();
    const { _id: workflowId } = await engine.workflows.create(caller, { name: "Gone" });
    const stage = await engine.stages.create(caller, {
      workflowId,
      name: "One",
      order: 1,
      approverIds: [caller.userId],
    });

    await engine.workflows.remove(caller, workflowId);

    const [stored] = await records.list<{ deletedAt: Date | null }>("workflows", {
      _id: toObjectId(workflowId),
    });
    expect(stored?.deletedAt).toBeInstanceOf(Date);
    expect(await approversOf(stage._id)).toEqual([]);
    await expect(engine.workflows.update(caller, workflowId, { name: "Back" })).rejects.toMatchObject({
      message: "Workflow not found",
    });
    const submission = { workflowId, refId: newId(), kind: "Leave", submitterId: caller.userId } as const;
    await expect(engine.submitDocument(caller, submission)).rejects.toMatchObject({
      message: "Workflow not found",
    });
  });
});

async function stageOf() {
  const caller = aCompany().user();
  const { _id: workflowId } = await engine.workflows.create(caller, { name: "Purchases" });
  const approverIds = [newId(), newId()];
  const stage = await engine.stages.create(caller, { workflowId, name: "One", order: 2.5, approverIds });
  return { caller, workflowId, stage, approverIds };
}

describe("stages", () => {
  // Rules: [AE-DEF-06] [AE-STAGE-01] [AE-STAGE-02] [AE-STAGE-03] [AE-STAGE-04] [AE-STAGE-05]
  it("have their defaults", async () => {
    const { stage, workflowId } = await stageOf();
    expect(stage).toMatchObject({
      name: "One",
      workflowId,
      order: 2.5,
      approveBy: "ANY",
      status: "DRAFT",
      ref: "WS-000001",
    });
  });

  it("keep their approvers as rows, not on themselves [AE-STAGE-06] [AE-STAGE-09] [AE-APPROVER-01]", async () => {
    const { stage, workflowId, approverIds } = await stageOf();
    expect(stage).not.toHaveProperty("approverIds");
    const [stored] = await records.list<WorkflowStage>("workflow_stages", { _id: toObjectId(stage._id) });
    expect(stored).not.toHaveProperty("approverIds");
    const rows = await records.list<WorkflowApprover>("workflow_approvers", {
      stageId: toObjectId(stage._id),
    });
    expect(rows).toMatchObject(
      approverIds.map((approverId, index) => ({ approverId, workflowId, ref: `WA-00000${index + 1}` })),
    );
  });

  it("replace the set of approvers on update, and leave it when it is not named [AE-STAGE-10]", async () => {
    const { caller, stage, approverIds } = await stageOf();
    const [kept = ""] = approverIds;
    const added = newId();
    await engine.stages.update(caller, stage._id, { approverIds: [kept, added, added] });
    expect(await approversOf(stage._id)).toEqual([kept, added]);
    await engine.stages.update(caller, stage._id, { name: "Renamed" });
    expect(await approversOf(stage._id)).toEqual([kept, added]);
    await engine.stages.update(caller, stage._id, { approverIds: [] });
    expect(await approversOf(stage._id)).toEqual([]);
  });

  it("are deleted with their approvers [AE-DEF-06]", async () => {
    const { caller, stage } = await stageOf();
    await engine.stages.remove(caller, stage._id);
    expect(await approversOf(stage._id)).toEqual([]);
  });

  it("of a workflow that the company does not have are refused", async () => {
    const { workflowId } = await stageOf();
    const stage = engine.stages.create(aCompany().user(), { workflowId, name: "One", order: 1 });
    await expect(stage).rejects.toMatchObject({ message: "Workflow not found", field: "workflowId" });
  });

  it("are bounded per workflow", async () => {
    const { caller, workflowId } = await stageOf();
    for (let order = 1; order < LIMITS.stages; order += 1) {
      await engine.stages.create(caller, { workflowId, name: `Stage ${order}`, order });
    }
    const more = engine.stages.create(caller, { workflowId, name: "One too many", order: 0 });
    await expect(more).rejects.toMatchObject({ code: "INVALID_INPUT", field: "workflowId" });
  });
});

describe("approvers", () => {
  it("are created, changed and deleted one by one [AE-DEF-07] [AE-DEF-10]", async () => {
    const caller = aCompany().user();
    const { _id: workflowId } = await engine.workflows.create(caller, { name: "Purchases" });
    const { _id: stageId } = await engine.stages.create(caller, { workflowId, name: "One", order: 1 });
    const [first, second] = [newId(), newId()];

    const row = await engine.approvers.create(caller, { stageId, approverId: first });
    expect(row).toMatchObject({ stageId, workflowId, approverId: first, ref: "WA-000001" });
    await engine.approvers.update(caller, row._id, { approverId: second });
    expect(await approversOf(stageId)).toEqual([second]);
    await engine.approvers.remove(caller, row._id);
    expect(await approversOf(stageId)).toEqual([]);
  });

  it("of another workflow than the stage's are refused", async () => {
    const caller = aCompany().user();
    const { _id: workflowId } = await engine.workflows.create(caller, { name: "Purchases" });
    const { _id: stageId } = await engine.stages.create(caller, { workflowId, name: "One", order: 1 });
    const row = engine.approvers.create(caller, { stageId, workflowId: newId(), approverId: newId() });
    await expect(row).rejects.toMatchObject({ code: "INVALID_INPUT", field: "workflowId" });
  });
});

describe("the right to write definitions", () => {
  it("any user of the company [AE-AUTH-08] [AE-AUTH-06]", async () => {
    const company = aCompany();
    const { _id } = await engine.workflows.create(company.user(), { name: "Purchases" });
    await engine.workflows.update(company.user(), _id, { name: "Sales" });
  });

  it("privileged users only, where the deployment says so [AE-AUTH-09]", async () => {
    const strict = await engineOn(store, { rules: { definitionsRequirePrivileged: true } });
    const company = aCompany();
    const forbidden = { code: "FORBIDDEN" };
    const [user, admin] = [company.user(), company.user({ privileged: true })];
    const before = await countAll(store);
    await expect(strict.workflows.create(user, { name: "W" })).rejects.toMatchObject(forbidden);
    await expect(strict.stages.remove(user, newId())).rejects.toMatchObject(forbidden);
    await expect(strict.approvers.remove(user, newId())).rejects.toMatchObject(forbidden);
    await expect(strict.policies.remove(user, newId())).rejects.toMatchObject(forbidden);
    await expect(strict.thresholds.remove(user, newId())).rejects.toMatchObject(forbidden);
    expect(await countAll(store)).toBe(before);
    await strict.workflows.create(admin, { name: "W" });
  });

  it("nobody of another company: its records are missing [CT-AUTH-10]", async () => {
    const { _id } = await engine.workflows.create(aCompany().user(), { name: "Theirs" });
    const stranger = aCompany().user({ privileged: true });
    const missing = { code: "WORKFLOW_NOT_FOUND", message: "Workflow not found" };
    await expect(engine.workflows.update(stranger, _id, { name: "Mine" })).rejects.toMatchObject(missing);
    await expect(engine.workflows.remove(stranger, _id)).rejects.toMatchObject(missing);
  });
});

describe("bad input is refused and nothing written", () => {
  const caller = aCompany().user();
  it.each([
    ["an empty name", () => engine.workflows.create(caller, { name: "" }), "name"],
    ["an over-long name", () => engine.workflows.create(caller, { name: "x".repeat(201) }), "name"],
    [
      "an over-long description",
      () => engine.workflows.create(caller, { name: "W", description: "x".repeat(2_001) }),
      "description",
    ],
    ["a malformed id", () => engine.workflows.update(caller, "7", {}), "id"],
    [
      "a malformed workflow",
      () => engine.stages.create(caller, { workflowId: "7", name: "S", order: 1 }),
      "workflowId",
    ],
    [
      "an order that is no number",
      () => engine.stages.create(caller, { workflowId: newId(), name: "S", order: Number.NaN }),
      "order",
    ],
    [
      "too many approvers",
      () =>
        engine.stages.create(caller, {
          workflowId: newId(),
          name: "S",
          order: 1,
          approverIds: Array.from({ length: LIMITS.approversPerStage + 1 }, newId),
        }),
      "approverIds",
    ],
    [
      "a date out of range",
      () => engine.workflows.create(caller, { name: "W", documentDate: 1e20 }),
      "documentDate",
    ],
  ])("%s", async (_case, act, field) => {
    const before = await countAll(store);
    await expect(act()).rejects.toMatchObject({ code: "INVALID_INPUT", field });
    expect(await countAll(store)).toBe(before);
  });
});
