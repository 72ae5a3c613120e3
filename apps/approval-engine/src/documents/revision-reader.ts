import type { Id } from "@countersign/domain/approval";
import { toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";

import { findByIds } from "../shared/find-by-ids.ts";
import { toRecord } from "../shared/record-of.ts";
import { COLLECTION, type Revision, type RevisionRecord } from "./revision.ts";
import { type PageOfRows, ROWS, type RowsRecord, partsOfPage } from "./table.ts";

/** Reads revisions without a check of rights: the feature of runs knows who takes part. */
export interface RevisionReader {
  /** Some rows of a table of a revision. */
  rows(companyId: Id, documentId: Id, key: string, page: PageOfRows): Promise<string[][]>;
  /** One command for all ids, in their order. */
  byIds(companyId: Id, ids: readonly Id[]): Promise<(Revision | null)[]>;
  /** The document's newest revisions, newest first. @param runIds - only those of these runs */
  newest(companyId: Id, refId: Id, limit: number, runIds?: readonly Id[]): Promise<Revision[]>;
}

export function createRevisionReader(db: Pick<Db, "collection">): RevisionReader {
  const revisions = db.collection<RevisionRecord>(COLLECTION);
  return {
    rows: async (companyId, documentId, key, page) => {
      const ofTable = { documentId: toObjectId(documentId), key, companyId: toObjectId(companyId) };
      const parts = await db
        .collection<RowsRecord>(ROWS)
        .find({ ...ofTable, from: partsOfPage(page) })
        .sort({ from: 1 })
        .toArray();
      const [first] = parts;
      if (first === undefined) return [];
      const skip = page.skip - first.from;
      return parts.flatMap(({ rows }) => rows).slice(skip, skip + page.take);
    },
    byIds: (companyId, ids) => findByIds<RevisionRecord>(db, COLLECTION, companyId, ids),
    newest: async (companyId, refId, limit, runIds) => {
      if (runIds?.length === 0) return [];
      const foundRevisions = await revisions
        .find({
          companyId: toObjectId(companyId),
          refId: toObjectId(refId),
          ...(runIds && { runId: { $in: runIds.map((id) => toObjectId(id)) } }),
        })
        .sort({ revision: -1 })
        .limit(limit)
        .toArray();
      return foundRevisions.map((revision) => toRecord(revision));
    },
  };
}
