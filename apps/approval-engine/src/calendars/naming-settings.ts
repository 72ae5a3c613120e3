import type { Id } from "@countersign/domain/approval";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import { settingsOf } from "../approval-settings/index.ts";
import type { TransactionScope } from "../shared/transact.ts";

/**
 * Refuses to delete a calendar that is named somewhere.
 *
 * @throws DomainError `CONFLICT` that says where
 */
export async function assertNotNamed(scope: TransactionScope, companyId: Id, id: Id): Promise<void> {
  const places = await placesOf(scope, companyId, id);
  if (places.length === 0) return;
  throw new DomainError("CONFLICT", text("calendar.named", { places: places.join(", ") }), { field: "id" });
}

/** The settings that name a calendar, such as `kindCalendars (Leave, Claim)`. */
async function placesOf(scope: TransactionScope, companyId: Id, id: Id): Promise<string[]> {
  const { calendarId, kindCalendars } = await settingsOf(scope, companyId);
  const kinds = kindCalendars
    .filter((kindCalendar) => kindCalendar.calendarId === id)
    .map(({ kind }) => kind);
  return [
    ...(calendarId === id ? ["calendarId"] : []),
    ...(kinds.length > 0 ? [`kindCalendars (${kinds.join(", ")})`] : []),
  ];
}
