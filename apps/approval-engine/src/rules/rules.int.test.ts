import { documentKinds } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { countAll, engineOn, recordsOf } from "../../test/engine-fixture.ts";
import { anOrder, orderFixture } from "../../test/order-fixture.ts";
import type { SaveRuleInput } from "./inputs.ts";

const store = await useTestStore();
const engine = await engineOn(store, { kinds: documentKinds.parse("legal:Contract") });
const records = recordsOf(store);
const { aCompanyWithWorkflow } = orderFixture(store, engine);

const actions = async (entityId: string) =>
  (await records.audit(entityId)).map(({ entity, action }) => `${entity} ${action}`);

const largeOrder = () => anOrder({ kind: "PurchaseOrder", totalAmount: 20_000 });

/** A company with thresholds switched on and a rule's stages. */
async function aScene() {
  const scene = await aCompanyWithWorkflow();
  const stages = [{ name: "Head", approverIds: [scene.one.userId] }];
  const rule = (fields: Partial<SaveRuleInput> = {}): SaveRuleInput => ({
    kind: "PurchaseOrder",
    amountAbove: "10000",
    currency: "EUR",
    stages,
    ...fields,
  });
  const save = (fields: Partial<SaveRuleInput> = {}) => engine.saveRule(scene.admin, rule(fields));
  const publish = (id: string, expectedVersion?: number) =>
    engine.publishRule(scene.admin, { id, expectedVersion });
  const put = async (fields: Partial<SaveRuleInput> = {}) => publish((await save(fields)).id);
  const list = (kind = "PurchaseOrder") => engine.listRules(scene.admin, kind);
  const evaluate = (fields: object) =>
    engine.evaluateOrder(scene.companyId, anOrder({ kind: "PurchaseOrder", ...fields }));
  return { ...scene, rule, save, publish, put, list, evaluate };
}

describe("a rule of orders", () => {
  it("is a draft that asks for nothing, until it is published as a workflow and its threshold [CON-17]", async () => {
    const { save, publish, list, evaluate, companyId, admin } = await aScene();
    const draft = await save({ order: 3 });
    expect(draft).toMatchObject({
      kind: "PurchaseOrder",
      origin: "RULE",
      state: "DRAFT",
      version: 0,
      order: 3,
      amountAbove: "10000",
      currency: "EUR",
      name: "Purchase order above 10000.00 EUR",
      stages: [{ key: "stage1", name: "Head", order: 1, approveBy: "ANY" }],
    });
    expect(await evaluate({ totalAmount: 20_000, currency: "EUR" })).toEqual({ required: false });
    const published = await publish(draft.id, 0);
    expect(published).toMatchObject({
      id: draft.id,
      origin: "RULE",
      state: "IN_FORCE",
      version: 1,
      sharedBy: 0,
      publishedBy: admin.userId,
      draft: undefined,
    });
    const { workflowId } = published;
    expect(await evaluate({ totalAmount: 20_000, currency: "EUR" })).toEqual({ required: true, workflowId });
    expect(await evaluate({ totalAmount: 900, currency: "EUR" })).toEqual({ required: false });
    const thresholds = await records.list("approval_thresholds", { companyId: toObjectId(companyId) });
    expect(thresholds).toMatchObject([
      { _id: draft.id, workflowId, amountThreshold: 10_000, currency: "EUR", order: 3, enabled: true },
    ]);
    expect(await list()).toEqual([published]);
  });

  it("never applies to orders in another currency, and to those without one as they are [CON-17]", async () => {
    const { put, evaluate } = await aScene();
    const { workflowId } = await put();
    const required = { required: true, workflowId };
    expect(await evaluate({ totalAmount: 20_000, currency: "USD" })).toEqual({ required: false });
    expect(await evaluate({ totalAmount: 20_000 })).toEqual(required);
  });

  it("reads the currency from the order's record where the request names none [CON-17]", async () => {
    const { put, add, companyId } = await aScene();
    await put();
    const order = anOrder({ kind: "PurchaseOrder", totalAmount: 20_000 });
    await add(order, { currency: "USD" });
    expect(await engine.evaluateOrder(companyId, order)).toEqual({ required: false });
  });

  it("is asked by its place, and one saved without a place comes last [CON-17]", async () => {
    const { put, evaluate, list } = await aScene();
    const older = await put({ amountAbove: "100" });
    const second = await put({ amountAbove: "5000", order: 2 });
    const first = await put({ amountAbove: "50000", order: 1 });
    const newer = await put({ amountAbove: "10" });
    const inOrder = [first, second, older, newer];
    expect((await list()).map(({ id, order }) => [id, order])).toEqual(
      inOrder.map(({ id }, place) => [id, [1, 2, 10, 20][place]]),
    );
    const asked = async (totalAmount: number) => {
      const answer = await evaluate({ totalAmount, currency: "EUR" });
      return "workflowId" in answer ? answer.workflowId : undefined;
    };
    expect(await asked(60_000)).toBe(first.workflowId);
    expect(await asked(6_000)).toBe(second.workflowId);
    expect(await asked(300)).toBe(older.workflowId);
    expect(await asked(50)).toBe(newer.workflowId);
    expect(await asked(9)).toBeUndefined();
  });

  it.each(["Contract", "PurchaseOrder"])(
    "takes no document from those of %s that are there, which keep their places when they are saved anew [CON-17]",
    async (kind) => {
      const { put, save, list, threshold, publish, admin } = await aScene();
      const isOrder = kind === "PurchaseOrder";
      const byRow = isOrder ? await threshold({ kind: "PurchaseOrder", amountThreshold: 50_000 }) : undefined;
      const late = await save({ kind, amountAbove: "1000" });
      const directors = await put({ kind, amountAbove: "10000" });
      expect(
        await engine.matchingRule(admin, { kind, document: { amount: "50000", currency: "EUR" } }),
      ).toMatchObject({ rule: { id: directors.id } });
      expect(
        await engine.matchingRule(admin, {
          kind,
          document: { amount: "50000", currency: "EUR" },
          written: { kind, amountAbove: "1000", stages: [{ name: "Manager", approverIds: [admin.userId] }] },
        }),
      ).toMatchObject({ isWritten: false, rule: { id: directors.id } });
      await publish(late.id);
      await put({ kind, id: directors.id, amountAbove: "9000" });
      const ids = [...(byRow ? [byRow._id] : []), directors.id, late.id];
      expect((await list(kind)).map(({ id, order }) => [id, order])).toEqual(
        ids.map((id, place) => [id, (place + 1) * 10]),
      );
      if (byRow) {
        expect(await records.list("approval_thresholds", { _id: toObjectId(byRow._id) })).toMatchObject([
          { order: 10 },
        ]);
      }
    },
  );

  it("has its place when the places of its kind are used up [CON-17]", async () => {
    const { put, list } = await aScene();
    const first = await put({ order: 1_000_000 });
    const second = await put({ order: 1_000_000, amountAbove: "5" });
    const last = await put({ amountAbove: "1" });
    expect((await list()).map(({ id, order }) => [id, order])).toEqual([
      [second.id, 10],
      [first.id, 20],
      [last.id, 30],
    ]);
  });

  it("keeps the date of its version when it gets another place [CON-17] [CON-25]", async () => {
    const { put, list, admin } = await aScene();
    const { id, version, publishedAt } = await put({ order: 10 });
    await engine.thresholds.update(admin, id, { order: 20 });
    expect(await list()).toMatchObject([{ id, order: 20, version, publishedAt }]);
  });

  it("shows what its draft changes, and keeps asking as it was until that is published [CON-17]", async () => {
    const { put, save, publish, evaluate, two } = await aScene();
    const { id, workflowId } = await put();
    const stages = [
      { name: "Head", approverIds: [two.userId] },
      { name: "Board", approverIds: [two.userId] },
    ];
    const changed = await save({ id, amountAbove: "500", stages, name: "Purchases" });
    expect(changed).toMatchObject({ state: "IN_FORCE", version: 1, amountAbove: "10000" });
    expect(changed.draft).toMatchObject({ amountAbove: "500", enabled: true });
    expect(changed.draft?.differences.map(({ path, before }) => [path, before])).toEqual([
      ["amountAbove", "10000"],
      ["name", "Purchase order above 10000.00 EUR"],
      ["stages.stage1.approvers", expect.anything()],
      ["stages.stage2", null],
    ]);
    expect(await evaluate({ totalAmount: 600 })).toEqual({ required: false });
    expect(await publish(id, 1)).toMatchObject({ version: 2, workflowId, amountAbove: "500" });
    expect(await evaluate({ totalAmount: 600 })).toEqual({ required: true, workflowId });
  });

  it("of two who publish at once lets one, and refuses the other with 409 [CON-17]", async () => {
    const { put, save, publish } = await aScene();
    const { id } = await put();
    await save({ id, amountAbove: "500" });
    const results = await Promise.allSettled([publish(id, 1), publish(id, 1)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(results.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "CONFLICT", message: "Workflow has changed" },
    });
  });

  it("of two who save its first draft at once keeps one draft [CON-17]", async () => {
    const { threshold, save, list } = await aScene();
    const { _id: id } = await threshold({ kind: "PurchaseOrder" });
    await Promise.all([save({ id, amountAbove: "1" }), save({ id, amountAbove: "2" })]);
    expect(await list()).toMatchObject([
      { id, draft: { amountAbove: expect.stringMatching(/^[12]$/u) as string } },
    ]);
    expect(await records.list("approval_rule_drafts", { _id: toObjectId(id) })).toHaveLength(1);
  });

  it("is one of 100 of its kind at most, drafts included [CON-17]", async () => {
    const { save } = await aScene();
    const drafts = store.db.collection("approval_rule_drafts");
    const draft = await drafts.findOne({ _id: toObjectId((await save()).id) });
    await drafts.insertMany(Array.from({ length: 98 }, () => ({ ...draft, _id: toObjectId(newId()) })));
    await save();
    const before = await countAll(store);
    await expect(save()).rejects.toMatchObject({ code: "INVALID_INPUT", field: "kind" });
    expect(await countAll(store)).toBe(before);
    await expect(save({ kind: "SalesOrder" })).resolves.toMatchObject({ state: "DRAFT" });
  });

  it("is switched off by a draft, and deleted once it is off [CON-17]", async () => {
    const { put, save, publish, evaluate, list, admin } = await aScene();
    const { id } = await put();
    await expect(engine.discardRule(admin, { id })).rejects.toMatchObject({ code: "CONFLICT" });
    await save({ id, enabled: false });
    expect(await publish(id)).toMatchObject({ state: "OFF", version: 2 });
    expect(await evaluate({ totalAmount: 20_000 })).toEqual({ required: false });
    await engine.discardRule(admin, { id });
    expect(await list()).toEqual([]);
  });

  it("loses its draft by discarding it, and stays in force [CON-17]", async () => {
    const { put, save, list, admin } = await aScene();
    const rule = await put();
    await save({ id: rule.id, amountAbove: "1" });
    await engine.discardRule(admin, { id: rule.id });
    expect(await list()).toEqual([rule]);
    const draft = await save({ amountAbove: "2" });
    await engine.discardRule(admin, { id: draft.id });
    expect(await list()).toEqual([rule]);
  });

  it("is gone with its threshold [CON-17]", async () => {
    const { put, save, publish, list, admin } = await aScene();
    const { id } = await put();
    await save({ id });
    await engine.thresholds.remove(admin, id);
    expect(await list()).toEqual([]);
    await expect(publish(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("gets a new workflow where its own was deleted, and keeps what people wrote about it else [CON-17]", async () => {
    const { put, save, publish, admin, evaluate } = await aScene();
    const { id, workflowId = "" } = await put();
    await engine.workflows.update(admin, workflowId, {
      description: "Agreed with the board",
      status: "COMPLETED",
    });
    await save({ id, amountAbove: "500" });
    await publish(id);
    const kept = { description: "Agreed with the board", status: "COMPLETED" };
    expect(await records.list("workflows", { _id: toObjectId(workflowId) })).toMatchObject([kept]);
    await engine.workflows.remove(admin, workflowId);
    await save({ id });
    const published = await publish(id, 0);
    expect(published).toMatchObject({ version: 1, state: "IN_FORCE" });
    expect(published.workflowId).not.toBe(workflowId);
    const required = { required: true, workflowId: published.workflowId };
    expect(await evaluate({ totalAmount: 20_000 })).toEqual(required);
  });

  it("writes nothing of its workflow where it is refused [CON-17] [OPS-1]", async () => {
    const { save, publish, admin, company } = await aScene();
    const { id } = await save();
    await store.db
      .collection("users")
      .insertOne({ companyId: toObjectId(company.companyId), name: "Somebody else" });
    await engine.updateApprovalSettings(admin, { unknownPeople: "REFUSE" });
    const before = await countAll(store);
    await expect(publish(id)).rejects.toMatchObject({ field: "stages.0.approverIds.0" });
    expect(await countAll(store)).toBe(before);
  });

  it("opens posting by its own workflow, and holds up no order in another currency [CON-17] [SAFE-10]", async () => {
    const { put, add, companyId } = await aScene();
    await put();
    const [euros, dollars] = [largeOrder(), largeOrder()];
    await add(euros, { currency: "EUR" });
    await add(dollars, { currency: "USD" });
    await expect(engine.assertPostable(companyId, euros._id)).rejects.toMatchObject({
      code: "POSTING_NEEDS_APPROVAL",
    });
    await engine.assertPostable(companyId, dollars._id);
    const [ofEuros, ofDollars] = [largeOrder(), largeOrder()];
    await add(ofEuros, { kind: "PurchaseInvoice", orderId: toObjectId(euros._id) });
    await add(ofDollars, { kind: "PurchaseInvoice", orderId: toObjectId(dollars._id) });
    await expect(engine.assertPostable(companyId, ofEuros._id)).rejects.toMatchObject({
      code: "POSTING_NEEDS_APPROVAL",
    });
    await engine.assertPostable(companyId, ofDollars._id);
  });

  it("writes one audit record for each command [CON-17] [HIST-3]", async () => {
    const { put } = await aScene();
    const { id, workflowId = "" } = await put();
    expect(await actions(id)).toEqual(["approval_rules create", "approval_rules publish"]);
    expect(await actions(workflowId)).toEqual([]);
  });
});

describe("a threshold that was made as one", () => {
  it("is shown as a rule, and changed as one under its own id [CON-17]", async () => {
    const { threshold, list, save, publish, workflowId } = await aScene();
    const { _id: id } = await threshold({ kind: "PurchaseOrder", discountPercentageThreshold: 10.5 });
    expect(await list()).toMatchObject([
      {
        id,
        origin: "THRESHOLD",
        state: "IN_FORCE",
        version: 3,
        workflowId,
        amountAbove: "1000",
        currency: null,
        discountAbove: 10.5,
        stages: [{ name: "Threshold 0" }, { name: "Threshold 1" }],
      },
    ]);
    expect(await save({ id })).toMatchObject({ id, origin: "THRESHOLD", version: 3, amountAbove: "1000" });
    expect(await publish(id, 3)).toMatchObject({
      id,
      origin: "RULE",
      version: 4,
      workflowId,
      amountAbove: "10000",
      currency: "EUR",
      discountAbove: null,
    });
  });

  it("says how many rules share its workflow, and whether it is off [CON-17]", async () => {
    const { threshold, list } = await aScene();
    await threshold({ kind: "PurchaseOrder", enabled: false });
    await threshold({ kind: "SalesOrder" });
    expect(await list()).toMatchObject([{ state: "OFF", sharedBy: 1 }]);
  });
});

describe("the default workflow of a kind", () => {
  it("is the last rule, for all other documents, and changed by draft and publishing [CON-17]", async () => {
    const { configure, workflowOf, put, list, save, publish } = await aScene();
    const workflowId = await workflowOf("Default");
    await configure({
      defaultWorkflows: [{ transactionType: "PurchaseOrder", workflowId: toObjectId(workflowId) }],
    });
    const rule = await put();
    expect(await list()).toMatchObject([
      { id: rule.id },
      {
        id: workflowId,
        origin: "DEFAULT",
        state: "IN_FORCE",
        name: "Default",
        amountAbove: null,
        order: null,
      },
    ]);
    const terms = { amountAbove: undefined, currency: undefined };
    await save({ id: workflowId, ...terms, name: "Otherwise" });
    const published = await publish(workflowId);
    expect(published).toMatchObject({ origin: "DEFAULT", name: "Otherwise", stages: [{ name: "Head" }] });
    expect(published.draft).toBeUndefined();
    await expect(save({ id: workflowId })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      field: "amountAbove",
    });
  });
});

describe("drafts", () => {
  it("are for privileged users and auditors; others see what is in force [CON-17]", async () => {
    const { put, save, company, list } = await aScene();
    const { id } = await put();
    await save({ id, amountAbove: "1" });
    await save();
    const seen = await engine.listRules(company.user(), "PurchaseOrder");
    expect(seen).toMatchObject([{ id, state: "IN_FORCE" }]);
    expect(seen[0]).toHaveProperty("draft", undefined);
    expect(await engine.listRules(company.user({ isAuditor: true }), "PurchaseOrder")).toEqual(await list());
  });

  it("of another company are missing [CON-17]", async () => {
    const { save } = await aScene();
    const { id } = await save();
    const other = await aScene();
    await expect(other.save({ id })).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(other.publish(id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(engine.discardRule(other.admin, { id })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});

describe("a rule is refused, and nothing is written", () => {
  it.each<[string, Partial<SaveRuleInput>, object]>([
    ["of an HR kind", { kind: "Leave" }, { field: "kind" }],
    ["of a kind that is none", { kind: "Toast" }, { field: "kind" }],
    ["with another condition for orders", { when: "true" }, { field: "when" }],
    ["with an amount below 0", { amountAbove: "-1" }, { field: "amountAbove" }],
    ["with an amount that is no number", { amountAbove: "1e3" }, { field: "amountAbove" }],
    ["with too great an amount", { amountAbove: "1000000000001" }, { field: "amountAbove" }],
    ["with a currency that is none", { currency: "EURO" }, { field: "currency" }],
    ["with a discount above 100", { discountAbove: 100.5 }, { field: "discountAbove" }],
    ["with order 0", { order: 0 }, { field: "order" }],
    ["with an order that is not whole", { order: 1.5 }, { field: "order" }],
    ["with an unknown id", { id: "000000000000000000000000" }, { code: "NOT_FOUND", field: "id" }],
    ["with a stage without a name", { stages: [{ name: "" }] }, { field: "stages.0.name" }],
    [
      "with a quorum that does not fit",
      { stages: [{ name: "A", approveBy: "ANY", quorum: 2 }] },
      { field: "stages.0.quorum" },
    ],
    [
      "with a key twice",
      {
        stages: [
          { name: "A", key: "a" },
          { name: "B", key: "a" },
        ],
      },
      { field: "stages.1.key" },
    ],
  ])("%s [CON-17]", async (_case, fields, refusal) => {
    const { save } = await aScene();
    const before = await countAll(store);
    await expect(save(fields)).rejects.toMatchObject({ code: "INVALID_INPUT", ...refusal });
    expect(await countAll(store)).toBe(before);
  });

  it.each<[string, Partial<SaveRuleInput>, object]>([
    ["without a stage", { stages: [] }, { field: "stages" }],
    ["without an amount or discount", { amountAbove: undefined }, { field: "amountAbove" }],
  ])("when it is published %s [CON-17]", async (_case, fields, refusal) => {
    const { save, publish } = await aScene();
    const { id } = await save(fields);
    const before = await countAll(store);
    await expect(publish(id)).rejects.toMatchObject({ code: "INVALID_INPUT", ...refusal });
    expect(await countAll(store)).toBe(before);
  });

  it("when it is published at another version, without a draft, or as another's kind [CON-17]", async () => {
    const { put, save, publish } = await aScene();
    const { id } = await put();
    await expect(publish(id, 7)).rejects.toMatchObject({ code: "CONFLICT", message: "Workflow has changed" });
    await expect(publish(id)).rejects.toMatchObject({ code: "CONFLICT", message: "The rule has no draft" });
    await expect(save({ id, kind: "SalesOrder" })).rejects.toMatchObject({ field: "kind" });
    await save({ id });
    await expect(publish(id, 0)).rejects.toMatchObject({ code: "CONFLICT", message: "Workflow has changed" });
    await expect(publish(newId())).rejects.toMatchObject({ code: "NOT_FOUND" });
  });
});
