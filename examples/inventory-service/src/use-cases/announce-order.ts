import { describeOrder } from "@countersign/contracts";
import type { UnitOfWork } from "@countersign/mongo";
import { type OwnerKit, answerTo, CLAIM_MS } from "@countersign/owner-kit";
import type { Logger } from "@countersign/service-kit";
import type { InventoryRepositories } from "../inventory-repositories.ts";
import type { OrderRepository } from "../order-repository.ts";
import type { Order } from "../order.ts";

export interface AnnounceOrderDependencies {
  owner: Pick<OwnerKit<"inventory", InventoryRepositories>, "request" | "cancelCommand">;
  unitOfWork: UnitOfWork<InventoryRepositories>;
  logger: Pick<Logger, "warn">;
}

/** Announces an order to the approval engine. @returns whether the engine has confirmed it */
export type AnnounceOrder = (order: Order) => Promise<boolean>;

/**
 * Announces an order to the approval engine, which submits it where a threshold or a default workflow asks for it
 * (approval-engine.md, "Inventory thresholds" 3 and 5). It may be repeated: an order that has a run is left alone. An
 * order that was cancelled meanwhile gets its run cancelled, after whatever of it was still under way.
 */
export function createAnnounceOrder(dependencies: AnnounceOrderDependencies): AnnounceOrder {
  const { owner, unitOfWork, logger } = dependencies;

  return async (order) => {
    const { id, companyId, branchId, kind, ref, totalAmount, currency, discount, createdBy, submittedBy } =
      order;
    const summary = { _id: id, kind, ref, totalAmount, currency, discount };
    const document = describeOrder(order);
    const request = { companyId, branchId, order: summary, submitterId: createdBy, submittedBy, document };
    // Once: the creator of the order waits, and the sweep repeats it.
    const answer = await answerTo(owner.request("inventoryOrderCreated", request, { retryMs: [] }));
    if (answer.kind !== "accepted") {
      logger.warn({ err: answer.error, orderId: id, ref }, "the approval engine did not take a new order");
    }
    if (answer.kind === "unreached" || answer.kind === "unknown") return false;
    const cancel = owner.cancelCommand({ companyId, branchId, refId: id, actorId: createdBy });
    const runId = answer.kind === "accepted" ? answer.reply.runId : undefined;
    await unitOfWork(async ({ orders, outbox }) => {
      const announcedOrder = await orders.markAnnounced(order, runId);
      if (announcedOrder?.status === "CANCELLED") await outbox.add([cancel]);
    });
    return true;
  };
}

/**
 * Announces the orders whose announcement a crash or a silent engine left open.
 *
 * @returns how many were announced
 */
export function createAnnounceOrders(dependencies: {
  orders: Pick<OrderRepository, "claimUnannounced">;
  announceOrder: AnnounceOrder;
  clock: () => Date;
}) {
  const { orders, announceOrder, clock } = dependencies;
  return async (): Promise<number> => {
    for (let announcedCount = 0; ; announcedCount++) {
      const now = clock();
      const order = await orders.claimUnannounced(now, new Date(now.getTime() + CLAIM_MS));
      // An engine that does not answer one request is left in peace until the next sweep.
      if (!order || !(await announceOrder(order))) return announcedCount;
    }
  };
}
