import type { Id } from "@countersign/domain/approval";
import { type OpenScope, sessionOption, toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";

import { toRecord } from "../shared/record-of.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { ApprovalCalendar, ApprovalCalendarRecord } from "./records.ts";
import { CALENDARS } from "./repositories.ts";

/** A transaction, or the store outside of any. */
export type ReadScope = Pick<OpenScope, "session"> & { db: Pick<Db, "collection"> };

/** Those of the calendars that the company has, by id; deleted ones are missing. One command, by the ids. */
export async function calendarsAmong(
  { db, ...scope }: ReadScope,
  companyId: Id,
  calendarIds: readonly Id[],
): Promise<ReadonlyMap<Id, ApprovalCalendar>> {
  const ids = [...new Set(calendarIds)].map((id) => toObjectId(id));
  if (ids.length === 0) return new Map();
  const calendarRows = await db
    .collection<ApprovalCalendarRecord>(CALENDARS)
    .find({ _id: { $in: ids }, companyId: toObjectId(companyId), deletedAt: null }, sessionOption(scope))
    .toArray();
  return new Map(calendarRows.map((row) => [row._id.toHexString(), toRecord(row)]));
}

/**
 * The same, for a transaction that writes the calendars' ids somewhere: it touches the records, so that one that deletes
 * them at the same time begins again, and then finds that they are named.
 */
export async function holdCalendars(
  scope: TransactionScope,
  companyId: Id,
  calendarIds: readonly Id[],
): Promise<ReadonlyMap<Id, ApprovalCalendar>> {
  const calendars = await calendarsAmong(scope, companyId, calendarIds);
  const updates = [...calendars.keys()].map((id) => ({
    q: { _id: toObjectId(id), companyId: toObjectId(companyId) },
    u: { $set: { updatedAt: scope.now } },
  }));
  if (updates.length > 0) await scope.write({ update: CALENDARS, updates });
  return calendars;
}
