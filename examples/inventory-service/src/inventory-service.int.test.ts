import { newId, toObjectId } from "@countersign/mongo";
import { type TestUser, useOwnerService, waitFor } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { type OrderKind, orderKinds } from "./order-kinds.ts";
import { inventoryService } from "./service.ts";

const inventory = await useOwnerService(inventoryService, ["orders"]);
const orders = inventory.store.db.collection("orders");
const { call, user } = inventory;

const NEEDS_APPROVAL = "This order requires approval before it can be posted";
const ORDER = { kind: "SalesOrder", totalAmount: 1_200.5, discount: { valueType: "PERCENTAGE", value: 5 } };

async function createOrder(buyer: TestUser, fields: object = {}) {
  const { status, body } = await call("POST", "/api/orders", buyer, { ...ORDER, ...fields });
  expect(status).toBe(201);
  const { companyId } = buyer;
  return { _id: String(body["_id"]), companyId, kind: body["kind"] as OrderKind, ref: String(body["ref"]) };
}

async function createInvoice(buyer: TestUser, orderId: string, fields: object = {}) {
  const { status, body } = await call("POST", "/api/invoices", buyer, { orderId, ...fields });
  expect(status).toBe(201);
  return { _id: String(body["_id"]), ref: String(body["ref"]) };
}

/** An order that needs an approval which it does not have. */
async function createUnapproved(buyer: TestUser) {
  const order = await createOrder(buyer);
  inventory.engine.unapproved.add(order._id);
  return order;
}

async function statusOf(buyer: TestUser, id: string): Promise<unknown> {
  return (await call("GET", `/api/orders/${id}`, buyer)).body["status"];
}

/** Lets the time of all claims run out. */
const releaseClaims = () =>
  orders.updateMany({ announceAfter: { $exists: true } }, { $set: { announceAfter: new Date(0) } });

describe("creating an order", () => {
  it("[AE-INV-06] [MSG-RPC-13] saves it and tells the engine", async () => {
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
    "[AE-INV-07] is not blocked when the engine is about to %s",
    async (mood) => {
      const nora = await user();
      inventory.engine.mood = mood;
      const { _id } = await createOrder(nora);
      expect(await statusOf(nora, _id)).toBe("SAVED");
    },
  );

  it("[AE-INV-07] is not blocked without an engine", async () => {
    const nora = await user();
    await inventory.engine.close();
    await createOrder(nora);
  });

  it("tells the engine later what it did not hear, after a crash too", async () => {
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

  it("[SAFE-2] gives orders and invoices ids that their neighbours do not tell", async () => {
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

describe("outcomes", () => {
  it.each(orderKinds)("[AE-CALLBACK-06] [MSG-OUTCOME-01] completion posts a %s, once", async (kind) => {
    const nora = await user();
    const order = await createOrder(nora, { kind });
    await inventory.engine.decide(order, "completed");
    await waitFor(async () => (await statusOf(nora, order._id)) === "POSTED");
    const { body } = await call("GET", `/api/orders/${order._id}`, nora);
    expect(body["postedAt"]).toBe(body["updatedAt"]);
    expect((await call("POST", `/api/orders/${order._id}/post`, nora)).body).toEqual(body);
  });

  it("[AE-CALLBACK-01] [AE-CALLBACK-07] [MSG-OUTCOME-02] a terminal rejection leaves the order unchanged", async () => {
    const nora = await user();
    const order = await createOrder(nora);
    const before = await orders.findOne({ _id: toObjectId(order._id) });
    const other = await createOrder(nora);
    await inventory.engine.decide(order, "rejected", "Too dear");
    await inventory.engine.decide(other, "completed");
    await waitFor(async () => (await statusOf(nora, other._id)) === "POSTED");
    await waitFor(async () => (await inventory.store.db.collection("inbox").countDocuments()) >= 2);
    expect(await orders.findOne({ _id: toObjectId(order._id) })).toEqual(before);
  });

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
  ])("[SAFE-1] that %s posts nothing", async (_who, run) => {
    const nora = await user();
    const order = await createOrder(nora);
    await inventory.told(order, "completed", "Mine", run);
    await inventory.told({ ...order, kind: "SalesQuotation" }, "completed");
    expect(await statusOf(nora, order._id)).toBe("SAVED");
    await inventory.told(order, "completed");
    expect(await statusOf(nora, order._id)).toBe("POSTED");
  });

  it("[SAFE-1] posts an order where a person started it with the workflow that the evaluation names", async () => {
    const nora = await user();
    const order = await createOrder(nora);
    await inventory.told(order, "completed", "Again", { origin: "evaluation", runId: newId() });
    expect(await statusOf(nora, order._id)).toBe("POSTED");
  });
});

describe("posting an order", () => {
  it("[AE-INV-08] [MSG-RPC-14] is refused with 403 and the exact text while it needs approval", async () => {
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

describe("invoices", () => {
  it("[AE-INV-12] name their order and are kept where the engine finds it", async () => {
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

  it("have the order's amount and discount unless they have their own", async () => {
    const nora = await user();
    const order = await createOrder(nora, { kind: "PurchaseOrder" });
    const part = await createInvoice(nora, order._id, { totalAmount: 100 });
    const { body } = await call("GET", `/api/invoices/${part._id}`, nora);
    expect(body).toMatchObject({ kind: "PurchaseInvoice", ref: "PI-000001", totalAmount: 100 });
    expect(body).not.toHaveProperty("discount");
  });

  it.each(["its own threshold", "its order's"])(
    "[AE-INV-08] posting is refused with 403 while approval is needed by %s",
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

  it("[SAFE-6] asks again when another invoice of the order was posted meanwhile", async () => {
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

describe("cancelling", () => {
  it("[MSG-COMMAND-02] cancels the order and tells the engine once, however often it is asked", async () => {
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

  it("is for the creator and privileged users", async () => {
    const nora = await user();
    const { _id } = await createOrder(nora);
    const { companyId } = nora;
    expect(await call("POST", `/api/orders/${_id}/cancel`, await user({ companyId }))).toMatchObject({
      status: 403,
    });
    const admin = await user({ companyId, privileged: true });
    expect(await call("POST", `/api/orders/${_id}/cancel`, admin)).toMatchObject({ status: 200 });
  });
});

describe("reading", () => {
  it("lists orders and invoices newest first, filtered, a page at a time", async () => {
    const nora = await user();
    const first = await createOrder(nora);
    const second = await createOrder(nora, { kind: "PurchaseOrder" });
    const third = await createOrder(nora);
    const invoice = await createInvoice(nora, first._id);
    await call("POST", `/api/orders/${first._id}/cancel`, nora);
    const list = async (path: string) => {
      const { body } = await call("GET", path, nora);
      return { ids: (body["data"] as { _id: string }[]).map(({ _id }) => _id), total: body["total"] };
    };
    expect(await list("/api/orders")).toEqual({ ids: [third._id, second._id, first._id], total: 3 });
    expect(await list("/api/orders?take=1&skip=1")).toEqual({ ids: [second._id], total: 3 });
    expect(await list("/api/orders?status=CANCELLED")).toEqual({ ids: [first._id], total: 1 });
    expect(await list("/api/orders?kind=PurchaseOrder")).toEqual({ ids: [second._id], total: 1 });
    expect(await list("/api/invoices")).toEqual({ ids: [invoice._id], total: 1 });
    expect(await list(`/api/invoices?orderId=${third._id}`)).toEqual({ ids: [], total: 0 });
  });

  it("shows another company nothing, and an invoice is no order", async () => {
    const nora = await user();
    const order = await createOrder(nora);
    const invoice = await createInvoice(nora, order._id);
    const stranger = await user();
    for (const [method, path] of [
      ["GET", `/api/orders/${order._id}`],
      ["POST", `/api/orders/${order._id}/post`],
      ["POST", `/api/orders/${order._id}/cancel`],
      ["GET", `/api/invoices/${invoice._id}`],
      ["POST", `/api/invoices/${invoice._id}/post`],
    ] as const) {
      expect(await call(method, path, stranger), path).toMatchObject({ status: 404 });
    }
    expect(await call("POST", "/api/invoices", stranger, { orderId: order._id })).toMatchObject({
      status: 404,
      body: { message: "Order not found" },
    });
    expect((await call("GET", "/api/orders", stranger)).body).toEqual({ data: [], total: 0 });
    expect(await call("GET", `/api/orders/${invoice._id}`, nora)).toMatchObject({ status: 404 });
    expect(await call("GET", `/api/invoices/${order._id}`, nora)).toMatchObject({ status: 404 });
  });

  it("describes itself to anyone, every route of it", async () => {
    const { status, body } = await call("GET", "/api/openapi.json");
    expect(status).toBe(200);
    const paths = body["paths"] as Record<string, object>;
    expect(Object.entries(paths).map(([path, item]) => [path, Object.keys(item)])).toEqual([
      ["/api/orders", ["post", "get"]],
      ["/api/orders/{id}", ["get"]],
      ["/api/orders/{id}/post", ["post"]],
      ["/api/orders/{id}/cancel", ["post"]],
      ["/api/invoices", ["post", "get"]],
      ["/api/invoices/{id}", ["get"]],
      ["/api/invoices/{id}/post", ["post"]],
    ]);
    const schemas = (body["components"] as { schemas: Record<string, object> }).schemas;
    for (const [, name] of JSON.stringify(body).matchAll(/#\/components\/schemas\/(\w+)/gu)) {
      expect(schemas).toHaveProperty(String(name));
    }
    expect(schemas["NewOrder"]).toMatchObject({ required: ["kind", "totalAmount"] });
  });
});

describe("bad input", () => {
  it.each<[string, unknown, number, string]>([
    ["no body", undefined, 400, "kind: "],
    ["no JSON", "{", 400, "JSON"],
    ["a list", [], 400, "expected object"],
    ["a kind of another owner", { kind: "Leave" }, 400, "kind: "],
    ["an invoice's kind", { kind: "SalesInvoice" }, 400, "kind: "],
    ["a negative amount", { totalAmount: -1 }, 400, "totalAmount: must be at least 0"],
    ["an amount beyond the bound", { totalAmount: 1e12 + 1 }, 400, "totalAmount: must be at most"],
    ["an amount that is text", { totalAmount: "12" }, 400, "totalAmount: must be a number"],
    ["an infinite amount", '{"kind":"SalesOrder","totalAmount":1e999}', 400, "totalAmount: "],
    [
      "a discount over 100 percent",
      { discount: { valueType: "PERCENTAGE", value: 101 } },
      400,
      "discount.value",
    ],
    ["an unknown discount", { discount: { valueType: "POINTS", value: 1 } }, 400, "discount.valueType"],
    ["an over-long note", { note: "x".repeat(2_001) }, 400, "note: must have at most 2000 characters"],
    ["an unknown field", { status: "POSTED" }, 400, 'Unrecognized key: "status"'],
    ["a huge body", { note: "x".repeat(20_000) }, 413, "too large"],
  ])("%s is refused and nothing is written", async (_title, body, status, message) => {
    const nora = await user();
    const plain = body === undefined || typeof body === "string" || Array.isArray(body);
    const answer = await call("POST", "/api/orders", nora, plain ? body : { ...ORDER, ...(body as object) });
    expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(message) } });
    expect(await orders.countDocuments()).toBe(0);
    expect(inventory.engine.orders.size).toBe(0);
  });

  it.each([{}, { orderId: "5" }, { orderId: newId(), totalAmount: -1 }, { orderId: newId(), ref: "SI-1" }])(
    "the invoice %j is refused",
    async (body) => {
      const nora = await user();
      expect(await call("POST", "/api/invoices", nora, body)).toMatchObject({
        status: 400,
        body: { code: "INVALID_INPUT" },
      });
    },
  );

  it.each([
    "orders?take=0",
    "orders?take=101",
    "orders?skip=-1",
    "orders?status=DRAFT",
    "orders?kind=SalesInvoice",
    "orders?orderId=5eed00000000000000000001",
    "invoices?orderId=1",
    "invoices?kind=SalesOrder",
    "orders/5",
  ])("the request GET /api/%s is refused", async (path) => {
    const { status, body } = await call("GET", `/api/${path}`, await user());
    expect({ status, code: body["code"] }).toEqual({ status: 400, code: "INVALID_INPUT" });
  });

  it("[CT-AUTH-08] without a token everything but the description is 401", async () => {
    for (const [method, path] of [
      ["GET", "/api/orders"],
      ["POST", "/api/orders"],
      ["POST", `/api/orders/${newId()}/post`],
      ["POST", `/api/orders/${newId()}/cancel`],
      ["GET", "/api/invoices"],
      ["POST", "/api/invoices"],
      ["POST", `/api/invoices/${newId()}/post`],
    ] as const) {
      const { status, headers, body } = await call(method, path);
      expect({ status, code: body["code"] }).toEqual({ status: 401, code: "UNAUTHENTICATED" });
      expect(headers.get("www-authenticate")).toMatch(/^Bearer /u);
    }
  });
});
