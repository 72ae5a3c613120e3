import type { Id } from "@countersign/domain/approval";
import type { Db } from "mongodb";

import { type ApprovalSettingsRecord, COLLECTION } from "./approval-settings.ts";

/** The calendars that the settings of any company name, each once; one look at every record of settings. */
export async function calendarsNamedAnywhere(db: Pick<Db, "collection">): Promise<Id[]> {
  const ids = new Set<Id>();
  const naming = { $or: [{ calendarId: { $gt: "" } }, { "kindCalendars.0": { $exists: true } }] };
  const projection = { calendarId: 1, kindCalendars: 1 };
  const rows = db.collection<ApprovalSettingsRecord>(COLLECTION).find(naming, { projection });
  for await (const { calendarId, kindCalendars = [] } of rows) {
    if (calendarId) ids.add(calendarId);
    for (const ofKind of kindCalendars) ids.add(ofKind.calendarId);
  }
  return [...ids];
}
