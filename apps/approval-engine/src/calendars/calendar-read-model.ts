import { assertDuration, dueAfter } from "@countersign/domain/calendar";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";
import type { Db } from "mongodb";

import { splitPaging } from "../shared/filters.ts";
import { pageNarrowedBy } from "../shared/narrowed.ts";
import { parseInput } from "../shared/parse-input.ts";
import { type Page, createRecordReader } from "../shared/record-reader.ts";
import { approvalCalendarPageInput, dueAfterInput } from "./inputs.ts";
import type { ApprovalCalendar, ApprovalCalendarRecord } from "./records.ts";
import { CALENDARS } from "./repositories.ts";

export interface CalendarReadModel {
  /** The company's calendars, newest first. */
  calendarPage(companyId: string, input: unknown): Page<ApprovalCalendar>;
  /**
   * When a duration ends; without a calendar every hour counts.
   *
   * @throws DomainError `NOT_FOUND` for a calendar that the company does not have, `INVALID_INPUT`
   */
  dueAfter(companyId: string, input: unknown): Promise<Date>;
}

export function createCalendarReadModel(db: Pick<Db, "collection">): CalendarReadModel {
  const calendars = createRecordReader(db.collection<ApprovalCalendarRecord>(CALENDARS));
  const find = async (companyId: string, id: string): Promise<ApprovalCalendar> => {
    const [foundCalendar = null] = await calendars.byIds(companyId, [id]);
    if (foundCalendar !== null) return foundCalendar;
    throw new DomainError("NOT_FOUND", text("missing.calendar"), { field: "input.calendarId" });
  };
  return {
    calendarPage: (companyId, input) => {
      const { paging } = splitPaging(parseInput(approvalCalendarPageInput, input));
      return pageNarrowedBy(approvalCalendarPageInput, calendars.page(companyId, {}, paging));
    },
    dueAfter: async (companyId, input) => {
      const { calendarId, from, duration } = parseInput(dueAfterInput, input);
      assertDuration(duration, "duration");
      const calendar = calendarId === undefined ? undefined : await find(companyId, calendarId);
      const start = Temporal.Instant.fromEpochMilliseconds(from.getTime());
      return new Date(dueAfter(calendar, start, duration).epochMilliseconds);
    },
  };
}

/** By the name that the generated resolver types refer to. */
export type ApprovalCalendarPage = Page<ApprovalCalendar>;
