import { lacksHolidays } from "@countersign/domain/calendar";
import { toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";

import { calendarsNamedAnywhere } from "../approval-settings/index.ts";
import type { ApprovalCalendarRecord } from "./records.ts";
import { CALENDARS } from "./repositories.ts";

/** Calendars that one command looks at. */
const BATCH = 1_000;

/**
 * How many calendars that settings name, over all companies, have no closed day in the coming 12 months (contract-3,
 * TIME-1).
 */
export async function countWithoutHolidays(db: Pick<Db, "collection">, now: Date): Promise<number> {
  const instant = Temporal.Instant.fromEpochMilliseconds(now.getTime());
  const calendars = db.collection<ApprovalCalendarRecord>(CALENDARS);
  const namedIds = (await calendarsNamedAnywhere(db)).map((id) => toObjectId(id));
  const projection = { timeZone: 1, days: 1 };
  let count = 0;
  for (let at = 0; at < namedIds.length; at += BATCH) {
    const living = { _id: { $in: namedIds.slice(at, at + BATCH) }, deletedAt: null };
    for await (const calendar of calendars.find(living, { projection })) {
      if (lacksHolidays(calendar, instant)) count += 1;
    }
  }
  return count;
}
