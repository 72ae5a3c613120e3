import type { DirectoryType } from "@countersign/contracts";
import { isDuplicateKey, toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";
import { problemOf } from "./directory-change.ts";
import {
  collectionOf,
  type DirectoryRecord,
  FOREIGN,
  isForeign,
  ownRows,
  updateOf,
} from "./stored-records.ts";

/** A copy of the directory that follows its messages. */
export interface DirectoryCopy {
  /**
   * Writes a record if it is newer than the stored one: one statement on one row, so that a repeated or late message
   * changes nothing, without a list of the messages that were handled.
   *
   * @returns why it can never be written, if so: a name that hides or reorders text (SAFE-7), a version that would keep
   *   every later change out (SAFE-18), another company's id, or that of a group which is kept by hand
   */
  apply(type: DirectoryType, companyId: string, record: DirectoryRecord): Promise<string | undefined>;
}

export function createDirectoryCopy(db: Pick<Db, "collection">): DirectoryCopy {
  return {
    async apply(type, companyId, record) {
      const { version, madeBy: _by, ...values } = record;
      const problem = problemOf(type, values) ?? problemOfVersion(version, new Date());
      if (problem !== undefined) return problem;
      const rows = collectionOf(db, type);
      const key = { _id: toObjectId(record._id), companyId: toObjectId(companyId) };
      // A row of the directory without a version is older than any message.
      const withoutVersion = { version: { $exists: false } };
      const older = { ...key, ...ownRows(type), $or: [{ version: { $lt: version } }, withoutVersion] };
      try {
        await rows.updateOne(older, updateOf(type, record), { upsert: true });
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
        // The row is as new as the message, another company's, or was written at this moment.
        const row = await rows.findOne(key, { projection: { version: 1 } });
        if (row === null) return "_id: another company has this id";
        if (isForeign(type, row)) return FOREIGN;
        if ((row.version ?? 0) < version) throw error;
      }
      return undefined;
    },
  };
}

/** A version counts changes, or is the time of the change: no greater than now in microseconds. */
function problemOfVersion(version: number, now: Date): string | undefined {
  const most = now.getTime() * 1_000;
  return version > most ? "version: must be at most the time in microseconds" : undefined;
}
