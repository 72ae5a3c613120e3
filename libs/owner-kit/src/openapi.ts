import { z } from "zod";

/** Part of an OpenAPI 3.1 document: a JSON schema, an operation, … */
export type Json = Readonly<Record<string, unknown>>;

/** Schema of an id: 24 hexadecimal characters. */
export const hexString = { type: "string", pattern: "^[0-9a-fA-F]{24}$" } as const;
/** Schema of an ISO 8601 date-time. */
export const dateTime = { type: "string", format: "date-time" } as const;
/** Path parameter of one record. */
export const idParameter = { name: "id", in: "path", required: true, schema: hexString } as const;

/** A schema of the document's components. */
export const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });
/** A JSON body. */
export const json = (schema: Json): Json => ({ "application/json": { schema } });
/** An answer with a JSON body. */
export const answer = (description: string, schema: Json): Json => ({ description, content: json(schema) });

const ERRORS = {
  "400": answer("A field is wrong; the message names it.", reference("Error")),
  "401": answer("No or a bad credential.", reference("Error")),
  "403": answer("Not for this caller, or not before its approval.", reference("Error")),
  "404": answer("There is no such record in the caller's company.", reference("Error")),
  "409": answer("The record or its approval is in another state.", reference("Error")),
  "503": answer("The approval engine did not answer; nothing was changed.", reference("Error")),
} as const;

/** The error answers of an operation, by status. */
export const errors = (...statuses: (keyof typeof ERRORS)[]): Json =>
  Object.fromEntries(statuses.map((status) => [status, ERRORS[status]]));

/** JSON schema of a caller's input, from the schema that reads it. */
export function inputSchema(schema: z.ZodType): { properties: Json; required: string[] } {
  const { properties, required } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return { properties: properties ?? {}, required: required ?? [] };
}

/** Query parameters, from the schema that reads them. */
export function queryParameters(schema: z.ZodType): Json[] {
  return Object.entries(inputSchema(schema).properties).map(([name, property]) => ({
    name,
    in: "query",
    required: false,
    schema: property,
  }));
}

/** Schema of a page of records. */
export function pageOf(record: Json): Json {
  return {
    type: "object",
    required: ["data", "total"],
    properties: { data: { type: "array", items: record }, total: { type: "integer" } },
  };
}

const ERROR_SCHEMA = {
  type: "object",
  required: ["statusCode", "code", "error", "message"],
  properties: {
    statusCode: { type: "integer" },
    code: { type: "string" },
    error: { type: "string" },
    message: { type: "string" },
  },
} as const;

/** The description of an owner's REST API as an OpenAPI 3.1 document. */
export function createOpenApi(api: { title: string; description: string; paths: Json; schemas: Json }): Json {
  const { title, description, paths, schemas } = api;
  return {
    openapi: "3.1.0",
    info: { title, version: "0.1.0", description, license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: { Error: ERROR_SCHEMA, ...schemas },
    },
  };
}
