import type { Id } from "@countersign/domain/approval";
import type { Order } from "@countersign/domain/inventory";
import { type Scope, toObjectId } from "@countersign/mongo";

import type { OrderDocument } from "./documents.ts";

/** An order as thresholds see it, and the document whose run counts for posting it. */
export interface StoredOrder extends Order {
  /** The order itself; of an invoice the order that it names. */
  runRefId: Id;
}

/** Orders and invoices, as the inventory service keeps them. */
export interface OrdersRepository {
  find(companyId: Id, orderId: Id): Promise<StoredOrder | undefined>;
}

export function createOrdersRepository({ db, session }: Scope): OrdersRepository {
  const orders = db.collection<OrderDocument>("orders");
  return {
    find: async (companyId, orderId) => {
      const filter = { _id: toObjectId(orderId), companyId: toObjectId(companyId) };
      const order = await orders.findOne(filter, { session });
      if (order === null) return undefined;
      const { _id, orderId: named, kind, totalAmount, discount } = order;
      return { runRefId: (named ?? _id).toHexString(), kind, totalAmount, discount };
    },
  };
}
