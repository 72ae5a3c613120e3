import type { Kind } from "@countersign/contracts";
import type { Id } from "@countersign/domain/approval";

import { type ApprovalSettings, type SettingsScope, settingsOf } from "../approval-settings/index.ts";
import { type ReadScope, calendarsAmong } from "./find-calendars.ts";
import type { ApprovalCalendar } from "./records.ts";

type CalendarSettings = Pick<ApprovalSettings, "calendarId" | "kindCalendars">;

/** Where a calendar is asked for. */
export interface CalendarPlace {
  /** Kind of the document. */
  kind: Kind;
  /** The calendar that the stage names, where it names one. */
  stageCalendarId?: Id | null | undefined;
  /** The company's settings, where they have been read already. */
  settings?: CalendarSettings | undefined;
}

/**
 * The calendar by which time counts: the stage's, else the kind's, else the company's; one that is gone is passed over. In a
 * transaction or outside of any (contract-3, TIME-1).
 *
 * @returns undefined where every hour counts
 */
export async function calendarFor(
  scope: SettingsScope,
  companyId: Id,
  { kind, stageCalendarId, settings }: CalendarPlace,
): Promise<ApprovalCalendar | undefined> {
  const { calendarId, kindCalendars } = settings ?? (await settingsOf(scope, companyId));
  const ofKind = kindCalendars.find((kindCalendar) => kindCalendar.kind === kind)?.calendarId;
  const ids = [stageCalendarId, ofKind, calendarId].filter((id) => id !== null && id !== undefined);
  const calendars = await calendarsAmong(scope, companyId, ids);
  return ids.map((id) => calendars.get(id)).find((calendar) => calendar !== undefined);
}

/**
 * The calendars by which time may count, by id: the company's, those of its kinds, and those that stages name; one that is
 * gone is missing (TIME-1).
 */
export async function calendarsInUse(
  scope: ReadScope,
  companyId: Id,
  { calendarId, kindCalendars }: CalendarSettings,
  stageCalendarIds: readonly Id[],
): Promise<ReadonlyMap<Id, ApprovalCalendar>> {
  const ofCompany = calendarId === null ? [] : [calendarId];
  const ofKinds = kindCalendars.map((kindCalendar) => kindCalendar.calendarId);
  return calendarsAmong(scope, companyId, [...ofCompany, ...ofKinds, ...stageCalendarIds]);
}
