import { type Db, type Document, ObjectId } from "mongodb";

import type { OrderDocument, UserDocument } from "./documents.ts";
import { type RecordOf, toRecord } from "./records.ts";

export type User = RecordOf<UserDocument>;
export type Order = RecordOf<OrderDocument>;

/** Records of other services that the engine shows. One command for all ids, in their order. */
export interface DirectoryReadModel {
  usersByIds(companyId: string, ids: readonly string[]): Promise<(User | null)[]>;
  ordersByIds(companyId: string, ids: readonly string[]): Promise<(Order | null)[]>;
}

export function createDirectoryReadModel(db: Pick<Db, "collection">): DirectoryReadModel {
  return {
    usersByIds: (companyId, ids) => byIds<UserDocument>(db, "users", companyId, ids),
    ordersByIds: (companyId, ids) => byIds<OrderDocument>(db, "orders", companyId, ids),
  };
}

async function byIds<D extends Document & { _id: ObjectId }>(
  db: Pick<Db, "collection">,
  collection: string,
  companyId: string,
  ids: readonly string[],
): Promise<(RecordOf<D> | null)[]> {
  const documents = await db
    .collection(collection)
    .find<D>({ _id: { $in: ids.map((id) => new ObjectId(id)) }, companyId: new ObjectId(companyId) })
    .toArray();
  const found = new Map(documents.map((document) => [document._id.toHexString(), toRecord(document)]));
  return ids.map((id) => found.get(id) ?? null);
}
