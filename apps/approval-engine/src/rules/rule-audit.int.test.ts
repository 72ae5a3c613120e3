import { toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, engineOn } from "../../test/engine-fixture.ts";

const store = await useTestStore();
const engine = await engineOn(store);

const LIMIT = { kind: "PurchaseOrder", currency: "EUR", upTo: "500" };

/** A company with two rules of orders, of which the first has a draft, and a workflow that no rule has. */
async function aScene() {
  const company = aCompany();
  const [admin, approver] = [company.user({ privileged: true }), company.user()];
  await store.db.collection("users").insertOne({
    _id: toObjectId(approver.userId),
    companyId: toObjectId(company.companyId),
    name: "Ann",
  });
  const stages = [{ key: "head", name: "Head", approverIds: [approver.userId] }];
  const kind = "PurchaseOrder";
  const save = (fields: object) => engine.saveRule(admin, { kind, stages, ...fields });
  const put = async (name: string, amountAbove: string) =>
    (await engine.publishRule(admin, { id: (await save({ name, amountAbove })).id })).id;
  const [small, large] = [await put("Small", "100"), await put("Large", "1000")];
  await save({ id: small, amountAbove: "50" });
  const { workflowId } = await engine.publishWorkflow(admin, { name: "Spare", stages });
  const { _id: threshold } = await engine.thresholds.create(admin, { kind, workflowId, amountThreshold: 1 });
  const policy = {
    kind: "LEAVE" as const,
    levels: [{ role: "HR" as const, order: 1, approveBy: "ANY" as const }],
  };
  const { _id: policyId } = await engine.policies.create(admin, policy);
  return { company, admin, approver, stages, kind, small, large, threshold, workflowId, policyId, save };
}
type Scene = Awaited<ReturnType<typeof aScene>>;

/** Every command that changes what is asked, and the record that its audit has. */
const COMMANDS: Readonly<
  Record<
    string,
    { act: (scene: Scene) => Promise<unknown>; entity: string; action: string; after?: object; did?: object }
  >
> = {
  "a saved rule": {
    act: ({ save }) => save({ amountAbove: "7", name: "Tiny" }),
    entity: "approval_rules",
    action: "create",
    after: { name: "Tiny" },
    did: { code: "draftSaved", params: { rule: "Tiny" } },
  },
  "a published rule": {
    act: ({ admin, small: id }) => engine.publishRule(admin, { id, note: "Lower" }),
    entity: "approval_rules",
    action: "publish",
    after: { name: "Small", amountAbove: "50", version: 2, note: "Lower", stages: [{ key: "head" }] },
    did: { code: "published", params: { rule: "Small" } },
  },
  "a switched rule": {
    act: ({ admin, small: id }) => engine.switchRule(admin, { id, enabled: false }),
    entity: "approval_rules",
    action: "switch",
    after: { name: "Small", enabled: false },
    did: { code: "switchedOff", params: { rule: "Small" } },
  },
  "a moved rule": {
    act: ({ admin, kind, small, large, threshold }) =>
      engine.orderRules(admin, { kind, order: [large, small, threshold] }),
    entity: "approval_rules",
    action: "order",
    did: { code: "moved", params: { rule: "Large", other: "Small" } },
  },
  "a rule moved to the end": {
    act: ({ admin, kind, small, large, threshold }) =>
      engine.orderRules(admin, { kind, order: [large, threshold, small] }),
    entity: "approval_rules",
    action: "order",
    did: { code: "movedLast", params: { rule: "Small" } },
  },
  "a discarded draft": {
    act: ({ admin, small: id }) => engine.discardRule(admin, { id }),
    entity: "approval_rules",
    action: "discard",
    after: { name: "Small" },
    did: { code: "draftDiscarded", params: { rule: "Small" } },
  },
  "a published workflow": {
    act: ({ admin, workflowId, stages }) =>
      engine.publishWorkflow(admin, { workflowId, name: "Spare 2", stages }),
    entity: "workflows",
    action: "publish",
    after: { name: "Spare 2" },
  },
  "a changed threshold": {
    act: ({ admin, threshold }) => engine.thresholds.update(admin, threshold, { amountThreshold: 2 }),
    entity: "approval_thresholds",
    action: "update",
    after: { amountThreshold: 2 },
    did: { code: "terms", params: { rule: "Spare" } },
  },
  "a threshold that is switched off": {
    act: ({ admin, threshold }) => engine.thresholds.update(admin, threshold, { enabled: false }),
    entity: "approval_thresholds",
    action: "update",
    did: { code: "switchedOff", params: { rule: "Spare" } },
  },
  "a deleted threshold": {
    act: ({ admin, threshold }) => engine.thresholds.remove(admin, threshold),
    entity: "approval_thresholds",
    action: "delete",
    did: { code: "deleted", params: { rule: "Spare" } },
  },
  "a new limit": {
    act: ({ admin, approver: { userId } }) => engine.limits.create(admin, { ...LIMIT, userId }),
    entity: "approval_limits",
    action: "create",
    did: { code: "limitGiven", params: { holder: "Ann", upTo: "500", currency: "EUR" } },
  },
  "a new stage with approvers": {
    act: ({ admin, workflowId, approver }) =>
      engine.stages.create(admin, { workflowId, name: "Board", order: 2, approverIds: [approver.userId] }),
    entity: "workflow_stages",
    action: "create",
    after: { name: "Board", approvers: { approverIds: [expect.any(String)] } },
  },
  "a changed policy": {
    act: ({ admin, policyId }) =>
      engine.policies.update(admin, policyId, { levels: [{ role: "MANAGER", order: 1, approveBy: "ANY" }] }),
    entity: "hr_approval_policies",
    action: "update",
    after: { levels: [{ role: "MANAGER" }] },
  },
};

describe("the audit of what is asked", () => {
  it.each(Object.entries(COMMANDS))(
    "has one record for %s, with the names of then [HIST-3]",
    async (_title, { act, did, ...written }) => {
      const scene = await aScene();
      const ofCompany = { companyId: toObjectId(scene.company.companyId) };
      const audit = store.db.collection("audit_logs");
      const before = await audit.countDocuments(ofCompany);
      await act(scene);
      const records = await audit.find(ofCompany).sort({ _id: 1 }).skip(before).toArray();
      expect(records).toMatchObject([{ ...written, ...(did && { details: { did } }) }]);
    },
  );

  it("has one record for a rule that is deleted, and none in which a moved rule has another date [HIST-3]", async () => {
    const { company, admin, large: id, small, threshold, kind } = await aScene();
    const [, { publishedAt }] = (await engine.listRules(admin, kind)) as [unknown, { publishedAt: Date }];
    await engine.orderRules(admin, { kind, order: [id, small, threshold] });
    const [moved] = await engine.listRules(admin, kind);
    expect(moved).toMatchObject({ id, publishedAt });
    await engine.switchRule(admin, { id, enabled: false });
    await engine.discardRule(admin, { id });
    const records = await store.db
      .collection("audit_logs")
      .find({ companyId: toObjectId(company.companyId), action: "delete" })
      .toArray();
    expect(records).toMatchObject([{ entity: "approval_rules", before: { name: "Large", enabled: false } }]);
  });
});
