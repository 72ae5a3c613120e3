import type { Calendar } from "@countersign/domain/calendar";

import type { RecordOf } from "../shared/record-of.ts";
import type { BaseRecord } from "../shared/records.ts";

/** `approval_calendars` */
export interface ApprovalCalendarRecord extends BaseRecord, Calendar {
  name: string;
  /** Rises with each change of it. */
  changes: number;
}

export type ApprovalCalendar = RecordOf<ApprovalCalendarRecord>;
