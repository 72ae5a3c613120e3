import { type TestUser, useOwnerService } from "@countersign/testing";
import { expect } from "vitest";
import type { OrderKind } from "../src/order-kinds.ts";
import { inventoryService } from "../src/service.ts";

export const NEEDS_APPROVAL = "This order requires approval before it can be posted";
/** The order of every test that does not say otherwise. */
export const ORDER = {
  kind: "SalesOrder",
  totalAmount: 1_200.5,
  discount: { valueType: "PERCENTAGE", value: 5 },
} as const;

/** The service with a played engine, for the suite that calls it. */
export async function useInventory() {
  const inventory = await useOwnerService(inventoryService, ["orders"]);
  const orders = inventory.store.db.collection("orders");
  const { call, user } = inventory;

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

  async function statusOf(buyer: TestUser, id: string): Promise<unknown> {
    return (await call("GET", `/api/orders/${id}`, buyer)).body["status"];
  }

  return { inventory, orders, call, user, createOrder, createInvoice, statusOf };
}
