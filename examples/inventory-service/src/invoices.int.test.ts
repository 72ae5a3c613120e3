import { toObjectId } from "@countersign/mongo";
import { waitFor } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { NEEDS_APPROVAL, ORDER, useInventory } from "../test/inventory-fixture.ts";

const { inventory, orders, call, user, createOrder, createInvoice } = await useInventory();

const recordOf = async ({ _id }: { _id: string }) => orders.findOne({ _id: toObjectId(_id) });

describe("invoices", () => {
  it("name their order and are kept where the engine finds it [AE-INV-12]", async () => {
    const nora = await user();
    const order = await createOrder(nora);
    const { status, headers, body } = await call("POST", "/api/invoices", nora, { orderId: order._id });
    expect({ status, body }).toMatchObject({
      status: 201,
      body: { ...ORDER, kind: "SalesInvoice", orderId: order._id, ref: "SI-000001", status: "SAVED" },
    });
    expect(headers.get("location")).toBe(`/api/invoices/${String(body["_id"])}`);
    expect(await orders.findOne({ kind: "SalesInvoice" })).toMatchObject({
      _id: toObjectId(String(body["_id"])),
      companyId: toObjectId(nora.companyId),
      orderId: toObjectId(order._id),
      totalAmount: ORDER.totalAmount,
    });
    expect((await call("GET", `/api/invoices/${String(body["_id"])}`, nora)).body).toEqual(body);
  });

  it("say that an agent made them, as orders do [AGT-3]", async () => {
    const nora = await user();
    const agent = await user({ ...nora, agent: true });
    const [byAgent, byNora] = [await createOrder(agent), await createOrder(nora)];
    const [ofAgent, ofNora] = [
      await createInvoice(agent, byNora._id),
      await createInvoice(nora, byAgent._id),
    ];
    for (const one of [byAgent, ofAgent]) {
      expect(await recordOf(one)).toMatchObject({ submittedBy: { agent: true } });
    }
    for (const one of [byNora, ofNora]) expect(await recordOf(one)).not.toHaveProperty("submittedBy");
  });

  it("have the order's amount and discount unless they have their own", async () => {
    const nora = await user();
    const order = await createOrder(nora, { kind: "PurchaseOrder" });
    const part = await createInvoice(nora, order._id, { totalAmount: 100 });
    const { body } = await call("GET", `/api/invoices/${part._id}`, nora);
    expect(body).toMatchObject({ kind: "PurchaseInvoice", ref: "PI-000001", totalAmount: 100 });
    expect(body).not.toHaveProperty("discount");
  });

  it.each(["its own threshold", "its order's"])(
    "posting is refused with 403 while approval is needed by %s [AE-INV-08]",
    async (whose) => {
      const nora = await user();
      const order = await createOrder(nora);
      const invoice = await createInvoice(nora, order._id);
      const held = whose === "its own threshold" ? invoice._id : order._id;
      inventory.engine.unapproved.add(held);
      const refused = await call("POST", `/api/invoices/${invoice._id}/post`, nora);
      expect(refused).toMatchObject({ status: 403, body: { message: NEEDS_APPROVAL } });
      expect((await call("GET", `/api/invoices/${invoice._id}`, nora)).body["status"]).toBe("SAVED");

      inventory.engine.unapproved.delete(held);
      const posted = await call("POST", `/api/invoices/${invoice._id}/post`, nora);
      expect(posted).toMatchObject({ status: 200, body: { status: "POSTED", postedAt: expect.any(String) } });
      expect((await call("POST", `/api/invoices/${invoice._id}/post`, nora)).body).toEqual(posted.body);
    },
  );

  it("of a posted order are not held up by a threshold that came later", async () => {
    const nora = await user();
    const order = await createOrder(nora);
    await call("POST", `/api/orders/${order._id}/post`, nora);
    inventory.engine.unapproved.add(order._id);
    const invoice = await createInvoice(nora, order._id);
    expect(await call("POST", `/api/invoices/${invoice._id}/post`, nora)).toMatchObject({ status: 200 });
  });

  it("are not made of kinds that have none, nor of cancelled orders", async () => {
    const nora = await user();
    const quotation = await createOrder(nora, { kind: "SalesQuotation" });
    expect(await call("POST", "/api/invoices", nora, { orderId: quotation._id })).toMatchObject({
      status: 400,
      body: { message: "orderId: SQ-000001 is a SalesQuotation, which has no invoices" },
    });
    const order = await createOrder(nora);
    const invoice = await createInvoice(nora, order._id);
    await call("POST", `/api/orders/${order._id}/cancel`, nora);
    expect(await call("POST", "/api/invoices", nora, { orderId: order._id })).toMatchObject({ status: 409 });
    expect(await call("POST", `/api/invoices/${invoice._id}/post`, nora)).toMatchObject({ status: 409 });
  });

  it("asks again when another invoice of the order was posted meanwhile [SAFE-6]", async () => {
    const nora = await user();
    const order = await createOrder(nora);
    const [one, two] = [await createInvoice(nora, order._id), await createInvoice(nora, order._id)];
    // Either alone may be posted, not both, and the engine is asked about both before one is.
    const asked = new Set<string>();
    inventory.engine.mayPost = async (id) => {
      if (id === order._id) return true;
      const ofOrder = { orderId: toObjectId(order._id), status: "POSTED" };
      const posted = await orders.countDocuments(ofOrder);
      asked.add(id);
      await waitFor(() => asked.size === 2);
      return posted === 0;
    };
    const posts = await Promise.all(
      [one, two].map(({ _id }) => call("POST", `/api/invoices/${_id}/post`, nora)),
    );
    expect(posts.map(({ status }) => status).toSorted((left, right) => left - right)).toEqual([200, 403]);
  });

  it("once posted keep their order from being cancelled, whichever comes first", async () => {
    const nora = await user();
    for (let round = 0; round < 5; round++) {
      const order = await createOrder(nora);
      const invoice = await createInvoice(nora, order._id);
      const [posted, cancelled] = await Promise.all([
        call("POST", `/api/invoices/${invoice._id}/post`, nora),
        call("POST", `/api/orders/${order._id}/cancel`, nora),
      ]);
      expect([posted.status, cancelled.status].toSorted((one, two) => one - two)).toEqual([200, 409]);
    }
  });
});
