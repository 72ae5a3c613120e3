import { useTestStore } from "@countersign/testing";
import { describe, expect, it } from "vitest";

import { aCompany, countAll, recordsOf } from "../../test/engine-fixture.ts";
import { useBus, useReplica } from "../../test/graphql-fixture.ts";
import type { Caller } from "../engine.ts";

const store = await useTestStore();
const { as, engine } = await useReplica(store, useBus());
const records = recordsOf(store);

const VIEW = {
  page: "INBOX",
  name: "Large orders",
  query: "kind=PurchaseOrder&min=10000&currency=EUR",
} as const;
const mine = async (caller: Caller) =>
  (await as(caller).get<{ savedViews: object[] }>("{ savedViews { _id page name query } }")).savedViews;

describe("a saved view", () => {
  it("is its user's alone: kept, replaced and deleted, each audited [CON-13]", async () => {
    const company = aCompany();
    const [nora, milan] = [company.user(), company.user({ privileged: true })];
    const { _id } = await engine.saveView(nora, VIEW);
    const second = await engine.saveView(nora, { ...VIEW, page: "DECIDED", name: "Mine", query: "" });
    expect(await mine(nora)).toEqual([
      { _id, ...VIEW },
      { _id: second._id, page: "DECIDED", name: "Mine", query: "" },
    ]);
    const missing = { code: "NOT_FOUND", message: "View not found", field: "id" };
    for (const stranger of [milan, { ...nora, companyId: aCompany().companyId }]) {
      expect(await mine(stranger)).toEqual([]);
      await expect(engine.saveView(stranger, { ...VIEW, id: _id })).rejects.toMatchObject(missing);
      await expect(engine.deleteView(stranger, _id)).rejects.toMatchObject(missing);
    }
    await engine.saveView(nora, { ...VIEW, id: _id, name: "Larger orders" });
    await engine.deleteView(nora, second._id);
    expect(await mine(nora)).toEqual([{ _id, ...VIEW, name: "Larger orders" }]);
    expect((await records.audit(_id)).map(({ action }) => action)).toEqual(["create", "update"]);
  });

  it("is one of thirty at most, also where two are saved at once [CON-13]", async () => {
    const nora = aCompany().user();
    for (let n = 0; n < 29; n += 1) await engine.saveView(nora, { ...VIEW, name: `View ${n}` });
    const both = await Promise.allSettled(
      [1, 2].map((n) => engine.saveView(nora, { ...VIEW, name: `Last ${n}` })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "CONFLICT", message: "At most 30 views of one person" },
    });
    expect(await mine(nora)).toHaveLength(30);
    await engine.deleteView(nora, ((await mine(nora))[3] as { _id: string })._id);
    await engine.saveView(nora, VIEW);
    expect(await mine(nora)).toHaveLength(30);
  });

  it.each([
    [{ name: "x".repeat(61) }, "name"],
    [{ name: " " }, "name"],
    [{ query: "a b" }, "query"],
    [{ query: "q".repeat(1_001) }, "query"],
    [{ query: "q=\u202E" }, "query"],
    [{ page: "REPORTS" }, "page"],
    [{ id: "mine" }, "id"],
  ])("is refused with %j by the field's name, and nothing is written [CON-13]", async (fields, field) => {
    const before = await countAll(store);
    const saved = engine.saveView(aCompany().user(), { ...VIEW, ...fields } as never);
    await expect(saved).rejects.toMatchObject({ code: "INVALID_INPUT", field });
    expect(await countAll(store)).toBe(before);
  });
});
