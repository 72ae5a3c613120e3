import type { IndexPlan } from "@countersign/mongo";
import { DUE_INDEX } from "@countersign/mongo/due-work";
import type { Collection, Db } from "mongodb";

import type { SettlingRecord } from "../shared/settling.ts";

const CALENDAR_CHANGES = "approval_calendar_changes";

export const CALENDAR_CHANGE_INDEXES: readonly IndexPlan[] = [
  { collection: CALENDAR_CHANGES, indexes: [DUE_INDEX] },
];

/** `approval_calendar_changes`: calendars that were changed, until the times that were reckoned by them have moved. */
export const calendarChangesIn = ({ db }: { db: Pick<Db, "collection"> }): Collection<SettlingRecord> =>
  db.collection<SettlingRecord>(CALENDAR_CHANGES);
