import type { IndexPlan, Scope } from "@countersign/mongo";

import { PAGE } from "../shared/record-reader.ts";
import { createRecordRepository } from "../shared/record-repository.ts";
import type { ApprovalCalendarRecord } from "./records.ts";

export const CALENDARS = "approval_calendars";

export const createCalendars = (scope: Scope) =>
  createRecordRepository<ApprovalCalendarRecord>(scope, CALENDARS, []);

export const CALENDAR_INDEXES: readonly IndexPlan[] = [{ collection: CALENDARS, indexes: [{ key: PAGE }] }];
