import type { Principal } from "@countersign/auth";
import { answer, errors, requireDocument, pageOf, recordParams, type ZodApp } from "@countersign/owner-kit";
import type { Invoice, Order } from "../order.ts";
import type { InvoiceRepository, OrderRepository } from "../order-repository.ts";
import type { NewInvoice } from "../use-cases/create-invoice.ts";
import type { NewOrder } from "../use-cases/create-order.ts";
import { shownInvoice, shownOrder } from "./order-answers.ts";
import { invoiceQuery, newInvoice, newOrder, orderQuery } from "./order-inputs.ts";

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
export async function orderRoutes(app: ZodApp, options: OrderRoutesOptions): Promise<void> {
  addOrderRoutes(app, options);
  addInvoiceRoutes(app, options);
}

function addOrderRoutes(app: ZodApp, options: OrderRoutesOptions): void {
  const { orders, createOrder, postOrder, cancelOrder } = options;
  const theOrder = { 200: answer("The order.", shownOrder) };
  app.route({
    method: "POST",
    url: "/api/orders",
    schema: {
      operationId: "createOrder",
      summary: "Creates an order and tells the approval engine, whose failure never blocks it.",
      body: newOrder,
      response: { 201: answer("The new order.", shownOrder), ...errors(400, 401, 404, 409) },
    },
    handler: async ({ principal, body }, reply) => {
      const order = await createOrder(principal, body);
      return reply.code(201).header("location", `/api/orders/${order.id}`).send(toBody(order));
    },
  });
  app.route({
    method: "GET",
    url: "/api/orders",
    schema: {
      operationId: "listOrders",
      summary: "Lists the company's, newest first.",
      querystring: orderQuery,
      response: { 200: answer("A page.", pageOf(shownOrder)), ...errors(400, 401) },
    },
    handler: async ({ principal: { companyId }, query }) =>
      toPage(await orders.page({ companyId, ...query })),
  });
  app.route({
    method: "GET",
    url: "/api/orders/:id",
    schema: {
      operationId: "readOrder",
      summary: "Reads an order.",
      params: recordParams,
      response: { ...theOrder, ...errors(400, 401, 404) },
    },
    handler: async ({ principal: { companyId }, params: { id } }) =>
      toBody(requireDocument("order", await orders.find({ companyId, id }))),
  });
  app.route({
    method: "POST",
    url: "/api/orders/:id/post",
    schema: {
      operationId: "postOrder",
      summary: "Posts an order that needs no approval. May be repeated.",
      params: recordParams,
      response: { ...theOrder, ...errors(400, 401, 403, 404, 409, 503) },
    },
    handler: async ({ principal, params: { id } }) => toBody(await postOrder(principal, id)),
  });
  app.route({
    method: "POST",
    url: "/api/orders/:id/cancel",
    schema: {
      operationId: "cancelOrder",
      summary: "Cancels an order that is not posted. May be repeated.",
      params: recordParams,
      response: { ...theOrder, ...errors(400, 401, 403, 404, 409) },
    },
    handler: async ({ principal, params: { id } }) => toBody(await cancelOrder(principal, id)),
  });
}

function addInvoiceRoutes(app: ZodApp, options: OrderRoutesOptions): void {
  const { invoices, createInvoice, postInvoice } = options;
  const theInvoice = { 200: answer("The invoice.", shownInvoice) };
  app.route({
    method: "POST",
    url: "/api/invoices",
    schema: {
      operationId: "createInvoice",
      summary: "Creates an invoice of an order.",
      body: newInvoice,
      response: { 201: answer("The new invoice.", shownInvoice), ...errors(400, 401, 404, 409) },
    },
    handler: async ({ principal, body }, reply) => {
      const invoice = await createInvoice(principal, body);
      return reply.code(201).header("location", `/api/invoices/${invoice.id}`).send(toBody(invoice));
    },
  });
  app.route({
    method: "GET",
    url: "/api/invoices",
    schema: {
      operationId: "listInvoices",
      summary: "Lists the company's, newest first.",
      querystring: invoiceQuery,
      response: { 200: answer("A page.", pageOf(shownInvoice)), ...errors(400, 401) },
    },
    handler: async ({ principal: { companyId }, query }) =>
      toPage(await invoices.page({ companyId, ...query })),
  });
  app.route({
    method: "GET",
    url: "/api/invoices/:id",
    schema: {
      operationId: "readInvoice",
      summary: "Reads an invoice.",
      params: recordParams,
      response: { ...theInvoice, ...errors(400, 401, 404) },
    },
    handler: async ({ principal: { companyId }, params: { id } }) =>
      toBody(requireDocument("invoice", await invoices.find({ companyId, id }))),
  });
  app.route({
    method: "POST",
    url: "/api/invoices/:id/post",
    schema: {
      operationId: "postInvoice",
      summary: "Posts an invoice whose order may be posted. May be repeated.",
      params: recordParams,
      response: { ...theInvoice, ...errors(400, 401, 403, 404, 409, 503) },
    },
    handler: async ({ principal, params: { id } }) => toBody(await postInvoice(principal, id)),
  });
}

function toPage<T extends Order | Invoice>({ documents, total }: { documents: T[]; total: number }) {
  return { data: documents.map(toBody), total };
}

/** A record as callers see it. */
function toBody<T extends Order | Invoice>({ id, companyId: _companyId, currency: _currency, ...fields }: T) {
  return { _id: id, ...fields };
}
