import { z } from "zod";
import { DOCUMENT_KINDS } from "../document-kinds.ts";
import { VISIBLE_STATUSES } from "../hr-document.ts";
import { pageQuery } from "./document-routes.ts";

type Json = Readonly<Record<string, unknown>>;

const id = { type: "string", pattern: "^[0-9a-fA-F]{24}$" } as const;
const dateTime = { type: "string", format: "date-time" } as const;
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: Json) => ({ "application/json": { schema } });
const answer = (description: string, schema: Json) => ({ description, content: json(schema) });

const DOCUMENT_FIELDS = {
  _id: id,
  branchId: id,
  kind: { type: "string" },
  ref: { type: "string", description: "Number for people, such as LV-000001." },
  employeeId: id,
  submitterId: id,
  status: { enum: [...VISIBLE_STATUSES] },
  createdAt: dateTime,
  updatedAt: dateTime,
  remark: { type: "string", description: "Remark of the last verdict." },
  decidedAt: { ...dateTime, description: "When the approval ended." },
} as const;

const ERRORS = {
  "400": answer("A field is wrong; the message names it.", reference("Error")),
  "401": answer("No or a bad credential.", reference("Error")),
  "403": answer("Not for this caller.", reference("Error")),
  "404": answer("There is no such record in the caller's company.", reference("Error")),
  "409": answer("The record or its approval is in another state.", reference("Error")),
  "503": answer("The approval engine did not answer; nothing was created.", reference("Error")),
} as const;

const errors = (...statuses: (keyof typeof ERRORS)[]) =>
  Object.fromEntries(statuses.map((status) => [status, ERRORS[status]]));

/** JSON schema of what a caller sends, from the schema that reads it. */
function inputSchema(schema: z.ZodType): { properties: Json; required: string[] } {
  const { properties, required } = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return { properties: properties ?? {}, required: required ?? [] };
}

function pathsOf(schemaName: string, { path, noun }: { path: string; noun: string }): Json {
  const document = reference(schemaName);
  const idParameter = { name: "id", in: "path", required: true, schema: id };
  const queryParameters = Object.entries(inputSchema(pageQuery).properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: false,
    schema,
  }));
  const page = {
    type: "object",
    required: ["data", "total"],
    properties: { data: { type: "array", items: document }, total: { type: "integer" } },
  };
  return {
    [`/api/${path}`]: {
      post: {
        operationId: `create${schemaName}`,
        summary: `Creates a ${noun} and submits it for approval; both or neither.`,
        requestBody: { required: true, content: json(reference(`New${schemaName}`)) },
        responses: {
          "201": answer(`The pending ${noun}.`, document),
          ...errors("400", "401", "403", "404", "409", "503"),
        },
      },
      get: {
        operationId: `list${schemaName}s`,
        summary: "Lists the company's, newest first.",
        parameters: queryParameters,
        responses: { "200": answer("A page.", page), ...errors("400", "401") },
      },
    },
    [`/api/${path}/{id}`]: {
      get: {
        operationId: `read${schemaName}`,
        summary: `Reads a ${noun}.`,
        parameters: [idParameter],
        responses: { "200": answer(`The ${noun}.`, document), ...errors("400", "401", "404") },
      },
    },
    [`/api/${path}/{id}/cancel`]: {
      post: {
        operationId: `cancel${schemaName}`,
        summary: `Cancels a pending ${noun} and archives its open approval tasks. May be repeated.`,
        parameters: [idParameter],
        responses: {
          "200": answer(`The cancelled ${noun}.`, document),
          ...errors("400", "401", "403", "404", "409"),
        },
      },
    },
  };
}

/** The service's API as an OpenAPI 3.1 document, made from the schemas that read the requests. */
export function createOpenApiDocument(): Json {
  const kinds = Object.entries(DOCUMENT_KINDS);
  const schemas = kinds.flatMap(([schemaName, { details }]) => {
    const { properties, required } = inputSchema(details);
    return [
      [
        `New${schemaName}`,
        {
          type: "object",
          additionalProperties: false,
          required: ["employeeId", ...required],
          properties: { employeeId: id, ...properties },
        },
      ],
      [schemaName, { type: "object", properties: { ...DOCUMENT_FIELDS, ...properties } }],
    ];
  });
  return {
    openapi: "3.1.0",
    info: {
      title: "HR reference owner",
      version: "0.1.0",
      description: "Documents that the approval engine approves.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }],
    paths: Object.assign({}, ...kinds.map(([schemaName, kind]) => pathsOf(schemaName, kind))) as Json,
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } },
      schemas: {
        Error: {
          type: "object",
          required: ["statusCode", "code", "error", "message"],
          properties: {
            statusCode: { type: "integer" },
            code: { type: "string" },
            error: { type: "string" },
            message: { type: "string" },
          },
        },
        ...(Object.fromEntries(schemas) as Json),
      },
    },
  };
}
