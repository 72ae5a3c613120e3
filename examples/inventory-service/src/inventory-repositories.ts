import { createInbox, type Inbox, type Scope } from "@countersign/mongo";
import { createOutbox, type Outbox, type OutboxSender } from "@countersign/outbox";
import {
  createInvoiceRepository,
  createOrderRepository,
  type InvoiceRepository,
  type OrderRepository,
} from "./order-repository.ts";

/** Everything that one transaction of this service may touch. */
export interface InventoryRepositories {
  orders: OrderRepository;
  invoices: InvoiceRepository;
  inbox: Inbox;
  outbox: Outbox;
}

/** Binds the repositories to a transaction. */
export function bindRepositories(scope: Scope, sender: OutboxSender): InventoryRepositories {
  return {
    orders: createOrderRepository(scope),
    invoices: createInvoiceRepository(scope),
    inbox: createInbox(scope),
    outbox: createOutbox(scope, sender),
  };
}
