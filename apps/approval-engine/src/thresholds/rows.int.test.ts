import { newId, toObjectId } from "@countersign/mongo";
import { useTestStore } from "@countersign/testing";
import { array, assert, asyncProperty, constantFrom, integer, record } from "fast-check";
import { describe, expect, it } from "vitest";

import { engineOn, recordsOf } from "../../test/engine-fixture.ts";
import { anOrder, orderFixture } from "../../test/order-fixture.ts";
import type { RuleList } from "../shared/rule-lists.ts";
import type { ApprovalThreshold } from "./records.ts";
import { thresholdOf } from "./write-rules.ts";

const store = await useTestStore();
const engine = await engineOn(store);
const records = recordsOf(store);
const { aCompanyWithWorkflow } = orderFixture(store, engine);

const KINDS = ["PurchaseOrder", "SalesOrder"] as const;

const newestLists = (companyId: string) =>
  records.list<RuleList>("approval_rule_lists", { companyId: toObjectId(companyId), until: null });
const liveRows = (companyId: string) =>
  records.list<ApprovalThreshold>("approval_thresholds", {
    companyId: toObjectId(companyId),
    deletedAt: null,
  });

const purchaseOf = (totalAmount: number) => anOrder({ kind: "PurchaseOrder", totalAmount });

describe("rows of thresholds", () => {
  it("ask nobody: those that others have changed count for nothing, and follow again [CON-17]", async () => {
    const { admin, companyId, threshold, workflowId } = await aCompanyWithWorkflow();
    const { _id: id } = await threshold({ kind: "PurchaseOrder", amountThreshold: 100 });
    const byOthers = { amountThreshold: 0, workflowId: toObjectId(newId()), enabled: false };
    await store.db.collection("approval_thresholds").updateMany({ _id: toObjectId(id) }, { $set: byOthers });
    expect(await engine.evaluateOrder(companyId, purchaseOf(50))).toEqual({ required: false });
    expect(await engine.evaluateOrder(companyId, purchaseOf(150))).toEqual({ required: true, workflowId });
    const updated = await engine.thresholds.update(admin, id, { currency: "EUR" });
    expect(updated).toMatchObject({ amountThreshold: 100, workflowId, currency: "EUR", enabled: true });
    expect(await liveRows(companyId)).toEqual([updated]);
  });

  it("are what the newest list of each kind says, after any changes [CON-17]", async () => {
    const change = record({
      what: constantFrom("create", "limit", "kind", "remove", "rule", "off", "discard"),
      place: integer({ min: 0, max: 5 }),
    });
    const property = asyncProperty(array(change, { minLength: 1, maxLength: 8 }), async (changes) => {
      const { admin, companyId, one, workflowId } = await aCompanyWithWorkflow();
      const { thresholds } = engine;
      const stages = [{ name: "Head", approverIds: [one.userId] }];
      for (const { what, place } of changes) {
        const rows = await liveRows(companyId);
        const row = rows[place % Math.max(1, rows.length)];
        const kind = KINDS[place % KINDS.length]!;
        const rule = { kind, amountAbove: "10.50", order: place + 1, stages };
        const put = async (fields: object) => {
          const { id } = await engine.saveRule(admin, { ...rule, ...fields });
          await engine.publishRule(admin, { id });
          return id;
        };
        if (what === "rule") await put({});
        else if (what === "create" || row === undefined) {
          await thresholds.create(admin, { kind, workflowId, amountThreshold: place / 3 });
        } else if (what === "limit") await thresholds.update(admin, row._id, { amountThreshold: null });
        else if (what === "kind") await thresholds.update(admin, row._id, { kind });
        else if (what === "remove") await thresholds.remove(admin, row._id);
        else {
          await put({ id: row._id, kind: row.kind, enabled: false });
          if (what === "discard") await engine.discardRule(admin, { id: row._id });
        }
      }
      const lists = await newestLists(companyId);
      expect(new Set(lists.map(({ kind }) => kind)).size).toBe(lists.length);
      const expected = lists.flatMap(({ kind, rules }) =>
        rules.map((rule) => thresholdOf(kind as (typeof KINDS)[number], rule)),
      );
      const rows = await liveRows(companyId);
      expect(rows).toMatchObject(expected.toSorted((left, right) => (left._id < right._id ? -1 : 1)));
      expect(new Set(rows.map(({ ref }) => ref)).size).toBe(expected.length);
    });
    await assert(property, { numRuns: 15 });
  });

  it("are 1,000 of a kind at most [CON-17]", async () => {
    const { admin, companyId, threshold, workflowId } = await aCompanyWithWorkflow();
    const { _id: id } = await threshold({ kind: "PurchaseOrder" });
    const lists = store.db.collection<{ rules: object[] }>("approval_rule_lists");
    const ofCompany = { companyId: toObjectId(companyId) };
    const [rule = {}] = (await lists.findOne(ofCompany))?.rules ?? [];
    const rules = Array.from({ length: 999 }, () => ({ ...rule, id: toObjectId(newId()) }));
    await lists.updateOne(ofCompany, { $set: { rules: [rule, ...rules] } });
    const terms = { workflowId, amountThreshold: 1 };
    const refused = { code: "INVALID_INPUT", field: "kind" };
    await expect(engine.thresholds.create(admin, { kind: "PurchaseOrder", ...terms })).rejects.toMatchObject(
      refused,
    );
    const { _id: other } = await engine.thresholds.create(admin, { kind: "SalesOrder", ...terms });
    await expect(engine.thresholds.update(admin, other, { kind: "PurchaseOrder" })).rejects.toMatchObject(
      refused,
    );
    await engine.thresholds.update(admin, id, { amountThreshold: 5 });
    expect(await engine.thresholds.update(admin, id, { kind: "SalesOrder" })).toMatchObject({ _id: id });
  });
});
