import type { SubmittedBy } from "@countersign/contracts";
import type { InvoiceKind, OrderKind } from "./order-kinds.ts";

export const ORDER_STATUSES = ["SAVED", "POSTED", "CANCELLED"] as const;
/** A draft, final, or given up. */
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The reduction of the amount: percent of it, or an amount. */
export interface Discount {
  valueType: "PERCENTAGE" | "AMOUNT";
  value: number;
}

interface Stored<Kind extends OrderKind | InvoiceKind> {
  id: string;
  companyId: string;
  branchId?: string;
  kind: Kind;
  /** Number for people, such as `SO-000001`. */
  ref: string;
  totalAmount: number;
  /** ISO 4217 code of its amounts, if the service knew it; kept for the approval engine, which describes it by its record. */
  currency?: string;
  discount?: Discount;
  note?: string;
  status: OrderStatus;
  createdBy: string;
  /** The agent that created it with the creator's token. */
  submittedBy?: SubmittedBy;
  createdAt: Date;
  updatedAt: Date;
  postedAt?: Date;
}

/** A document that needs approval where the company's thresholds or default workflows ask for it. Ids are 24-hex. */
export type Order = Stored<OrderKind>;

/** An invoice of an order. */
export interface Invoice extends Stored<InvoiceKind> {
  orderId: string;
}
