import { type Db, ObjectId } from "mongodb";

import type { Caller } from "../shared/caller.ts";
import { COLLECTION, type SeenRecord } from "./records.ts";

/** Most documents that changed since somebody looked, of which lists know. */
const CHANGED_MAX = 1_000;

/** Documents that users have looked at. */
export interface SeenReadModel {
  /** Of each document whether it changed since the caller looked at it; one command. */
  changedSince(caller: Caller, refIds: readonly string[]): Promise<boolean[]>;
  /** The documents that changed since the caller looked, of those looked at last. */
  changedFor(caller: Caller): Promise<ObjectId[]>;
}

const ofCaller = ({ companyId, userId }: Caller) => ({
  companyId: new ObjectId(companyId),
  userId: new ObjectId(userId),
});

export function createSeenReadModel(db: Pick<Db, "collection">): SeenReadModel {
  const seenRows = db.collection<SeenRecord>(COLLECTION);
  return {
    changedSince: async (caller, refIds) => {
      const ofDocuments = { refId: { $in: refIds.map((id) => new ObjectId(id)) } };
      const records = await seenRows
        .find({ ...ofCaller(caller), ...ofDocuments }, { hint: "one_of_user" })
        .toArray();
      const changedIds = new Set(
        records.filter((record) => record.changed).map(({ refId }) => refId.toHexString()),
      );
      return refIds.map((id) => changedIds.has(id));
    },
    changedFor: async (caller) => {
      const records = await seenRows
        .find({ ...ofCaller(caller), changed: true }, { hint: "changed", projection: { refId: 1 } })
        .sort({ _id: -1 })
        .limit(CHANGED_MAX)
        .toArray();
      return records.map(({ refId }) => refId);
    },
  };
}
