import type { Principal } from "@countersign/auth";
import { LIMITS, hexId, prose } from "@countersign/contracts";
import {
  answer,
  errors,
  requireDocument,
  pageFields,
  pageOf,
  recordParams,
  type ZodApp,
} from "@countersign/owner-kit";
import { z } from "zod";
import { DOCUMENT_KINDS, type DocumentKind, documentKinds } from "../document-kinds.ts";
import type { DocumentRepository } from "../document-repository.ts";
import { type HrDocument, VISIBLE_STATUSES } from "../hr-document.ts";
import type { ReaderOf } from "../use-cases/reader.ts";
import type { NewDetails } from "../use-cases/change-document.ts";
import type { NewDocument } from "../use-cases/create-document.ts";
import { shownDocument } from "./document-answers.ts";

export interface DocumentRoutesOptions {
  createDocument: (caller: Principal, document: NewDocument) => Promise<HrDocument>;
  changeDocument: (
    caller: Principal,
    kind: DocumentKind,
    id: string,
    change: NewDetails,
  ) => Promise<HrDocument>;
  resubmitDocument: (caller: Principal, kind: DocumentKind, id: string) => Promise<HrDocument>;
  cancelDocument: (caller: Principal, kind: DocumentKind, id: string) => Promise<HrDocument>;
  documents: (kind: DocumentKind) => Pick<DocumentRepository, "find" | "page">;
  readerOf: ReaderOf;
}

/** Query of a list: newest first, 1 to 100 at a time. */
const pageQuery = z.strictObject({
  ...pageFields,
  status: z.enum(VISIBLE_STATUSES).optional(),
  employeeId: hexId.optional(),
});

/** With the new details of a document: why, for its approvers. */
const changeNote = prose(LIMITS.remark).optional();

/** The bodies of a kind's requests. */
const inputsOf = (kind: DocumentKind) => {
  const { details } = DOCUMENT_KINDS[kind];
  return {
    newDocument: details.safeExtend({ employeeId: hexId }),
    newDetails: details.safeExtend({ note: changeNote }),
  };
};

const DOCUMENT_SCHEMAS = Object.fromEntries(
  documentKinds.map((kind) => [kind, { ...inputsOf(kind), shown: shownDocument(kind) }]),
) as unknown as Record<
  DocumentKind,
  ReturnType<typeof inputsOf> & { shown: ReturnType<typeof shownDocument> }
>;

/** The schemas of every kind, by their names in the description. */
export const documentComponents: Record<string, z.ZodType> = Object.fromEntries(
  documentKinds.flatMap((kind) => {
    const { newDocument, newDetails, shown } = DOCUMENT_SCHEMAS[kind];
    return [
      [`New${kind}`, newDocument],
      [`Changed${kind}`, newDetails],
      [kind, shown],
    ];
  }),
);

/** REST resource of every kind: create with submission, read, list, change, submit again, cancel. */
export async function documentRoutes(app: ZodApp, options: DocumentRoutesOptions): Promise<void> {
  for (const kind of documentKinds) {
    addCollectionRoutes(app, kind, options);
    addDocumentRoutes(app, kind, options);
  }
}

function addCollectionRoutes(app: ZodApp, kind: DocumentKind, options: DocumentRoutesOptions): void {
  const { createDocument, documents, readerOf } = options;
  const { collection, noun } = DOCUMENT_KINDS[kind];
  const { newDocument, shown } = DOCUMENT_SCHEMAS[kind];
  const url = `/api/${collection}`;
  app.route({
    method: "POST",
    url,
    schema: {
      operationId: `create${kind}`,
      summary: `Creates a ${noun} and submits it for approval; both or neither.`,
      body: newDocument,
      response: { 201: answer(`The pending ${noun}.`, shown), ...errors(400, 401, 403, 404, 409, 503) },
    },
    handler: async ({ principal, body }, reply) => {
      const { employeeId, ...details } = body;
      const document = await createDocument(principal, { kind, employeeId, details });
      return reply.code(201).header("location", `${url}/${document.id}`).send(toBody(document));
    },
  });
  app.route({
    method: "GET",
    url,
    schema: {
      operationId: `list${kind}s`,
      summary:
        "Lists one's own and those whose approval asks one, newest first; the company's to privileged users.",
      querystring: pageQuery,
      response: { 200: answer("A page.", pageOf(shown)), ...errors(400, 401) },
    },
    handler: async ({ principal, query }) => {
      const reader = await readerOf(principal);
      const page = await documents(kind).page({ companyId: principal.companyId, reader, ...query });
      return { data: page.documents.map(toBody), total: page.total };
    },
  });
}

function addDocumentRoutes(app: ZodApp, kind: DocumentKind, options: DocumentRoutesOptions): void {
  const { changeDocument, resubmitDocument, cancelDocument, documents, readerOf } = options;
  const { collection, noun } = DOCUMENT_KINDS[kind];
  const { newDetails, shown } = DOCUMENT_SCHEMAS[kind];
  const url = `/api/${collection}/:id`;
  app.route({
    method: "GET",
    url,
    schema: {
      operationId: `read${kind}`,
      summary: `Reads a ${noun}; one that the list would not show is missing.`,
      params: recordParams,
      response: { 200: answer(`The ${noun}.`, shown), ...errors(400, 401, 404) },
    },
    handler: async ({ principal, params: { id } }) => {
      const reader = await readerOf(principal);
      return toBody(
        requireDocument(noun, await documents(kind).find({ companyId: principal.companyId, id }, reader)),
      );
    },
  });
  app.route({
    method: "PUT",
    url,
    schema: {
      operationId: `change${kind}`,
      summary: `Changes a draft, or a pending ${noun} if the company lets documents change while they are approved.`,
      params: recordParams,
      body: newDetails,
      response: { 200: answer(`The changed ${noun}.`, shown), ...errors(400, 401, 403, 404, 409, 503) },
    },
    handler: async ({ principal, params: { id }, body }) => {
      const { note, ...details } = body;
      return toBody(await changeDocument(principal, kind, id, { details, note }));
    },
  });
  app.route({
    method: "POST",
    url: `${url}/submit`,
    schema: {
      operationId: `submit${kind}`,
      summary: `Submits a draft, a ${noun} whose approval was recalled, again. May be repeated.`,
      params: recordParams,
      response: { 200: answer(`The pending ${noun}.`, shown), ...errors(400, 401, 403, 404, 409, 503) },
    },
    handler: async ({ principal, params: { id } }) => toBody(await resubmitDocument(principal, kind, id)),
  });
  app.route({
    method: "POST",
    url: `${url}/cancel`,
    schema: {
      operationId: `cancel${kind}`,
      summary: `Cancels a draft or pending ${noun} and archives its open approval tasks. May be repeated.`,
      params: recordParams,
      response: { 200: answer(`The cancelled ${noun}.`, shown), ...errors(400, 401, 403, 404, 409) },
    },
    handler: async ({ principal, params: { id } }) => toBody(await cancelDocument(principal, kind, id)),
  });
}

/** A document as callers see it: its details beside its other fields. */
function toBody({ id, companyId: _companyId, details, ...otherFields }: HrDocument) {
  const { described: _shown, revision: _told, change: _open, resubmission: _sent, ...fields } = otherFields;
  return { _id: id, ...fields, ...details };
}
