import { type Db, ObjectId } from "mongodb";

import type { Caller } from "../shared/caller.ts";
import { toRecord } from "../shared/record-of.ts";
import { COLLECTION, type SavedViewRecord, VIEWS_MAX } from "./records.ts";
import type { SavedView } from "./saved-view-use-cases.ts";

/** The views that users keep for themselves. */
export interface SavedViewReadModel {
  /** The caller's, oldest first. */
  listMine(caller: Caller): Promise<SavedView[]>;
}

export function createSavedViewReadModel(db: Pick<Db, "collection">): SavedViewReadModel {
  const views = db.collection<SavedViewRecord>(COLLECTION);
  return {
    listMine: async ({ companyId, userId }) => {
      const ofUser = { companyId: new ObjectId(companyId), userId: new ObjectId(userId) };
      const viewRows = await views.find(ofUser).limit(VIEWS_MAX).toArray();
      return viewRows
        .toSorted((a, b) => (a._id.toHexString() < b._id.toHexString() ? -1 : 1))
        .map((view) => toRecord(view));
    },
  };
}
