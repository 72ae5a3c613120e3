import { documentKinds } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, engineOn } from "../../test/engine-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const engine = await engineOn(store, { kinds: documentKinds.parse("legal:Contract") });

/** The uses that put a workflow in force. */
const USES = ["RULE", "ORDER_RULE", "THRESHOLD", "DEFAULT"] as const;
type Use = (typeof USES)[number];

/** A company with a workflow in use, and its people. */
async function aScene(use: Use | "NOTHING") {
  const company = aCompany();
  const { companyId } = company;
  const [admin, submitter, approver] = [company.user({ privileged: true }), company.user(), company.user()];
  const stages = [{ name: "Directors", approverIds: [approver.userId] }];
  const asRule = async (kind: string, amountAbove?: string) => {
    const { id } = await engine.saveRule(admin, { kind, stages, amountAbove });
    return (await engine.publishRule(admin, { id })).workflowId ?? "";
  };
  const asWorkflow = async () =>
    (await engine.publishWorkflow(admin, { name: "Directors", stages })).workflowId;
  const put: Record<Use | "NOTHING", () => Promise<string>> = {
    NOTHING: asWorkflow,
    RULE: async () => asRule("Contract"),
    ORDER_RULE: async () => asRule("PurchaseOrder", "100"),
    THRESHOLD: async () => {
      const workflowId = await asWorkflow();
      await engine.thresholds.create(admin, { kind: "SalesOrder", workflowId, amountThreshold: 10 });
      return workflowId;
    },
    DEFAULT: async () => {
      const workflowId = await asWorkflow();
      const defaultWorkflows = [{ transactionType: "Contract", workflowId: toObjectId(workflowId) }];
      const config = { companyId: toObjectId(companyId), defaultWorkflows, updatedAt: new Date() };
      await store.db.collection("configs").insertOne(config);
      return workflowId;
    },
  };
  const workflowId = await put[use]();
  const own = { companyId: toObjectId(companyId), workflowId: toObjectId(workflowId) };
  const stage = await store.db.collection("workflow_stages").findOne(own);
  const row = await store.db.collection("workflow_approvers").findOne(own);
  const [stageId, rowId] = [String(stage?._id), String(row?._id)];
  return { admin, submitter, workflowId, stageId, rowId };
}

type Scene = Awaited<ReturnType<typeof aScene>>;

/** Every way to change what a workflow asks. */
const CHANGES: Readonly<Record<string, (by: Caller, scene: Scene) => Promise<unknown>>> = {
  publishWorkflow: (by, { workflowId }) =>
    engine.publishWorkflow(by, {
      workflowId,
      name: "Mine",
      stages: [{ name: "I", approverIds: [by.userId] }],
    }),
  updateWorkflow: (by, { workflowId }) => engine.workflows.update(by, workflowId, { name: "Mine" }),
  deleteWorkflow: (by, { workflowId }) => engine.workflows.remove(by, workflowId),
  createWorkflowStage: (by, { workflowId }) =>
    engine.stages.create(by, { workflowId, name: "I", order: 0.5, approverIds: [by.userId] }),
  updateWorkflowStage: (by, { stageId }) => engine.stages.update(by, stageId, { approverIds: [by.userId] }),
  deleteWorkflowStage: (by, { stageId }) => engine.stages.remove(by, stageId),
  createWorkflowApprover: (by, { stageId }) =>
    engine.approvers.create(by, { stageId, approverId: by.userId }),
  updateWorkflowApprover: (by, { rowId }) => engine.approvers.update(by, rowId, { approverId: by.userId }),
  deleteWorkflowApprover: (by, { rowId }) => engine.approvers.remove(by, rowId),
};

const CASES = USES.flatMap((use) => Object.keys(CHANGES).map((change) => [use, change] as const));

describe("a workflow that the company uses", () => {
  it.each(CASES)("as %s is not changed by %s of anybody without privileges [MEET-4]", async (use, change) => {
    const scene = await aScene(use);
    const { admin, submitter } = scene;
    const before = await countAll(store);
    const agent: Caller = { ...admin, isAgent: true };
    for (const by of [submitter, agent]) {
      await expect(CHANGES[change]?.(by, scene)).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    expect(await countAll(store)).toBe(before);
    await expect(CHANGES[change]?.(admin, scene)).resolves.toBeDefined();
  });

  it.each(Object.keys(CHANGES))("is anybody's again for %s once nothing uses it [MEET-4]", async (change) => {
    const scene = await aScene("NOTHING");
    const { admin, workflowId } = scene;
    const off = { kind: "SalesOrder" as const, workflowId, amountThreshold: 10, enabled: false };
    await engine.thresholds.create(admin, off);
    await expect(CHANGES[change]?.(scene.submitter, scene)).resolves.toBeDefined();
  });
});

describe("a threshold", () => {
  const limit = { kind: "SalesOrder" as const, amountThreshold: 10 };

  it("that is enabled is not made before another one by whoever submits [MEET-4]", async () => {
    const { submitter } = await aScene("THRESHOLD");
    const { _id: workflowId } = await engine.workflows.create(submitter, { name: "Mine" });
    const own = { ...limit, workflowId };
    for (const fields of [{ order: 1 }, { enabled: true }]) {
      const made = engine.thresholds.create(submitter, { ...own, ...fields });
      await expect(made).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    const { _id } = await engine.thresholds.create(submitter, { ...own, enabled: false });
    for (const fields of [{ enabled: true }, { enabled: true, order: 1 }]) {
      const enabled = engine.thresholds.update(submitter, _id, fields);
      await expect(enabled).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    await engine.thresholds.update(submitter, _id, { amountThreshold: 5 });
    await engine.thresholds.remove(submitter, _id);
  });

  it("that is enabled is changed, switched off and deleted by privileged people only [MEET-4]", async () => {
    const { admin, submitter, workflowId } = await aScene("NOTHING");
    const { _id } = await engine.thresholds.create(admin, { ...limit, workflowId });
    for (const fields of [{ enabled: false }, { amountThreshold: 1_000_000 }, { currency: "USD" }, {}]) {
      const changed = engine.thresholds.update(submitter, _id, fields);
      await expect(changed).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
    await expect(engine.thresholds.remove(submitter, _id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await engine.thresholds.update(admin, _id, { enabled: false });
    await engine.thresholds.update(submitter, _id, { amountThreshold: 11 });
  });
});

describe("an HR policy", () => {
  it("is made, changed and deleted by privileged people only [MEET-4]", async () => {
    const { admin, submitter } = await aScene("NOTHING");
    const levels = [{ role: "HR" as const, order: 1, approveBy: "ANY" as const }];
    const policy = { kind: "LEAVE" as const, levels };
    const { _id } = await engine.policies.create(admin, policy);
    for (const by of [submitter, { ...admin, isAgent: true as const }]) {
      const attempts = [
        engine.policies.create(by, { ...policy, kind: "LOAN" }),
        engine.policies.update(by, _id, { levels }),
        engine.policies.remove(by, _id),
      ];
      await Promise.all(
        attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ code: "FORBIDDEN" })),
      );
    }
    await engine.policies.update(admin, _id, { levels });
    await engine.policies.remove(admin, _id);
  });

  it("and a workflow of another company are no different [MEET-4]", async () => {
    const { workflowId } = await aScene("RULE");
    const other = aCompany().user();
    const changed = engine.workflows.update(other, workflowId, { name: newId() });
    await expect(changed).rejects.toMatchObject({ code: "WORKFLOW_NOT_FOUND" });
  });
});
