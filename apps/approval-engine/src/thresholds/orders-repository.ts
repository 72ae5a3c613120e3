import type { Id } from "@countersign/domain/approval";
import type { Order } from "@countersign/domain/inventory";
import { type Scope, toObjectId } from "@countersign/mongo";

import type { OrderRecord } from "../shared/records.ts";

/** An order or invoice as thresholds see it. */
export interface StoredOrder extends Order {
  id: Id;
  ref?: string | undefined;
  currency?: string | undefined;
  note?: string | undefined;
  /** The user who created it; unknown where its owner does not keep them. */
  createdBy?: Id | undefined;
  /** Whether an agent created it with the creator's token. */
  isAgents: boolean;
  /** Of an invoice: the order that it names. */
  orderId?: Id | undefined;
  isPosted: boolean;
}

/** Orders and invoices, as the inventory service keeps them. */
export interface OrdersRepository {
  find(companyId: Id, orderId: Id): Promise<StoredOrder | undefined>;
  /** The amounts of the order's invoices that are posted. */
  postedInvoiceAmounts(companyId: Id, orderId: Id): Promise<number[]>;
}

export function createOrdersRepository({ db, session }: Scope): OrdersRepository {
  const orders = db.collection<OrderRecord>("orders");
  return {
    find: async (companyId, orderId) => {
      const filter = { _id: toObjectId(orderId), companyId: toObjectId(companyId) };
      const order = await orders.findOne(filter, { session });
      if (order === null) return undefined;
      const {
        orderId: orderKey,
        kind,
        ref,
        totalAmount,
        currency,
        discount,
        note,
        createdBy,
        status,
      } = order;
      return {
        id: orderId,
        orderId: orderKey?.toHexString(),
        kind,
        ref,
        totalAmount,
        currency,
        discount,
        note,
        createdBy: createdBy?.toHexString(),
        isAgents: order.submittedBy !== undefined,
        isPosted: status === POSTED,
      };
    },
    postedInvoiceAmounts: async (companyId, orderId) => {
      const ofOrder = { companyId: toObjectId(companyId), orderId: toObjectId(orderId), status: POSTED };
      const invoices = await orders.find(ofOrder, { session, projection: { totalAmount: 1 } }).toArray();
      return invoices.map(({ totalAmount }) => totalAmount);
    },
  };
}

const POSTED = "POSTED";
