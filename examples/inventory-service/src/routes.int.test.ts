import { newId } from "@countersign/mongo";
import { schemasReferredToBy } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { ORDER, useInventory } from "../test/inventory-fixture.ts";

const { inventory, orders, call, user, createOrder, createInvoice } = await useInventory();

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
    expect(Object.keys(schemas)).toEqual(expect.arrayContaining(schemasReferredToBy(body)));
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
    [
      "7 places",
      { totalAmount: 18_500.1234567 },
      400,
      "totalAmount: must have at most 6 digits behind the point",
    ],
    ["16 digits", { totalAmount: 1_234_567_890.123456 }, 400, "totalAmount: must have at most 6 digits"],
    ["a fraction of nothing", { totalAmount: 1e-7 }, 400, "totalAmount: must have at most 6 digits"],
    [
      "a discount with 7 places",
      { discount: { valueType: "AMOUNT", value: 0.0000015 } },
      400,
      "discount.value: must have at most 6 digits",
    ],
    ["an amount of 17 digits", { totalAmount: 1e16 }, 400, "totalAmount: must be at most"],
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
    ["an unknown field", { status: "POSTED" }, 400, "status: unknown argument"],
    ["a huge body", { note: "x".repeat(20_000) }, 413, "too large"],
  ])("%s is refused and nothing is written", async (_title, body, status, message) => {
    const nora = await user();
    const plain = body === undefined || typeof body === "string" || Array.isArray(body);
    const answer = await call("POST", "/api/orders", nora, plain ? body : { ...ORDER, ...(body as object) });
    expect(answer).toMatchObject({ status, body: { message: expect.stringContaining(message) } });
    expect(await orders.countDocuments()).toBe(0);
    expect(inventory.engine.orders.size).toBe(0);
  });

  it.each([0, 0.000001, 10_000.000001, 123_456_789.012345, 999_999_999_999.126, 1e12])(
    "the amount %d is described to its approvers with every digit [FIX-3]",
    async (totalAmount) => {
      const nora = await user();
      expect((await call("POST", "/api/orders", nora, { ...ORDER, totalAmount })).status).toBe(201);
      const [sent] = inventory.engine.orders.values();
      const { amount = sent?.document?.facts?.find(({ key }) => key === "total")?.value } =
        sent?.document ?? {};
      expect(Number(amount)).toBe(totalAmount);
    },
  );

  it.each([
    {},
    { orderId: "5" },
    { orderId: newId(), totalAmount: -1 },
    { orderId: newId(), totalAmount: 0.1234567 },
    { orderId: newId(), ref: "SI-1" },
  ])("the invoice %j is refused", async (body) => {
    const nora = await user();
    expect(await call("POST", "/api/invoices", nora, body)).toMatchObject({
      status: 400,
      body: { code: "INVALID_INPUT" },
    });
  });

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

  it("without a token everything but the description is 401 [CT-AUTH-08]", async () => {
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
