import { isFreeDay } from "@countersign/domain/calendar";
import type { Db, ObjectId } from "mongodb";

import { settingsOf } from "../approval-settings/index.ts";
import { calendarsAmong } from "../calendars/index.ts";
import { dayOf, HORIZON_DAYS, type IsFree } from "./digest-time.ts";

/**
 * The free days of a company, by the calendar that its settings name (TIME-1). There are none without one, and by one
 * whose working days are all past: it holds nothing back for ever.
 */
export async function freeDaysOf(db: Pick<Db, "collection">, company: ObjectId, now: Date): Promise<IsFree> {
  const companyId = company.toHexString();
  const { calendarId } = await settingsOf({ db }, companyId);
  const ids = calendarId === null ? [] : [calendarId];
  const [calendar] = (await calendarsAmong({ db }, companyId, ids)).values();
  if (calendar === undefined) return () => false;
  const isFree: IsFree = (day) => isFreeDay(calendar, day);
  const today = dayOf(now, calendar.timeZone);
  for (let days = 0; days < HORIZON_DAYS; days += 1) {
    if (!isFree(today.add({ days }))) return isFree;
  }
  return () => false;
}
