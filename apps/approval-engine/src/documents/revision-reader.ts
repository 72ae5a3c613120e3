import type { Id } from "@countersign/domain/approval";
import { toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";

import { findByIds } from "../shared/find-by-ids.ts";
import { toRecord } from "../shared/record-of.ts";
import { COLLECTION, type Revision, type RevisionRecord } from "./revision.ts";

/** Reads revisions without a check of rights: the feature of runs knows who takes part. */
export interface RevisionReader {
  /** One command for all ids, in their order. */
  byIds(companyId: Id, ids: readonly Id[]): Promise<(Revision | null)[]>;
  /** The document's newest revisions, newest first. @param runIds - only those of these runs */
  newest(companyId: Id, refId: Id, limit: number, runIds?: readonly Id[]): Promise<Revision[]>;
}

export function createRevisionReader(db: Pick<Db, "collection">): RevisionReader {
  const revisions = db.collection<RevisionRecord>(COLLECTION);
  return {
    byIds: (companyId, ids) => findByIds<RevisionRecord>(db, COLLECTION, companyId, ids),
    newest: async (companyId, refId, limit, runIds) => {
      const found = await revisions
        .find({
          companyId: toObjectId(companyId),
          refId: toObjectId(refId),
          ...(runIds && { runId: { $in: runIds.map((id) => toObjectId(id)) } }),
        })
        .sort({ revision: -1 })
        .limit(limit)
        .toArray();
      return found.map((revision) => toRecord(revision));
    },
  };
}
