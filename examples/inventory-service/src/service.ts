import { createNumbers, randomId } from "@countersign/mongo";
import { defineOwnerService, type OwnerParts, type OwnerRules } from "@countersign/owner-kit";
import { bindRepositories, type InventoryRepositories } from "./inventory-repositories.ts";
import { createInvoiceRepository, createOrderRepository, ORDER_INDEXES } from "./order-repository.ts";
import { shownInvoice, shownOrder } from "./routes/order-answers.ts";
import { newInvoice, newOrder } from "./routes/order-inputs.ts";
import { orderRoutes } from "./routes/order-routes.ts";
import { createAnnounceOrder, createAnnounceOrders } from "./use-cases/announce-order.ts";
import { createCancelOrder } from "./use-cases/cancel-order.ts";
import { createCreateInvoice } from "./use-cases/create-invoice.ts";
import { createCreateOrder } from "./use-cases/create-order.ts";
import { createPostInvoice, createPostOrder } from "./use-cases/post-order.ts";
import { createRecordOutcome } from "./use-cases/record-outcome.ts";

const clock = (): Date => new Date();

/** The inventory service; its ports are of `contract.md`, Processes. */
export const inventoryService = defineOwnerService({
  name: "inventory-service",
  owner: "inventory",
  ports: { port: 3005, internalPort: 9105 },
  indexes: ORDER_INDEXES,
  bindRepositories,
  api: {
    title: "Inventory reference owner",
    description: "Orders that the approval engine approves where thresholds ask for it, and their invoices.",
    schemas: { NewOrder: newOrder, Order: shownOrder, NewInvoice: newInvoice, Invoice: shownInvoice },
  },
  createRules,
});

function createRules(
  parts: OwnerParts<"inventory", InventoryRepositories>,
): OwnerRules<InventoryRepositories> {
  const { kit: owner, unitOfWork, store, logger, currency } = parts;
  const scope = { db: store.db };
  const orders = createOrderRepository(scope);
  const invoices = createInvoiceRepository(scope);
  const numbers = createNumbers(scope);
  const announceOrder = createAnnounceOrder({ owner, unitOfWork, logger });
  const creating = { orders, numbers, currency, newId: randomId, clock };
  const posting = { orders, invoices, owner, unitOfWork, clock };
  return {
    recordOutcome: createRecordOutcome({ logger, clock }),
    settle: createAnnounceOrders({ orders, announceOrder, clock }),
    routes: (app) =>
      orderRoutes(app, {
        orders,
        invoices,
        createOrder: createCreateOrder({ ...creating, announceOrder, logger }),
        createInvoice: createCreateInvoice({ ...creating, invoices }),
        postOrder: createPostOrder(posting),
        postInvoice: createPostInvoice(posting),
        cancelOrder: createCancelOrder({ unitOfWork, owner, clock }),
      }),
  };
}
