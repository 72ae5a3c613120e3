import { sweepOf, type SweptField } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { useInventory } from "../test/inventory-fixture.ts";
import { newInvoice, newOrder } from "./routes/order-inputs.ts";

const { call, user, orders, createOrder } = await useInventory();

const BODIES = [
  ["/api/orders", newOrder],
  ["/api/invoices", newInvoice],
] as const;

/** A refusal of the boundary names the field. */
function namesField(
  { status, message }: { status: number; message: string },
  { path: at, name }: SweptField,
): void {
  if (status === 400) expect(message, at).toContain(name);
}

describe.each(BODIES)("POST %s", (path, schema) => {
  /** Sends a body; a refusal writes nothing and is no fault of the service. */
  async function sender() {
    const buyer = await user();
    const order = await createOrder(buyer);
    const { fields, sound } = sweepOf(schema, path === "/api/invoices" ? { orderId: order._id } : {});
    const send = async (body: unknown) => {
      const before = await orders.countDocuments();
      const answer = await call("POST", path, buyer, body);
      if (answer.status >= 300) {
        expect([400, 404, 409], JSON.stringify(answer.body)).toContain(answer.status);
        expect(await orders.countDocuments()).toBe(before);
      }
      return { status: answer.status, message: (answer.body["message"] as string | undefined) ?? "" };
    };
    return { fields, sound: sound as object, send };
  }

  it("takes null for an optional field as no field, and refuses a required one by its name [FIX-4]", async () => {
    const { fields, sound, send } = await sender();
    expect((await send(sound)).status).toBe(201);
    expect(fields.length).toBeGreaterThan(0);
    for (const field of fields) {
      const [nulled, absent] = [await send(field.nulled), await send(field.absent)];
      if (field.isOptional && !field.takesNull) expect(nulled, field.path).toEqual(absent);
      for (const answer of field.isOptional ? [] : [nulled, absent]) {
        expect(answer.status, field.path).toBe(400);
        namesField(answer, field);
      }
    }
  });

  it("takes an empty or blank text, or refuses it by its field's name [FIX-4]", async () => {
    const { fields, send } = await sender();
    for (const field of fields) {
      for (const body of [field.empty, field.blank]) namesField(await send(body), field);
    }
  });

  it("refuses an unknown argument by its name, at every depth [FIX-4]", async () => {
    const { sound, send } = await sender();
    const message = "surprise: unknown argument";
    expect(await send({ ...sound, surprise: 1 })).toEqual({ status: 400, message });
    const discount = { valueType: "PERCENTAGE", value: 5, surprise: 1 };
    expect(await send({ ...sound, discount })).toEqual({ status: 400, message: `discount.${message}` });
  });
});
