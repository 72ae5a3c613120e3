import { type Calendar, assertCalendar } from "@countersign/domain/calendar";

import { assertPrivilegedPerson } from "../shared/caller.ts";
import { type RecordDependencies, withChanges, createRecordUseCases } from "../shared/record-use-cases.ts";
import { noteSettling } from "../shared/settling.ts";
import { calendarChangesIn } from "./calendar-changes.ts";
import { assertNotNamed } from "./naming-settings.ts";
import { createApprovalCalendarInput, updateApprovalCalendarInput } from "./inputs.ts";
import type { ApprovalCalendar } from "./records.ts";
import { CALENDARS, createCalendars } from "./repositories.ts";

/** `createApprovalCalendar`, `updateApprovalCalendar` and `deleteApprovalCalendar`, by privileged users (TIME-1). */
export function createCalendarUseCases({
  transact,
  noteChange,
}: Pick<RecordDependencies, "transact" | "noteChange">) {
  return createRecordUseCases<
    ApprovalCalendar,
    typeof createApprovalCalendarInput,
    typeof updateApprovalCalendarInput
  >(
    { transact, noteChange, authorize: assertPrivilegedPerson },
    {
      missingText: "missing.calendar",
      collection: CALENDARS,
      series: "CA",
      storeOf: createCalendars,
      versions: { of: ({ changes }) => changes, changedText: "calendar.hasChanged" },
      createInput: createApprovalCalendarInput,
      updateInput: updateApprovalCalendarInput,
      build: ({ now }, _companyId, { name, timeZone, week, days = [] }) => {
        assertAt(now, { timeZone, week, days });
        return { name, timeZone, week, days, changes: 1 };
      },
      change: ({ now }, record, input) => {
        const after = withChanges(record, { ...input, changes: record.changes + 1 });
        assertAt(now, after);
        return after;
      },
      afterUpdate: async (scope, _caller, record) => noteSettling(calendarChangesIn(scope), record, scope),
      afterRemove: async (scope, { companyId }, { _id }) => assertNotNamed(scope, companyId, _id),
      asked: (before) => ({ id: before?._id }),
    },
  );
}

export type CalendarUseCases = ReturnType<typeof createCalendarUseCases>;

const assertAt = (now: Date, calendar: Calendar): void =>
  assertCalendar(calendar, Temporal.Instant.fromEpochMilliseconds(now.getTime()));
