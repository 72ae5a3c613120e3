import { describeOrder } from "@countersign/contracts";
import { newId, toObjectId } from "@countersign/mongo";
import { type TestUser, waitFor } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { NEEDS_APPROVAL, ORDER, useInventory } from "../test/inventory-fixture.ts";
import { orderKinds } from "./order-kinds.ts";

const { inventory, orders, call, user, createOrder, createInvoice, statusOf } = await useInventory();

/** An order that needs an approval which it does not have. */
async function createUnapproved(buyer: TestUser) {
  const order = await createOrder(buyer);
  inventory.engine.unapproved.add(order._id);
  return order;
}

/** Lets the time of all claims run out. */
const releaseClaims = () =>
  orders.updateMany({ announceAfter: { $exists: true } }, { $set: { announceAfter: new Date(0) } });

describe("creating an order", () => {
  it("saves it and announces it to the engine [AE-INV-06] [MSG-RPC-13]", async () => {
    const nora = await user();
    const { status, headers, body } = await call("POST", "/api/orders", nora, ORDER);
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { ...ORDER, ref: "SO-000001", status: "SAVED", createdBy: nora.userId },
    });
    const id = String(body["_id"]);
    expect(headers.get("location")).toBe(`/api/orders/${id}`);
    expect((await call("GET", `/api/orders/${id}`, nora)).body).toEqual(body);
    expect(inventory.engine.orders.get(id)).toEqual({
      companyId: nora.companyId,
      order: { _id: id, ref: "SO-000001", ...ORDER },
      submitterId: nora.userId,
      document: describeOrder(ORDER),
    });
    expect(await orders.findOne({ _id: toObjectId(id) })).not.toHaveProperty("announceAfter");
  });

  it("keeps it where the engine looks for it, under the contract's names", async () => {
    const nora = await user();
    const { _id } = await createOrder(nora);
    expect(await orders.findOne({ _id: toObjectId(_id) })).toMatchObject({
      companyId: toObjectId(nora.companyId),
      ...ORDER,
      ref: "SO-000001",
      status: "SAVED",
    });
  });

  it.each(["refuse", "accept without answering", "fail"] as const)(
    "is not blocked when the engine is about to %s [AE-INV-07]",
    async (mood) => {
      const nora = await user();
      inventory.engine.mood = mood;
      const { _id } = await createOrder(nora);
      expect(await statusOf(nora, _id)).toBe("SAVED");
    },
  );

  it("is not blocked without an engine [AE-INV-07]", async () => {
    const nora = await user();
    await inventory.engine.close();
    await createOrder(nora);
  });

  it("announces later what the engine did not hear of, after a crash too", async () => {
    const nora = await user();
    inventory.engine.mood = "fail";
    const { _id } = await createOrder(nora);
    expect(inventory.engine.orders.has(_id)).toBe(false);
    inventory.engine.mood = "accept";
    await releaseClaims();
    await inventory.restart();
    await waitFor(() => inventory.engine.orders.has(_id));
    await waitFor(async () => (await orders.countDocuments({ announceAfter: { $exists: true } })) === 0);
  });

  it("cancels the run of an order that was cancelled before the engine heard of it", async () => {
    const nora = await user();
    inventory.engine.mood = "fail";
    const { _id } = await createOrder(nora);
    await call("POST", `/api/orders/${_id}/cancel`, nora);
    await waitFor(() => inventory.engine.cancels.length === 1);
    inventory.engine.mood = "accept";
    await releaseClaims();
    await waitFor(() => inventory.engine.cancels.length === 2);
    expect(inventory.engine.orders.has(_id)).toBe(true);
    expect(inventory.engine.cancels.map(({ data }) => data.refId)).toEqual([_id, _id]);
  });

  it("gives orders and invoices ids that cannot be guessed from their neighbours [SAFE-2]", async () => {
    const nora = await user();
    const order = await createOrder(nora);
    const invoice = await createInvoice(nora, order._id);
    // An object id begins with the second and the process it was made in.
    const processes = [newId(), order._id, invoice._id].map((id) => id.slice(8, 18));
    expect(new Set(processes).size).toBe(3);
  });

  it("numbers the orders of a company by kind, under concurrency too", async () => {
    const nora = await user();
    const created = await Promise.all(Array.from({ length: 10 }, () => createOrder(nora)));
    expect(new Set(created.map(({ ref }) => ref)).size).toBe(10);
    const refs = [];
    for (const kind of orderKinds) refs.push((await createOrder(nora, { kind })).ref);
    expect(refs).toEqual(["PR-000001", "PO-000001", "SQ-000001", "SO-000011"]);
  });
});

describe("posting an order", () => {
  it("is refused with 403 and the exact text while it needs approval [AE-INV-08] [MSG-RPC-14]", async () => {
    const nora = await user();
    const { _id } = await createUnapproved(nora);
    const { status, body } = await call("POST", `/api/orders/${_id}/post`, nora);
    expect({ status, body }).toMatchObject({
      status: 403,
      body: { statusCode: 403, error: "Forbidden", message: NEEDS_APPROVAL },
    });
    expect(await statusOf(nora, _id)).toBe("SAVED");
  });

  it("posts one that needs none, once, however often it is asked", async () => {
    const nora = await user();
    const { _id } = await createOrder(nora);
    const posts = await Promise.all([1, 2, 3].map(async () => call("POST", `/api/orders/${_id}/post`, nora)));
    expect(posts.map(({ status, body }) => [status, body["status"]])).toEqual(
      posts.map(() => [200, "POSTED"]),
    );
    expect(new Set(posts.map(({ body }) => body["postedAt"])).size).toBe(1);
  });

  it.each(["fail", "accept without answering"] as const)(
    "answers 503 and posts nothing when the engine is about to %s",
    async (mood) => {
      const nora = await user();
      const { _id } = await createOrder(nora);
      inventory.engine.mood = mood;
      expect(await call("POST", `/api/orders/${_id}/post`, nora)).toMatchObject({ status: 503 });
      expect(await statusOf(nora, _id)).toBe("SAVED");
    },
  );

  it("a cancelled order is refused", async () => {
    const nora = await user();
    const { _id, ref } = await createOrder(nora);
    await call("POST", `/api/orders/${_id}/cancel`, nora);
    const { status, body } = await call("POST", `/api/orders/${_id}/post`, nora);
    expect({ status, message: body["message"] }).toEqual({ status: 409, message: `${ref} is CANCELLED` });
  });
});

describe("cancelling", () => {
  it("cancels the order and notifies the engine once, however often it is asked [MSG-COMMAND-02]", async () => {
    const nora = await user();
    const { _id } = await createOrder(nora);
    for (const attempt of [1, 2]) {
      const { status, body } = await call("POST", `/api/orders/${_id}/cancel`, nora);
      expect({ attempt, status, order: body["status"] }).toEqual({
        attempt,
        status: 200,
        order: "CANCELLED",
      });
    }
    const last = await createOrder(nora);
    await call("POST", `/api/orders/${last._id}/cancel`, nora);
    await waitFor(() => inventory.engine.cancels.some(({ data }) => data.refId === last._id));
    expect(inventory.engine.cancels.map(({ data }) => data)).toEqual(
      [_id, last._id].map((refId) => ({ companyId: nora.companyId, refId, actorId: nora.userId })),
    );
  });

  it("a posted order, or one with a posted invoice, stays", async () => {
    const nora = await user();
    const [order, invoiced] = [await createOrder(nora), await createOrder(nora)];
    await call("POST", `/api/orders/${order._id}/post`, nora);
    const invoice = await createInvoice(nora, invoiced._id);
    await call("POST", `/api/invoices/${invoice._id}/post`, nora);
    for (const [id, message] of [
      [order._id, `${order.ref} is POSTED and cannot be cancelled any more`],
      [invoiced._id, `${invoiced.ref} has posted invoices and cannot be cancelled any more`],
    ]) {
      const refused = await call("POST", `/api/orders/${id}/cancel`, nora);
      expect(refused).toMatchObject({ status: 409, body: { message } });
    }
    expect(inventory.engine.cancels).toEqual([]);
  });

  it("is for the creator and privileged users, not for their agents [SAFE-15]", async () => {
    const nora = await user();
    const { _id } = await createOrder(nora);
    const { companyId } = nora;
    expect(await call("POST", `/api/orders/${_id}/cancel`, await user({ companyId }))).toMatchObject({
      status: 403,
    });
    const admin = await user({ companyId, privileged: true });
    const agent = await user({ ...admin, privileged: true, agent: true });
    expect(await call("POST", `/api/orders/${_id}/cancel`, agent)).toMatchObject({
      status: 403,
      body: { message: "Separation of duties: agent" },
    });
    expect(await call("POST", `/api/orders/${_id}/cancel`, admin)).toMatchObject({ status: 200 });
  });
});
