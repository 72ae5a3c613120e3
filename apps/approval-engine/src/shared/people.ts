import type { Id, People } from "@countersign/domain/approval";
import { type OpenScope, sessionOption, toHex, toObjectId } from "@countersign/mongo";
import type { Db, ObjectId } from "mongodb";

import type { FieldsMadeBy } from "./records.ts";

/** The fields of a user that are read here; the directory keeps them, and one that is unset may be null. */
interface PersonRecord {
  _id: ObjectId;
  companyId: ObjectId;
  name?: string | null;
  active?: boolean | null;
  madeBy?: FieldsMadeBy;
}

/** The given users as the directory knows them, read by one command. Users of other companies are left out. */
export async function peopleAmong(
  { db, ...scope }: Pick<OpenScope, "session"> & { db: Pick<Db, "collection"> },
  companyId: Id,
  userIds: readonly Id[],
): Promise<People> {
  const userRows = await db
    .collection<PersonRecord>("users")
    .find(
      { _id: { $in: [...new Set(userIds)].map((id) => toObjectId(id)) }, companyId: toObjectId(companyId) },
      { ...sessionOption(scope), projection: { companyId: 1, name: 1, active: 1, madeBy: 1 } },
    )
    .toArray();
  return peopleIn(companyId, userRows);
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
  const ownRows = rows.filter((row) => toHex(row.companyId) === companyId);
  return new Map(
    ownRows.map(({ _id, name, active, madeBy }) => {
      const leaverChange = active === false ? madeBy?.fields?.active : undefined;
      const person = { ...(name ? { name } : {}), active: active !== false };
      return [toHex(_id), leaverChange ? { ...person, leaverChange } : person];
    }),
  );
}
