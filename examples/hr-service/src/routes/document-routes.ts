import type { Principal } from "@countersign/auth";
import { LIMITS, hexId, prose } from "@countersign/contracts";
import { found, pageFields, parseInput } from "@countersign/owner-kit";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { DOCUMENT_KINDS, type DocumentKind, documentKinds } from "../document-kinds.ts";
import type { DocumentRepository } from "../document-repository.ts";
import { type HrDocument, VISIBLE_STATUSES } from "../hr-document.ts";
import type { ReaderOf } from "../use-cases/reader.ts";
import type { NewDetails } from "../use-cases/change-document.ts";
import type { NewDocument } from "../use-cases/create-document.ts";

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
export const pageQuery = z.strictObject({
  ...pageFields,
  status: z.enum(VISIBLE_STATUSES).optional(),
  employeeId: hexId.optional(),
});

/** With the new details of a document: why, for its approvers. */
export const changeNote = prose(LIMITS.remark).optional();

const documentParams = z.object({ id: hexId });

/** REST resource of every kind: create with submission, read, list, change, submit again, cancel. */
export async function documentRoutes(app: FastifyInstance, options: DocumentRoutesOptions): Promise<void> {
  for (const kind of documentKinds) addRoutesOf(app, kind, options);
}

function addRoutesOf(app: FastifyInstance, kind: DocumentKind, options: DocumentRoutesOptions): void {
  const { createDocument, changeDocument, resubmitDocument, cancelDocument, documents, readerOf } = options;
  const { collection, noun, details: detailsSchema } = DOCUMENT_KINDS[kind];
  const url = `/api/${collection}`;
  const newDocument = detailsSchema.safeExtend({ employeeId: hexId });
  const newDetails = detailsSchema.safeExtend({ note: changeNote });

  app.route({
    method: "POST",
    url,
    handler: async (request, reply) => {
      const { employeeId, ...details } = parseInput(newDocument, request.body ?? {});
      const document = await createDocument(request.principal, { kind, employeeId, details });
      return reply.code(201).header("location", `${url}/${document.id}`).send(toBody(document));
    },
  });
  app.route({
    method: "GET",
    url,
    handler: async (request) => {
      const query = parseInput(pageQuery, request.query);
      const { companyId } = request.principal;
      const reader = await readerOf(request.principal);
      const page = await documents(kind).page({ companyId, reader, ...query });
      return { data: page.documents.map(toBody), total: page.total };
    },
  });
  app.route({
    method: "GET",
    url: `${url}/:id`,
    handler: async (request) => {
      const { id } = parseInput(documentParams, request.params);
      const { companyId } = request.principal;
      const reader = await readerOf(request.principal);
      return toBody(found(noun, await documents(kind).find({ companyId, id }, reader)));
    },
  });
  app.route({
    method: "PUT",
    url: `${url}/:id`,
    handler: async (request) => {
      const { id } = parseInput(documentParams, request.params);
      const { note, ...details } = parseInput(newDetails, request.body ?? {});
      return toBody(await changeDocument(request.principal, kind, id, { details, note }));
    },
  });
  app.route({
    method: "POST",
    url: `${url}/:id/submit`,
    handler: async (request) => {
      const { id } = parseInput(documentParams, request.params);
      return toBody(await resubmitDocument(request.principal, kind, id));
    },
  });
  app.route({
    method: "POST",
    url: `${url}/:id/cancel`,
    handler: async (request) => {
      const { id } = parseInput(documentParams, request.params);
      return toBody(await cancelDocument(request.principal, kind, id));
    },
  });
}

/** A document as callers see it: its details beside its other fields. */
function toBody({ id, companyId: _companyId, details, ...others }: HrDocument) {
  const { described: _shown, revision: _told, change: _open, resubmission: _sent, ...fields } = others;
  return { _id: id, ...fields, ...details };
}
