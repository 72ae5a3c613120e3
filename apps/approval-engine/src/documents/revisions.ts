import type { ApprovalDocument, DocumentTable } from "@countersign/contracts";
import type { Id } from "@countersign/domain/approval";
import { type OpenScope, type Scope, sessionOption, toHex, toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";

import { toRecord } from "../shared/record-of.ts";
import type { TransactionScope } from "../shared/transact.ts";
import { COLLECTION, type Revision, type RevisionRecord } from "./revision.ts";
import { type Described, ROWS, describedOf, rowsInParts } from "./table.ts";

/** A revision whose run is not known yet. */
export type UnstoredRevision = Omit<Revision, "runId"> & {
  fullTables?: readonly DocumentTable[] | undefined;
};

/** The fields of a new revision. */
export interface NewRevision extends Pick<
  Revision,
  "companyId" | "refId" | "actorId" | "amends" | "note" | "statedBy"
> {
  document: ApprovalDocument;
  action?: Revision["action"];
  earlierRejections?: Revision["earlierRejections"];
  /** The document's last revision, 0 without one; left out, it is read. */
  last?: number | undefined;
}

/**
 * Makes the next revision of a document. `recordDecision` stores it, together with the tasks of its run, which refer to
 * it.
 */
export async function nextRevision(
  scope: TransactionScope,
  { document, action, earlierRejections = [], last, ...origin }: NewRevision,
): Promise<UnstoredRevision> {
  const previous = last ?? (await lastRevision(scope, origin.companyId, origin.refId));
  const { tables: fullTables = [] } = document;
  const place = { revision: previous + 1, createdAt: scope.now };
  const description = describedOf(document);
  return {
    _id: scope.newId(),
    ...origin,
    ...(action && { action }),
    ...(earlierRejections.length > 0 && { earlierRejections }),
    ...place,
    ...description,
    fullTables,
  };
}

/** A revision of the company, in the transaction. */
export async function findRevision(
  { db, session }: Scope,
  companyId: Id,
  id: Id,
): Promise<Revision | undefined> {
  const byId = { _id: toObjectId(id), companyId: toObjectId(companyId) };
  const revisionRow = await db.collection<RevisionRecord>(COLLECTION).findOne(byId, { session });
  return revisionRow === null ? undefined : toRecord(revisionRow);
}

/**
 * The amounts of documents as they were at moments; one command.
 *
 * @param moments - without `refId`: of no document
 */
export async function documentsAt(
  { db }: { db: Pick<Db, "collection"> },
  companyId: Id,
  moments: readonly { refId: Id | undefined; at: Date }[],
): Promise<(Pick<RevisionRecord, "amount" | "currency"> | undefined)[]> {
  const refIds = [...new Set(moments.flatMap(({ refId }) => refId ?? []))].map((id) => toObjectId(id));
  const revisions = await db
    .collection<RevisionRecord>(COLLECTION)
    .find(
      { companyId: toObjectId(companyId), refId: { $in: refIds } },
      { projection: { refId: 1, amount: 1, currency: 1, createdAt: 1 }, sort: { refId: 1, revision: -1 } },
    )
    .toArray();
  const ofDocument = Map.groupBy(revisions, ({ refId }) => toHex(refId));
  return moments.map(({ refId = "", at }) => ofDocument.get(refId)?.find(({ createdAt }) => createdAt <= at));
}

/** A description as its document was submitted with it, without its tables. */
export type SubmittedRevision = Pick<
  Revision,
  "runId" | "revision" | "title" | "amount" | "currency" | "facts" | "editorIds"
>;

/** The descriptions that documents were submitted with, by their runs; one command. */
export async function submittedRevisions(
  { db, session }: Scope,
  companyId: Id,
  refIds: readonly Id[],
): Promise<Map<Id, SubmittedRevision>> {
  const ofDocuments = {
    companyId: toObjectId(companyId),
    refId: { $in: refIds.map((id) => toObjectId(id)) },
    amends: { $ne: true as const },
  };
  const projection = { runId: 1, revision: 1, title: 1, amount: 1, currency: 1, facts: 1, editorIds: 1 };
  const revisionRows = await db
    .collection<RevisionRecord>(COLLECTION)
    .find(ofDocuments, { session, projection })
    .toArray();
  return new Map(revisionRows.map((revision) => [toHex(revision.runId), toRecord(revision)]));
}

/** The descriptions of revisions, without their tables, by their ids; one command. */
export async function documentsNamed(
  { db, session }: Pick<OpenScope, "session"> & { db: Pick<Db, "collection"> },
  ids: readonly Id[],
): Promise<Map<Id, Pick<Described, "title" | "amount" | "currency" | "facts">>> {
  if (ids.length === 0) return new Map();
  const revisionRows = await db
    .collection<RevisionRecord>(COLLECTION)
    .find(
      { _id: { $in: ids.map((id) => toObjectId(id)) } },
      {
        ...sessionOption(session ? { session } : {}),
        projection: { title: 1, amount: 1, currency: 1, facts: 1 },
      },
    )
    .toArray();
  return new Map(revisionRows.map((revision) => [revision._id.toHexString(), toRecord(revision)]));
}

async function lastRevision({ db, session }: Scope, companyId: Id, refId: Id): Promise<number> {
  const ofDocument = { companyId: toObjectId(companyId), refId: toObjectId(refId) };
  const newest = await db
    .collection<RevisionRecord>(COLLECTION)
    .findOne(ofDocument, { session, sort: { revision: -1 }, projection: { revision: 1 } });
  return newest?.revision ?? 0;
}

/** Stores a revision, and its tables apart. */
export async function storeRevision(
  { write, newId }: Pick<TransactionScope, "write" | "newId">,
  {
    _id,
    companyId,
    refId,
    runId,
    actorId,
    earlierRejections,
    fullTables = [],
    ...fields
  }: Revision & UnstoredRevision,
): Promise<void> {
  const storedRevision = {
    _id: toObjectId(_id),
    companyId: toObjectId(companyId),
    refId: toObjectId(refId),
    runId: toObjectId(runId),
    actorId: toObjectId(actorId),
    ...fields,
    ...(earlierRejections && {
      earlierRejections: earlierRejections.map((rejection) => ({
        ...rejection,
        userId: toObjectId(rejection.userId),
      })),
    }),
  };
  await write({ insert: COLLECTION, documents: [storedRevision] });
  const of = { companyId: storedRevision.companyId, documentId: storedRevision._id };
  const rows = fullTables.flatMap(rowsInParts);
  if (rows.length === 0) return;
  await write({
    insert: ROWS,
    documents: rows.map((part) => Object.assign({ _id: toObjectId(newId()) }, of, part)),
  });
}
