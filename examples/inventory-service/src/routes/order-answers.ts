import { shownId } from "@countersign/owner-kit";
import { z } from "zod";
import { ORDER_STATUSES } from "../order.ts";
import { invoiceKinds, orderKinds } from "../order-kinds.ts";
import { newOrder } from "./order-inputs.ts";

const { totalAmount, discount, note } = newOrder.shape;

const shownFields = {
  _id: shownId,
  branchId: shownId.optional(),
  ref: z.string().describe("Number for people, such as SO-000001."),
  totalAmount,
  discount,
  note,
  status: z.enum(ORDER_STATUSES),
  createdBy: shownId,
  createdAt: z.date(),
  updatedAt: z.date(),
  postedAt: z.date().optional(),
} as const;

/** An order as callers see it. */
export const shownOrder = z.object({ ...shownFields, kind: z.enum(orderKinds) });

/** An invoice as callers see it. */
export const shownInvoice = z.object({ ...shownFields, kind: z.enum(invoiceKinds), orderId: shownId });
