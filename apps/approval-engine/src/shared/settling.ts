import type { Id } from "@countersign/domain/approval";
import { type Scope, toObjectId } from "@countersign/mongo";
import type { DueRow } from "@countersign/mongo/due-work";
import type { Collection, ObjectId } from "mongodb";

/** A record that has changed, until what others wrote who had read it before has been looked at. */
export interface SettlingRecord extends DueRow {
  /** The record. */
  _id: ObjectId;
  companyId: ObjectId;
}

/** Longer than a transaction lasts: what was written by one that had read the record before its change is stored by then. */
const SETTLED_MS = 15_000;

/** Notes, in the transaction of a change, that work on it is due once every transaction from before has ended. */
export async function noteSettling(
  rows: Collection<SettlingRecord>,
  { _id, companyId }: { _id: Id; companyId: Id },
  { session, now }: Pick<Scope, "session"> & { now: Date },
): Promise<void> {
  const claimedUntil = new Date(now.getTime() + SETTLED_MS);
  await rows.updateOne(
    { _id: toObjectId(_id) },
    { $set: { companyId: toObjectId(companyId), claimedUntil }, $unset: { failures: true } },
    { session, upsert: true },
  );
}
