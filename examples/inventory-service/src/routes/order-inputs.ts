import { decimalText, hexId, LIMITS, prose } from "@countersign/contracts";
import { pageFields } from "@countersign/owner-kit";
import { z } from "zod";
import { ORDER_STATUSES } from "../order.ts";
import { invoiceKinds, orderKinds } from "../order-kinds.ts";

/** A number that approvers are shown with every digit: as many as the document under approval may have (DOC-2, FIX-3). */
const amount = (most: number) =>
  z
    .number("must be a number")
    .min(0, "must be at least 0")
    .max(most, { error: `must be at most ${most}`, abort: true })
    .refine(
      (value) => Number(decimalText(value)) === value,
      "must have at most 6 digits behind the point, 15 in all",
    );

const discount = z.discriminatedUnion("valueType", [
  z.strictObject({ valueType: z.literal("PERCENTAGE"), value: amount(100) }),
  z.strictObject({ valueType: z.literal("AMOUNT"), value: amount(LIMITS.amount) }),
]);

/** Body of a new order. */
export const newOrder = z.strictObject({
  kind: z.enum(orderKinds),
  totalAmount: amount(LIMITS.amount),
  discount: discount.optional(),
  note: prose(LIMITS.remark).optional(),
});

/** Body of a new invoice. */
export const newInvoice = z.strictObject({
  orderId: hexId,
  totalAmount: amount(LIMITS.amount).optional(),
  discount: discount.optional(),
  note: prose(LIMITS.remark).optional(),
});

const listFields = { ...pageFields, status: z.enum(ORDER_STATUSES).optional() } as const;
/** Query of the list of orders. */
export const orderQuery = z.strictObject({ ...listFields, kind: z.enum(orderKinds).optional() });
/** Query of the list of invoices. */
export const invoiceQuery = z.strictObject({
  ...listFields,
  kind: z.enum(invoiceKinds).optional(),
  orderId: hexId.optional(),
});
