import type { Principal } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import type { UnitOfWork } from "@countersign/mongo";
import { type OwnerKit, answerTo, failureOf, requireDocument } from "@countersign/owner-kit";
import type { InventoryRepositories } from "../inventory-repositories.ts";
import type { InvoiceRepository, OrderRepository } from "../order-repository.ts";
import type { Invoice, Order } from "../order.ts";

export interface PostingDependencies {
  /** On the store itself: between the steps the approval engine is asked, which no transaction may wait for. */
  orders: Pick<OrderRepository, "find" | "post" | "countPostedInvoices">;
  invoices: Pick<InvoiceRepository, "find">;
  owner: Pick<OwnerKit<"inventory", InventoryRepositories>, "request">;
  unitOfWork: UnitOfWork<InventoryRepositories>;
  clock: () => Date;
}

/** Asks the engine. @throws DomainError `FORBIDDEN` with its text while approval is needed, `UNAVAILABLE` */
async function assertPostable(
  { owner }: Pick<PostingDependencies, "owner">,
  { companyId, branchId, id }: Order | Invoice,
): Promise<void> {
  const answer = await answerTo(
    owner.request("inventoryAssertPostable", { companyId, branchId, orderId: id }),
  );
  if (answer.kind !== "accepted") throw failureOf(answer);
}

const cancelledError = ({ ref }: Order) => new DomainError("CONFLICT", `${ref} is CANCELLED`);

/**
 * Posts an order that needs no approval; one that does is posted by its completion. Repeating it does no harm.
 *
 * @throws DomainError `NOT_FOUND`, `CONFLICT` when it was cancelled, `FORBIDDEN` while it needs approval,
 *   `UNAVAILABLE` when the engine did not answer
 */
export function createPostOrder(dependencies: PostingDependencies) {
  const { orders, clock } = dependencies;

  return async ({ companyId }: Principal, id: string): Promise<Order> => {
    const order = requireDocument("order", await orders.find({ companyId, id }));
    if (order.status === "POSTED") return order;
    if (order.status === "CANCELLED") throw cancelledError(order);
    await assertPostable(dependencies, order);
    await orders.post(order, clock());
    // It may have been posted by its completion, or cancelled, while the engine was asked.
    const current = requireDocument("order", await orders.find(order));
    if (current.status === "CANCELLED") throw cancelledError(current);
    return current;
  };
}

/** How often the engine is asked again because another invoice of the order was posted meanwhile. */
const MAX_ATTEMPTS = 20;

/**
 * Posts an invoice (approval-engine.md, "Inventory thresholds" 4). The engine is asked about the invoice, which counts
 * with the order's posted ones, and, unless the order is posted, about the order: else an invoice would be a way around
 * its threshold. Repeating it does no harm.
 *
 * @throws DomainError as {@link createPostOrder}
 */
export function createPostInvoice(dependencies: PostingDependencies) {
  const { orders, invoices, unitOfWork, clock } = dependencies;

  return async ({ companyId }: Principal, id: string): Promise<Invoice> => {
    const { orderId } = requireDocument("invoice", await invoices.find({ companyId, id }));
    for (let attempt = 1; ; attempt += 1) {
      const order = requireDocument("order", await orders.find({ companyId, id: orderId }));
      const postedBefore = await orders.countPostedInvoices(order);
      // Read after the count, which therefore does not have this invoice while it is a draft.
      const invoice = requireDocument("invoice", await invoices.find({ companyId, id }));
      if (invoice.status === "POSTED") return invoice;
      if (order.status === "CANCELLED") throw cancelledError(order);
      if (attempt > MAX_ATTEMPTS) throw new DomainError("CONFLICT", `${order.ref} is being invoiced`);
      await assertPostable(dependencies, invoice);
      if (order.status !== "POSTED") await assertPostable(dependencies, order);
      const at = clock();
      await unitOfWork(async (repositories) => {
        // The engine's permission holds only while no other invoice of the order was posted.
        if (!(await repositories.orders.addPostedInvoice(order, postedBefore))) return;
        await repositories.invoices.post(invoice, at);
      });
    }
  };
}
