import type { Principal } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import type { Numbers } from "@countersign/mongo";
import { submittedByOf } from "@countersign/owner-kit";
import type { Discount, Invoice } from "../order.ts";
import { INVOICE_KIND_OF, referenceOf } from "../order-kinds.ts";
import type { InvoiceRepository, OrderRepository } from "../order-repository.ts";

export interface NewInvoice {
  orderId: string;
  /** Default: the order's. */
  totalAmount?: number | undefined;
  /** Default: the order's, unless the invoice has an amount of its own. */
  discount?: Discount | undefined;
  note?: string | undefined;
}

export interface CreateInvoiceDependencies {
  orders: Pick<OrderRepository, "find">;
  invoices: Pick<InvoiceRepository, "insert">;
  numbers: Numbers;
  /** Of all amounts. */
  currency: string | undefined;
  newId: () => string;
  clock: () => Date;
}

/**
 * Creates an invoice of an order.
 *
 * @throws DomainError `NOT_FOUND` without such an order, `INVALID_INPUT` when its kind has no invoices, `CONFLICT` when
 *   it was cancelled
 */
export function createCreateInvoice(dependencies: CreateInvoiceDependencies) {
  const { orders, invoices, numbers, currency, newId, clock } = dependencies;

  return async (caller: Principal, input: NewInvoice): Promise<Invoice> => {
    const { companyId, branchId, userId } = caller;
    const order = await orders.find({ companyId, id: input.orderId });
    if (!order) throw new DomainError("NOT_FOUND", "Order not found", { field: "orderId" });
    const kind = INVOICE_KIND_OF[order.kind];
    if (kind === undefined) {
      const message = `orderId: ${order.ref} is a ${order.kind}, which has no invoices`;
      throw new DomainError("INVALID_INPUT", message, { field: "orderId" });
    }
    if (order.status === "CANCELLED") throw new DomainError("CONFLICT", `${order.ref} is CANCELLED`);
    const { totalAmount = order.totalAmount, note } = input;
    const discount = input.discount ?? (input.totalAmount === undefined ? order.discount : undefined);
    const [number] = await numbers.next(companyId, kind);
    const now = clock();
    const invoice: Invoice = {
      id: newId(),
      companyId,
      ...(branchId !== undefined && { branchId }),
      kind,
      orderId: order.id,
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
    await invoices.insert(invoice);
    return invoice;
  };
}
