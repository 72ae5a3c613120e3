import type { Principal } from "@countersign/auth";
import { found, parseInput } from "@countersign/owner-kit";
import type { FastifyInstance } from "fastify";
import type { Invoice, Order } from "../order.ts";
import type { InvoiceRepository, OrderRepository } from "../order-repository.ts";
import type { NewInvoice } from "../use-cases/create-invoice.ts";
import type { NewOrder } from "../use-cases/create-order.ts";
import { invoiceQuery, newInvoice, newOrder, orderQuery, recordParams } from "./order-inputs.ts";

export interface OrderRoutesOptions {
  orders: Pick<OrderRepository, "find" | "page">;
  invoices: Pick<InvoiceRepository, "find" | "page">;
  createOrder: (caller: Principal, order: NewOrder) => Promise<Order>;
  createInvoice: (caller: Principal, invoice: NewInvoice) => Promise<Invoice>;
  postOrder: (caller: Principal, id: string) => Promise<Order>;
  postInvoice: (caller: Principal, id: string) => Promise<Invoice>;
  cancelOrder: (caller: Principal, id: string) => Promise<Order>;
}

/** REST resources of orders and invoices. */
export async function orderRoutes(app: FastifyInstance, options: OrderRoutesOptions): Promise<void> {
  addOrderRoutes(app, options);
  addInvoiceRoutes(app, options);
}

function addOrderRoutes(app: FastifyInstance, options: OrderRoutesOptions): void {
  const { orders, createOrder, postOrder, cancelOrder } = options;
  app.route({
    method: "POST",
    url: "/api/orders",
    handler: async (request, reply) => {
      const order = await createOrder(request.principal, parseInput(newOrder, request.body ?? {}));
      return reply.code(201).header("location", `/api/orders/${order.id}`).send(toBody(order));
    },
  });
  app.route({
    method: "GET",
    url: "/api/orders",
    handler: async ({ principal: { companyId }, query }) =>
      toPage(await orders.page({ companyId, ...parseInput(orderQuery, query) })),
  });
  app.route({
    method: "GET",
    url: "/api/orders/:id",
    handler: async ({ principal: { companyId }, params }) =>
      toBody(found("order", await orders.find({ companyId, id: idOf(params) }))),
  });
  app.route({
    method: "POST",
    url: "/api/orders/:id/post",
    handler: async ({ principal, params }) => toBody(await postOrder(principal, idOf(params))),
  });
  app.route({
    method: "POST",
    url: "/api/orders/:id/cancel",
    handler: async ({ principal, params }) => toBody(await cancelOrder(principal, idOf(params))),
  });
}

function addInvoiceRoutes(app: FastifyInstance, options: OrderRoutesOptions): void {
  const { invoices, createInvoice, postInvoice } = options;
  app.route({
    method: "POST",
    url: "/api/invoices",
    handler: async (request, reply) => {
      const invoice = await createInvoice(request.principal, parseInput(newInvoice, request.body ?? {}));
      return reply.code(201).header("location", `/api/invoices/${invoice.id}`).send(toBody(invoice));
    },
  });
  app.route({
    method: "GET",
    url: "/api/invoices",
    handler: async ({ principal: { companyId }, query }) =>
      toPage(await invoices.page({ companyId, ...parseInput(invoiceQuery, query) })),
  });
  app.route({
    method: "GET",
    url: "/api/invoices/:id",
    handler: async ({ principal: { companyId }, params }) =>
      toBody(found("invoice", await invoices.find({ companyId, id: idOf(params) }))),
  });
  app.route({
    method: "POST",
    url: "/api/invoices/:id/post",
    handler: async ({ principal, params }) => toBody(await postInvoice(principal, idOf(params))),
  });
}

function idOf(params: unknown): string {
  return parseInput(recordParams, params).id;
}

function toPage({ documents, total }: { documents: (Order | Invoice)[]; total: number }) {
  return { data: documents.map(toBody), total };
}

/** A record as callers see it. */
function toBody({ id, companyId: _companyId, ...fields }: Order | Invoice) {
  return { _id: id, ...fields };
}
