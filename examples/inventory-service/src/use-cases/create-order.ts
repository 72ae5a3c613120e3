import type { Principal } from "@countersign/auth";
import type { Numbers } from "@countersign/mongo";
import { CLAIM_MS, submittedByOf } from "@countersign/owner-kit";
import type { Logger } from "@countersign/service-kit";
import type { Discount, Order } from "../order.ts";
import { type OrderKind, referenceOf } from "../order-kinds.ts";
import type { OrderRepository } from "../order-repository.ts";
import type { AnnounceOrder } from "./announce-order.ts";

export interface NewOrder {
  kind: OrderKind;
  totalAmount: number;
  discount?: Discount | undefined;
  note?: string | undefined;
}

export interface CreateOrderDependencies {
  orders: Pick<OrderRepository, "insert">;
  numbers: Numbers;
  announceOrder: AnnounceOrder;
  logger: Pick<Logger, "warn">;
  /** Of all amounts. */
  currency: string | undefined;
  newId: () => string;
  clock: () => Date;
}

/**
 * Creates an order and announces it to the approval engine. A failed announcement never blocks the creation
 * (approval-engine.md, "Inventory thresholds" 3) and is repeated later.
 */
export function createCreateOrder(dependencies: CreateOrderDependencies) {
  const { orders, numbers, announceOrder, logger, currency, newId, clock } = dependencies;

  return async (caller: Principal, { kind, totalAmount, discount, note }: NewOrder): Promise<Order> => {
    const { companyId, branchId, userId } = caller;
    const [number] = await numbers.next(companyId, kind);
    const now = clock();
    const order: Order = {
      id: newId(),
      companyId,
      ...(branchId !== undefined && { branchId }),
      kind,
      ref: referenceOf(kind, number!),
      totalAmount,
      ...(currency !== undefined && { currency }),
      ...(discount && { discount }),
      ...(note !== undefined && { note }),
      status: "SAVED",
      createdBy: userId,
      ...submittedByOf(caller),
      createdAt: now,
      updatedAt: now,
    };
    await orders.insert(order, new Date(now.getTime() + CLAIM_MS));
    await announceOrder(order).catch((error: unknown) => {
      logger.warn({ err: error, orderId: order.id }, "an order was created, its announcement is still open");
    });
    return order;
  };
}
