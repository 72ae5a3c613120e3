import { DIRECTORY_TYPES, type DirectoryType } from "@countersign/contracts";
import { directoryChange } from "@countersign/directory";
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
import { z } from "zod";
import { DISBURSED_KINDS, DOCUMENT_KINDS, documentKinds, isDisbursedKind } from "../document-kinds.ts";
import { VISIBLE_STATUSES } from "../hr-document.ts";
import { accountsInput } from "./account-routes.ts";
import { changeNote, pageQuery } from "./document-routes.ts";
import { newRecord, PEOPLE_PATHS, peopleQuery } from "./people-routes.ts";

const DOCUMENT_FIELDS = {
  _id: hexString,
  branchId: hexString,
  kind: { type: "string" },
  ref: { type: "string", description: "Number for people, such as LV-000001." },
  employeeId: hexString,
  submitterId: hexString,
  status: { enum: [...VISIBLE_STATUSES] },
  createdAt: dateTime,
  updatedAt: dateTime,
  remark: { type: "string", description: "Remark of the last verdict." },
  decidedAt: { ...dateTime, description: "When the approval ended." },
  decidedBy: { ...hexString, description: "Whose verdict ended it." },
} as const;

const DISBURSEMENT = {
  type: "object",
  description: "Whether the amount of the approved document is in the ledger.",
  properties: {
    state: { enum: ["POSTED", "OPEN"] },
    journalEntryId: hexString,
    journalRef: { type: "string" },
    problem: { type: "string", description: "Why it is not; tried again." },
  },
} as const;

const ACCOUNT_PATHS = {
  "/api/disbursement-accounts": {
    get: {
      operationId: "readDisbursementAccounts",
      summary: "Reads which accounts disbursements are posted to.",
      responses: {
        "200": answer("The accounts by kind.", {
          type: "object",
          additionalProperties: { oneOf: [reference("DisbursementAccounts"), { type: "null" }] },
        }),
        ...errors("401"),
      },
    },
  },
  "/api/disbursement-accounts/{kind}": {
    put: {
      operationId: "setDisbursementAccounts",
      summary: "Says which accounts a kind's disbursements are posted to; for privileged users.",
      parameters: [{ name: "kind", in: "path", required: true, schema: { enum: [...DISBURSED_KINDS] } }],
      requestBody: { required: true, content: json(reference("DisbursementAccounts")) },
      responses: {
        "200": answer("The accounts.", reference("DisbursementAccounts")),
        ...errors("400", "401", "403", "404"),
      },
    },
  },
} as const;

function pathsOf(schemaName: string, { collection, noun }: { collection: string; noun: string }): Json {
  const document = reference(schemaName);
  return {
    [`/api/${collection}`]: {
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
        summary:
          "Lists one's own and those whose approval asks one, newest first; the company's to privileged users.",
        parameters: queryParameters(pageQuery),
        responses: { "200": answer("A page.", pageOf(document)), ...errors("400", "401") },
      },
    },
    [`/api/${collection}/{id}`]: {
      get: {
        operationId: `read${schemaName}`,
        summary: `Reads a ${noun}; one that the list would not show is missing.`,
        parameters: [idParameter],
        responses: { "200": answer(`The ${noun}.`, document), ...errors("400", "401", "404") },
      },
      put: {
        operationId: `change${schemaName}`,
        summary: `Changes a draft, or a pending ${noun} if the company lets documents change while they are approved.`,
        parameters: [idParameter],
        requestBody: { required: true, content: json(reference(`Changed${schemaName}`)) },
        responses: {
          "200": answer(`The changed ${noun}.`, document),
          ...errors("400", "401", "403", "404", "409", "503"),
        },
      },
    },
    [`/api/${collection}/{id}/submit`]: {
      post: {
        operationId: `submit${schemaName}`,
        summary: `Submits a draft, a ${noun} whose approval was recalled, again. May be repeated.`,
        parameters: [idParameter],
        responses: {
          "200": answer(`The pending ${noun}.`, document),
          ...errors("400", "401", "403", "404", "409", "503"),
        },
      },
    },
    [`/api/${collection}/{id}/cancel`]: {
      post: {
        operationId: `cancel${schemaName}`,
        summary: `Cancels a draft or pending ${noun} and archives its open approval tasks. May be repeated.`,
        parameters: [idParameter],
        responses: {
          "200": answer(`The cancelled ${noun}.`, document),
          ...errors("400", "401", "403", "404", "409"),
        },
      },
    },
  };
}

const nameOf = (type: DirectoryType): string => `${type.charAt(0).toUpperCase()}${type.slice(1)}`;
const article = (type: DirectoryType): string => (type === "employee" ? "an employee" : `a ${type}`);

/** The resource of a type of people or departments; all for privileged users. */
function peoplePathsOf(type: DirectoryType): Json {
  const name = nameOf(type);
  const path = PEOPLE_PATHS[type];
  const record = reference(name);
  return {
    [path]: {
      post: {
        operationId: `create${name}`,
        summary: `Creates ${article(type)}, with version 1; for privileged users.`,
        requestBody: { required: true, content: json(reference(`New${name}`)) },
        responses: { "201": answer(`The ${type}.`, record), ...errors("400", "401", "403", "409") },
      },
      get: {
        operationId: `list${name}s`,
        summary: `Lists the company's ${type}s in the order of their ids; for privileged users.`,
        parameters: queryParameters(peopleQuery),
        responses: { "200": answer("A page.", pageOf(record)), ...errors("400", "401", "403") },
      },
    },
    [`${path}/{id}`]: {
      get: {
        operationId: `read${name}`,
        summary: `Reads ${article(type)}; for privileged users.`,
        parameters: [idParameter],
        responses: { "200": answer(`The ${type}.`, record), ...errors("400", "401", "403", "404") },
      },
      patch: {
        operationId: `change${name}`,
        summary: `Changes the given fields of ${article(type)}, null removes one; for privileged users.`,
        parameters: [idParameter],
        requestBody: { required: true, content: json(reference(`Changed${name}`)) },
        responses: { "200": answer(`The ${type}.`, record), ...errors("400", "401", "403", "404") },
      },
    },
    [`${path}/{id}/deactivate`]: {
      post: {
        operationId: `deactivate${name}`,
        summary: `Marks ${article(type)} as no longer active; for privileged users. May be repeated.`,
        parameters: [idParameter],
        responses: { "200": answer(`The ${type}.`, record), ...errors("400", "401", "403", "404") },
      },
    },
  };
}

/** The schemas that the resource refers to. */
function peopleSchemasOf(type: DirectoryType): Json {
  const changed = inputSchema(directoryChange[type]);
  const name = nameOf(type);
  const version = { type: "integer", description: "Rises by one with each change; 0: older than versions." };
  return {
    [`New${name}`]: { type: "object", additionalProperties: false, ...inputSchema(newRecord(type)) },
    [`Changed${name}`]: { type: "object", additionalProperties: false, ...changed },
    [name]: {
      type: "object",
      required: ["_id", "active", "version"],
      properties: { _id: hexString, ...changed.properties, version },
    },
  };
}

/** The service's API, made from the schemas that read the requests. */
export function createDescription(): Json {
  const kinds = documentKinds.map((kind) => [kind, DOCUMENT_KINDS[kind]] as const);
  const schemas = kinds.flatMap(([schemaName, { details }]) => {
    const { properties, required } = inputSchema(details);
    return [
      [
        `New${schemaName}`,
        {
          type: "object",
          additionalProperties: false,
          required: ["employeeId", ...required],
          properties: { employeeId: hexString, ...properties },
        },
      ],
      [
        `Changed${schemaName}`,
        {
          type: "object",
          additionalProperties: false,
          required,
          properties: { ...inputSchema(z.object({ note: changeNote })).properties, ...properties },
        },
      ],
      [
        schemaName,
        {
          type: "object",
          properties: {
            ...DOCUMENT_FIELDS,
            ...(isDisbursedKind(schemaName) && { disbursement: DISBURSEMENT }),
            ...properties,
          },
        },
      ],
    ];
  });
  return createOpenApi({
    title: "HR reference owner",
    description: "Documents that the approval engine approves, and the people who ask and decide.",
    paths: {
      ...(Object.assign({}, ...kinds.map(([schemaName, kind]) => pathsOf(schemaName, kind))) as Json),
      ...ACCOUNT_PATHS,
      ...(Object.assign({}, ...DIRECTORY_TYPES.map(peoplePathsOf)) as Json),
    },
    schemas: {
      ...(Object.fromEntries(schemas) as Json),
      ...(Object.assign({}, ...DIRECTORY_TYPES.map(peopleSchemasOf)) as Json),
      DisbursementAccounts: {
        type: "object",
        additionalProperties: false,
        ...inputSchema(accountsInput),
      },
    },
  });
}
