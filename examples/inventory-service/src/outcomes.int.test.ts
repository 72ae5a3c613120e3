import { newId, toObjectId } from "@countersign/mongo";
import { waitFor } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { useInventory } from "../test/inventory-fixture.ts";
import { orderKinds } from "./order-kinds.ts";

const { inventory, orders, call, user, createOrder, statusOf } = await useInventory();

describe("outcomes", () => {
  it.each(orderKinds)("completion posts a %s, once [AE-CALLBACK-06] [MSG-OUTCOME-01]", async (kind) => {
    const nora = await user();
    const order = await createOrder(nora, { kind });
    await inventory.engine.decide(order, "completed");
    await waitFor(async () => (await statusOf(nora, order._id)) === "POSTED");
    const { body } = await call("GET", `/api/orders/${order._id}`, nora);
    expect(body["postedAt"]).toBe(body["updatedAt"]);
    expect((await call("POST", `/api/orders/${order._id}/post`, nora)).body).toEqual(body);
  });

  it.each(["rejected", "recalled"] as const)(
    "a run that was %s leaves the order unchanged [AE-CALLBACK-01] [AE-CALLBACK-07] [CTRL-3]",
    async (outcome) => {
      const nora = await user();
      const order = await createOrder(nora);
      const before = await orders.findOne({ _id: toObjectId(order._id) });
      const other = await createOrder(nora);
      await inventory.engine.decide(order, outcome, "Too dear");
      await inventory.engine.decide(other, "completed");
      await waitFor(async () => (await statusOf(nora, other._id)) === "POSTED");
      await waitFor(async () => (await inventory.store.db.collection("inbox").countDocuments()) >= 2);
      expect(await orders.findOne({ _id: toObjectId(order._id) })).toEqual(before);
    },
  );

  it("of another company, of no order, or of a cancelled one changes nothing", async () => {
    const nora = await user();
    const [order, cancelled, last] = [
      await createOrder(nora),
      await createOrder(nora),
      await createOrder(nora),
    ];
    await call("POST", `/api/orders/${cancelled._id}/cancel`, nora);
    await inventory.engine.decide({ ...order, companyId: newId() }, "completed");
    await inventory.engine.decide({ ...order, _id: newId() }, "completed");
    await inventory.engine.decide(cancelled, "completed");
    await inventory.engine.decide(last, "completed");
    await waitFor(async () => (await statusOf(nora, last._id)) === "POSTED");
    expect(await statusOf(nora, order._id)).toBe("SAVED");
    expect(await statusOf(nora, cancelled._id)).toBe("CANCELLED");
  });
});

describe("a run that was not asked for", () => {
  it.each([
    ["a person started with another workflow", { origin: "person" as const }],
    ["another service asked for", { origin: "owner" as const, runId: newId() }],
    ["nobody vouches for", { origin: undefined }],
  ])("that %s posts nothing [SAFE-1]", async (_who, run) => {
    const nora = await user();
    const order = await createOrder(nora);
    await inventory.told(order, "completed", "Mine", run);
    await inventory.told({ ...order, kind: "SalesQuotation" }, "completed");
    expect(await statusOf(nora, order._id)).toBe("SAVED");
    await inventory.told(order, "completed");
    expect(await statusOf(nora, order._id)).toBe("POSTED");
  });

  it("posts an order where a person started it with the workflow that the evaluation names [SAFE-1]", async () => {
    const nora = await user();
    const order = await createOrder(nora);
    await inventory.told(order, "completed", "Again", { origin: "evaluation", runId: newId() });
    expect(await statusOf(nora, order._id)).toBe("POSTED");
  });
});
