import type { Kind } from "@countersign/contracts";
import type { Id } from "@countersign/domain/approval";
import { assertDuration } from "@countersign/domain/calendar";
import { DomainError } from "@countersign/domain/errors";
import { type Text, text } from "@countersign/texts";

import { holdCalendars } from "../calendars/index.ts";
import type { TransactionScope } from "../shared/transact.ts";
import type { ApprovalSettings } from "./approval-settings.ts";

type TimeSettings = Pick<
  ApprovalSettings,
  "calendarId" | "kindCalendars" | "allowTimeApproval" | "questionPause"
>;

/**
 * Judges the settings of working time that a change names; those that were stored earlier stay.
 *
 * @param changedNames - the names of the settings that the change names
 * @throws DomainError `INVALID_INPUT` for a calendar that the company does not have, a kind that the deployment does not
 * have or that stands in a list twice, and a duration out of its bounds (contract-3, TIME-1, TIME-2)
 */
export async function assertTimeSettings(
  scope: TransactionScope,
  companyId: Id,
  changedNames: readonly string[],
  { calendarId, kindCalendars, allowTimeApproval, questionPause }: TimeSettings,
): Promise<void> {
  const changes = new Set(changedNames);
  if (changes.has("questionPause")) assertDuration(questionPause, "questionPause");
  if (changes.has("allowTimeApproval")) {
    assertKinds(
      scope,
      allowTimeApproval.map((kind, index) => ({ field: `allowTimeApproval.${index}`, kind })),
    );
  }
  const namedCalendars: { field: string; id: Id }[] = [];
  if (changes.has("calendarId") && calendarId !== null)
    namedCalendars.push({ field: "calendarId", id: calendarId });
  if (changes.has("kindCalendars")) {
    const items = kindCalendars.map((item, index) => ({ ...item, field: `kindCalendars.${index}` }));
    assertKinds(
      scope,
      items.map(({ field, kind }) => ({ field: `${field}.kind`, kind })),
    );
    namedCalendars.push(...items.map((item) => ({ field: `${item.field}.calendarId`, id: item.calendarId })));
  }
  await assertCalendars(scope, companyId, namedCalendars);
}

function assertKinds(
  { kinds }: Pick<TransactionScope, "kinds">,
  namedKinds: readonly { field: string; kind: Kind }[],
): void {
  const seenKinds = new Set<Kind>();
  for (const { field, kind } of namedKinds) {
    if (kinds.ownerOf(kind) === undefined) refuse(field, text("settings.unknownKind", { field, kind }));
    if (seenKinds.has(kind)) refuse(field, text("settings.kindTwice", { field, kind }));
    seenKinds.add(kind);
  }
}

async function assertCalendars(
  scope: TransactionScope,
  companyId: Id,
  namedCalendars: readonly { field: string; id: Id }[],
): Promise<void> {
  const calendars = await holdCalendars(
    scope,
    companyId,
    namedCalendars.map(({ id }) => id),
  );
  for (const { field, id } of namedCalendars) {
    if (!calendars.has(id)) refuse(field, text("settings.unknownCalendar", { field, id }));
  }
}

/** @throws DomainError */
function refuse(field: string, expected: Text): never {
  throw new DomainError("INVALID_INPUT", expected, { field });
}
