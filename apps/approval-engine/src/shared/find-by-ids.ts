import { type Db, type Document, ObjectId } from "mongodb";

import { type RecordOf, toRecord } from "./record-of.ts";

/** The company's records with these ids, in their order; one command for all. */
export async function findByIds<D extends Document & { _id: ObjectId }>(
  db: Pick<Db, "collection">,
  collection: string,
  companyId: string,
  ids: readonly string[],
): Promise<(RecordOf<D> | null)[]> {
  const documents = await db
    .collection(collection)
    .find<D>({ _id: { $in: ids.map((id) => new ObjectId(id)) }, companyId: new ObjectId(companyId) })
    .toArray();
  const recordById = new Map(documents.map((document) => [document._id.toHexString(), toRecord(document)]));
  return ids.map((id) => recordById.get(id) ?? null);
}
