import { assertPerson, type Principal } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import type { UnitOfWork } from "@countersign/mongo";
import { type OwnerKit, requireDocument } from "@countersign/owner-kit";
import type { InventoryRepositories } from "../inventory-repositories.ts";
import type { Order } from "../order.ts";

export interface CancelOrderDependencies {
  unitOfWork: UnitOfWork<InventoryRepositories>;
  owner: Pick<OwnerKit<"inventory", InventoryRepositories>, "cancelCommand">;
  clock: () => Date;
}

/**
 * Cancels an order that is not posted and, through the outbox, archives its open approval tasks. Repeating it does no
 * harm.
 *
 * @throws DomainError `NOT_FOUND`, `FORBIDDEN` for anyone but its creator and privileged users, whose agents
 *   cancel their own only, `CONFLICT` when it or an invoice of it is posted
 */
export function createCancelOrder({ unitOfWork, owner, clock }: CancelOrderDependencies) {
  return async (caller: Principal, id: string): Promise<Order> => {
    const { companyId, branchId, userId, privileged } = caller;
    const at = clock();
    const cancel = owner.cancelCommand({ companyId, branchId, refId: id, actorId: userId });
    return unitOfWork(async ({ orders, outbox }) => {
      const order = requireDocument("order", await orders.find({ companyId, id }));
      if (order.createdBy !== userId && !privileged) {
        throw new DomainError("FORBIDDEN", "Only its creator or a privileged user may cancel this order");
      }
      if (order.createdBy !== userId) assertPerson(caller);
      if (order.status === "CANCELLED") return order;
      if (!(await orders.cancel(order, at))) {
        const reason = order.status === "POSTED" ? "is POSTED" : "has posted invoices";
        throw new DomainError("CONFLICT", `${order.ref} ${reason} and cannot be cancelled any more`);
      }
      await outbox.add([cancel]);
      return { ...order, status: "CANCELLED" as const, updatedAt: at };
    });
  };
}
