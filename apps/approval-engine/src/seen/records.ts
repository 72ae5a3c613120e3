import type { IndexPlan } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

export const COLLECTION = "document_seen";

/** `document_seen`: the newest revision of a document that a user has looked at. */
export interface SeenRecord {
  _id: ObjectId;
  companyId: ObjectId;
  userId: ObjectId;
  refId: ObjectId;
  revision: number;
  /** The document has a newer revision. */
  changed: boolean;
}

export const SEEN_INDEXES: readonly IndexPlan[] = [
  {
    collection: COLLECTION,
    indexes: [
      { key: { companyId: 1, userId: 1, refId: 1 }, name: "one_of_user", unique: true },
      // Whoever has looked at a document that changes.
      { key: { refId: 1, companyId: 1 }, name: "of_document" },
      {
        key: { companyId: 1, userId: 1, _id: -1 },
        name: "changed",
        partialFilterExpression: { changed: true },
      },
    ],
  },
];
