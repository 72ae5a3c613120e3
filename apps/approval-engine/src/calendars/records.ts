import type { Calendar } from "@countersign/domain/calendar";

import type { RecordOf } from "../shared/record-of.ts";
import type { BaseRecord } from "../shared/records.ts";

/** `approval_calendars` */
export interface ApprovalCalendarRecord extends BaseRecord, Calendar {
  name: string;
}

export type ApprovalCalendar = RecordOf<ApprovalCalendarRecord>;
