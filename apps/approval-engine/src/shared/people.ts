import type { Id, People } from "@countersign/domain/approval";
import { type OpenScope, sessionOption, toHex, toObjectId } from "@countersign/mongo";
import type { Db, ObjectId } from "mongodb";

/** The fields of a user that are read here; the directory keeps them, and one that is unset may be null. */
interface PersonRecord {
  _id: ObjectId;
  companyId: ObjectId;
  name?: string | null;
  active?: boolean | null;
}

/** The given users as the directory knows them, read by one command. Users of other companies are left out. */
export async function peopleAmong(
  { db, ...scope }: Pick<OpenScope, "session"> & { db: Pick<Db, "collection"> },
  companyId: Id,
  userIds: readonly Id[],
): Promise<People> {
  const found = await db
    .collection<PersonRecord>("users")
    .find(
      { _id: { $in: [...new Set(userIds)].map((id) => toObjectId(id)) }, companyId: toObjectId(companyId) },
      { ...sessionOption(scope), projection: { companyId: 1, name: 1, active: 1 } },
    )
    .toArray();
  return peopleIn(companyId, found);
}

/** Whether the directory has anybody of the company. */
export async function knowsCompany(
  { db, ...scope }: Pick<OpenScope, "session"> & { db: Pick<Db, "collection"> },
  companyId: Id,
): Promise<boolean> {
  const options = { ...sessionOption(scope), projection: { _id: 1 } };
  return (await db.collection("users").findOne({ companyId: toObjectId(companyId) }, options)) !== null;
}

/** Those of the company among rows of `users`. */
function peopleIn(companyId: Id, rows: readonly PersonRecord[]): People {
  const own = rows.filter((row) => toHex(row.companyId) === companyId);
  return new Map(
    own.map(({ _id, name, active }) => [toHex(_id), { ...(name ? { name } : {}), active: active !== false }]),
  );
}
