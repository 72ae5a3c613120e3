import { type IndexPlan, type Scope, toObjectId } from "@countersign/mongo";
import type { DueRow } from "@countersign/mongo/due-work";
import type { Collection, Db, ObjectId } from "mongodb";

import type { ApprovalCalendar } from "./records.ts";

const CALENDAR_CHANGES = "approval_calendar_changes";

/** `approval_calendar_changes`: calendars that were changed, until the times that were reckoned by them have moved. */
export interface CalendarChangeRecord extends DueRow {
  /** The calendar. */
  _id: ObjectId;
  companyId: ObjectId;
}

export const CALENDAR_CHANGE_INDEXES: readonly IndexPlan[] = [
  {
    collection: CALENDAR_CHANGES,
    indexes: [
      { key: { claimedUntil: 1 }, name: "due", partialFilterExpression: { claimedUntil: { $exists: true } } },
    ],
  },
];

export const calendarChangesIn = ({ db }: { db: Pick<Db, "collection"> }): Collection<CalendarChangeRecord> =>
  db.collection<CalendarChangeRecord>(CALENDAR_CHANGES);

/**
 * Longer than a transaction lasts: stages that were asked by the calendar as it was are stored by then, also those whose
 * transaction began just before the change.
 */
const SETTLED_MS = 15_000;

/** Notes, in the transaction of the change, that the times that were reckoned by the calendar have to move. */
export async function noteChange(
  { db, session, now }: Scope & { now: Date },
  { _id, companyId }: Pick<ApprovalCalendar, "_id" | "companyId">,
): Promise<void> {
  await calendarChangesIn({ db }).updateOne(
    { _id: toObjectId(_id) },
    {
      $set: {
        companyId: toObjectId(companyId),
        claimedUntil: new Date(now.getTime() + SETTLED_MS),
      },
      $unset: { failures: true },
    },
    { session, upsert: true },
  );
}
