import {
  answer,
  createOpenApi,
  dateTime,
  errors,
  hexString,
  idParameter,
  inputSchema,
  json,
  type Json,
  pageOf,
  queryParameters,
  reference,
} from "@countersign/owner-kit";
import type { z } from "zod";
import { ORDER_STATUSES } from "../order.ts";
import { invoiceKinds, orderKinds } from "../order-kinds.ts";
import { invoiceQuery, newInvoice, newOrder, orderQuery } from "./order-inputs.ts";

const FIELDS = {
  _id: hexString,
  branchId: hexString,
  ref: { type: "string", description: "Number for people, such as SO-000001." },
  ...(({ totalAmount, discount, note }) => ({ totalAmount, discount, note }))(
    inputSchema(newOrder).properties,
  ),
  status: { enum: [...ORDER_STATUSES] },
  createdBy: hexString,
  createdAt: dateTime,
  updatedAt: dateTime,
  postedAt: dateTime,
} as const;

function bodyOf(schema: z.ZodType): Json {
  return { type: "object", additionalProperties: false, ...inputSchema(schema) };
}

/** Create, list and read, which orders and invoices have in common. */
function resource(path: string, name: string, summary: string, query: z.ZodType): Record<string, Json> {
  const noun = name.toLowerCase();
  const record = reference(name);
  return {
    [path]: {
      post: {
        operationId: `create${name}`,
        summary,
        requestBody: { required: true, content: json(reference(`New${name}`)) },
        responses: { "201": answer(`The new ${noun}.`, record), ...errors("400", "401", "404", "409") },
      },
      get: {
        operationId: `list${name}s`,
        summary: "Lists the company's, newest first.",
        parameters: queryParameters(query),
        responses: { "200": answer("A page.", pageOf(record)), ...errors("400", "401") },
      },
    },
    [`${path}/{id}`]: {
      get: {
        operationId: `read${name}`,
        summary: `Reads an ${noun}.`,
        parameters: [idParameter],
        responses: { "200": answer(`The ${noun}.`, record), ...errors("400", "401", "404") },
      },
    },
  };
}

function action(verb: "post" | "cancel", name: string, summary: string): Json {
  const statuses = ["400", "401", "403", "404", "409"] as const;
  return {
    post: {
      operationId: `${verb}${name}`,
      summary: `${summary} May be repeated.`,
      parameters: [idParameter],
      responses: {
        "200": answer(`The ${name.toLowerCase()}.`, reference(name)),
        ...errors(...statuses, ...(verb === "post" ? (["503"] as const) : [])),
      },
    },
  };
}

/** The service's API, made from the schemas that read the requests. */
export function createDescription(): Json {
  return createOpenApi({
    title: "Inventory reference owner",
    description: "Orders that the approval engine approves where thresholds ask for it, and their invoices.",
    paths: {
      ...resource(
        "/api/orders",
        "Order",
        "Creates an order and tells the approval engine, whose failure never blocks it.",
        orderQuery,
      ),
      "/api/orders/{id}/post": action("post", "Order", "Posts an order that needs no approval."),
      "/api/orders/{id}/cancel": action("cancel", "Order", "Cancels an order that is not posted."),
      ...resource("/api/invoices", "Invoice", "Creates an invoice of an order.", invoiceQuery),
      "/api/invoices/{id}/post": action("post", "Invoice", "Posts an invoice whose order may be posted."),
    },
    schemas: {
      NewOrder: bodyOf(newOrder),
      Order: { type: "object", properties: { ...FIELDS, kind: { enum: orderKinds } } },
      NewInvoice: bodyOf(newInvoice),
      Invoice: {
        type: "object",
        properties: { ...FIELDS, kind: { enum: invoiceKinds }, orderId: hexString },
      },
    },
  });
}
