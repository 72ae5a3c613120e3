import { documentKinds } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, engineOn, recordsOf } from "../../test/engine-fixture.ts";

const store = await useTestStore();
const engine = await engineOn(store, { kinds: documentKinds.parse("legal:Contract") });
const records = recordsOf(store);

/** A company with three rules of a kind, in steps of ten. */
async function aScene(kind: string) {
  const company = aCompany();
  const [admin, approver] = [company.user({ privileged: true }), company.user()];
  const stages = [{ name: "Head", approverIds: [approver.userId] }];
  const save = (fields: object = {}) =>
    engine.saveRule(admin, { kind, amountAbove: "100", stages, ...fields });
  const put = async (fields: object = {}) => engine.publishRule(admin, { id: (await save(fields)).id });
  const rules = [await put(), await put({ amountAbove: "200" }), await put({ amountAbove: "300" })] as const;
  const [a, b, c] = rules.map(({ id }) => id) as [string, string, string];
  const order = (ids: readonly string[], expectedOrder?: readonly string[]) =>
    engine.orderRules(admin, {
      kind,
      order: [...ids],
      ...(expectedOrder && { expectedOrder: [...expectedOrder] }),
    });
  const list = () => engine.listRules(admin, kind);
  return { company, admin, rules, ids: { a, b, c }, save, put, order, list };
}

const KINDS = ["Contract", "PurchaseOrder"] as const;
const placesOf = (rules: readonly { id: string; order: number | null }[]) =>
  rules.map(({ id, order }) => [id, order]);

describe.each(KINDS)("orderRules of %s", (kind) => {
  it("is not undone by publishing a draft that was saved before, unless that names a place [HIST-2]", async () => {
    const { admin, ids, save, order, list } = await aScene(kind);
    const { a, b, c } = ids;
    await save({ id: a, amountAbove: "150" });
    const [, , last] = await order([b, c, a]);
    expect(last).toMatchObject({ id: a, draft: { order: last?.order } });
    await engine.publishRule(admin, { id: a });
    expect((await list()).map(({ id }) => id)).toEqual([b, c, a]);
    await save({ id: b, order: 90 });
    await order([b, a, c]);
    await engine.publishRule(admin, { id: b });
    expect((await list()).map(({ id }) => id)).toEqual([a, c, b]);
  });

  it("moves one rule alone where there is room, and publishes nothing [CON-17]", async () => {
    const { company, rules, ids, order, list } = await aScene(kind);
    const { a, b, c } = ids;
    const moved = await order([a, c, b], [a, b, c]);
    expect(placesOf(moved)).toEqual([
      [a, 10],
      [c, 15],
      [b, 20],
    ]);
    expect(moved[1]).toEqual({ ...rules[2], order: 15 });
    expect(placesOf(await order([c, a, b]))).toEqual([
      [c, 5],
      [a, 10],
      [b, 20],
    ]);
    const ofCompany = { companyId: toObjectId(company.companyId), action: "order" };
    expect(await records.list("audit_logs", ofCompany)).toMatchObject([
      { entity: "approval_rules", before: { kind, order: [a, b, c] }, after: { kind, order: [a, c, b] } },
      { before: { order: [a, c, b] }, after: { order: [c, a, b] } },
    ]);
    const before = await countAll(store);
    await order([c, a, b]);
    expect(await countAll(store)).toBe(before);
    expect(await list()).toMatchObject([{ version: 1 }, { version: 1 }, { version: 1 }]);
  });

  it("gives all of them places where there is no room, or several move [CON-17]", async () => {
    const { put, ids, order } = await aScene(kind);
    const { a, b, c } = ids;
    await put({ id: b, order: 11 });
    expect(placesOf(await order([a, c, b]))).toEqual([
      [a, 10],
      [c, 20],
      [b, 30],
    ]);
    expect(placesOf(await order([b, c, a]))).toEqual([
      [b, 10],
      [c, 20],
      [a, 30],
    ]);
  });

  it.each<[string, (ids: { a: string; b: string; c: string }) => string[], object]>([
    ["that leaves one out", ({ a, b }) => [a, b], { code: "INVALID_INPUT", field: "order" }],
    ["that names one twice", ({ a, b }) => [a, b, b], { code: "INVALID_INPUT", field: "order" }],
    ["with an unknown rule", ({ a, b }) => [a, b, newId()], { code: "NOT_FOUND", field: "order" }],
    ["with no id", ({ a, b }) => [a, b, "c"], { code: "INVALID_INPUT", field: "order.2" }],
  ])("refuses an order %s [CON-17]", async (_case, orderOf, refused) => {
    const { ids, order, save } = await aScene(kind);
    await save();
    const before = await countAll(store);
    await expect(order(orderOf(ids))).rejects.toMatchObject(refused);
    expect(await countAll(store)).toBe(before);
  });

  it("refuses an order that the caller has not seen [CON-17]", async () => {
    const { ids, order } = await aScene(kind);
    const { a, b, c } = ids;
    await order([c, a, b]);
    await expect(order([b, a, c], [a, b, c])).rejects.toMatchObject({
      code: "CONFLICT",
      field: "expectedOrder",
      message: "The order of the rules has changed",
    });
  });
});

describe.each(KINDS)("switchRule of %s", (kind) => {
  it("says whether a rule is asked, publishes nothing, and leaves its draft [CON-17]", async () => {
    const { admin, rules, save } = await aScene(kind);
    const [{ id, publishedAt }] = rules;
    const { draft } = await save({ id, amountAbove: "5" });
    const off = await engine.switchRule(admin, { id, enabled: false });
    expect(off).toMatchObject({ state: "OFF", version: 1, amountAbove: "100", publishedAt });
    expect(off.draft).toMatchObject({ amountAbove: "5", version: draft?.version });
    const document = { amount: "150", currency: "EUR" };
    if (kind === "Contract") {
      expect(await engine.matchingRule(admin, { kind, document })).toBeUndefined();
    }
    expect(await engine.switchRule(admin, { id, enabled: true })).toMatchObject({ state: "IN_FORCE" });
    const before = await countAll(store);
    await engine.switchRule(admin, { id, enabled: true });
    expect(await countAll(store)).toBe(before);
    expect((await records.audit(id)).map(({ action }) => action).slice(-2)).toEqual(["switch", "switch"]);
  });

  it("stands when a draft is published that was saved before, unless that switches the rule [HIST-2]", async () => {
    const { admin, rules, save } = await aScene(kind);
    const [{ id }] = rules;
    const publish = () => engine.publishRule(admin, { id });
    const switchTo = (enabled: boolean) => engine.switchRule(admin, { id, enabled });
    for (const draft of [{}, { enabled: true }]) {
      const saved = await save({ id, amountAbove: "150", ...draft });
      expect(saved.draft).toMatchObject({ enabled: true });
      const off = await switchTo(false);
      expect(off.draft).toMatchObject({ enabled: false });
      expect(off.draft?.differences.map(({ path }) => path)).not.toContain("enabled");
      expect(await publish()).toMatchObject({ state: "OFF", amountAbove: "150" });
      await switchTo(true);
    }
    await save({ id, enabled: false });
    await switchTo(false);
    await switchTo(true);
    expect(await publish()).toMatchObject({ state: "OFF" });
    await save({ id, enabled: true });
    expect(await publish()).toMatchObject({ state: "IN_FORCE" });
  });

  it("refuses a rule that was never published, and those of others [CON-17]", async () => {
    const { admin, rules, save } = await aScene(kind);
    const { id } = await save();
    await expect(engine.switchRule(admin, { id, enabled: false })).rejects.toMatchObject({
      code: "CONFLICT",
      message: "The rule was never published",
    });
    const other = await aScene(kind);
    await expect(engine.switchRule(other.admin, { id: rules[0].id, enabled: false })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
  });
});

describe("a repeated command on rules", () => {
  it("is done once under its key [CTRL-1]", async () => {
    const { admin, ids } = await aScene("Contract");
    const { a: id, b, c } = ids;
    const off = { id, enabled: false, idempotencyKey: "off" };
    await engine.switchRule(admin, off);
    await engine.switchRule(admin, { id, enabled: true });
    expect(await engine.switchRule(admin, off)).toMatchObject({ id, state: "IN_FORCE" });
    const last = { kind: "Contract", order: [b, c, id], idempotencyKey: "last" };
    await engine.orderRules(admin, last);
    await engine.orderRules(admin, { kind: "Contract", order: [id, b, c] });
    expect((await engine.orderRules(admin, last)).map((rule) => rule.id)).toEqual([id, b, c]);
    await expect(engine.orderRules(admin, { ...last, order: [c, b, id] })).rejects.toMatchObject({
      code: "IDEMPOTENCY_KEY_REUSED",
    });
  });
});

describe("a draft that has changed since it was seen", () => {
  it("is neither published, replaced nor discarded [CON-17]", async () => {
    const { admin, rules, save } = await aScene("Contract");
    const [{ id }] = rules;
    const seen = (await save({ id, amountAbove: "5" })).draft?.version ?? 0;
    const { draft } = await save({ id, amountAbove: "6" });
    expect(draft?.version).toBeGreaterThan(seen);
    const changed = { code: "CONFLICT", message: "Draft has changed" };
    const rule = { kind: "Contract", id, stages: [{ name: "Head", approverIds: [admin.userId] }] };
    const before = await countAll(store);
    await expect(engine.publishRule(admin, { id, expectedDraft: seen })).rejects.toMatchObject(changed);
    for (const expectedVersion of [seen, 0]) {
      await expect(engine.saveRule(admin, rule, { expectedVersion })).rejects.toMatchObject(changed);
      await expect(engine.discardRule(admin, { id, expectedVersion })).rejects.toMatchObject(changed);
    }
    expect(await countAll(store)).toBe(before);
    const { draft: saved } = await engine.saveRule(admin, rule, { expectedVersion: draft?.version });
    await engine.publishRule(admin, { id, expectedDraft: saved?.version });
    const again = await engine.saveRule(admin, rule, { expectedVersion: 0 });
    expect(again.draft?.version).toBeGreaterThan(saved?.version ?? 0);
    await engine.discardRule(admin, { id, expectedVersion: again.draft?.version });
  });
});
