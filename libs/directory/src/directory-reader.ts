import { DIRECTORY_TYPES, type DirectoryType } from "@countersign/contracts";
import { type IndexPlan, type OpenScope, sessionOption, toObjectId } from "@countersign/mongo";
import {
  collectionNameOf,
  collectionOf,
  type DirectoryRecord,
  ownRows,
  recordOf,
  shownRecord,
} from "./stored-records.ts";

/** Reads a company's records; another company's are missing. */
export interface DirectoryReader {
  find(type: DirectoryType, companyId: string, id: string): Promise<DirectoryRecord | undefined>;
  /** In the order of their ids. */
  page(
    type: DirectoryType,
    companyId: string,
    paging: { skip: number; take: number },
  ): Promise<{ data: DirectoryRecord[]; total: number }>;
}

export function createDirectoryReader(scope: OpenScope): DirectoryReader {
  const session = sessionOption(scope);
  return {
    async find(type, companyId, id) {
      const key = { _id: toObjectId(id), companyId: toObjectId(companyId), ...ownRows(type) };
      const row = await collectionOf(scope.db, type).findOne(key, session);
      return row === null ? undefined : shownRecord(recordOf(type, row));
    },
    async page(type, companyId, { skip, take }) {
      const records = collectionOf(scope.db, type);
      const ofCompany = { companyId: toObjectId(companyId), ...ownRows(type) };
      const [rows, total] = await Promise.all([
        records.find(ofCompany, session).sort({ _id: 1 }).skip(skip).limit(take).toArray(),
        records.countDocuments(ofCompany, session),
      ]);
      return { data: rows.map((row) => shownRecord(recordOf(type, row))), total };
    },
  };
}

/** For pages. */
export const DIRECTORY_INDEXES: readonly IndexPlan[] = DIRECTORY_TYPES.map((type) => ({
  collection: collectionNameOf(type),
  indexes: [{ key: { companyId: 1, _id: 1 } }],
}));
