import { isActive } from "@countersign/domain/approval";
import { toObjectId } from "@countersign/mongo";

import { sortAmountOf } from "./lists.ts";
import type { WorkflowTask } from "./records.ts";
import type { WaitingFields } from "./stored-run.ts";

/** The fields by which lists find the stage that waits. */
export function waitingFieldsOf(tasks: readonly WorkflowTask[]): WaitingFields {
  const task = tasks.find(isActive);
  if (task === undefined) return {};
  const { askedIds = [], askedAt, createdAt, involvedIds, document, dueAt, calendarId, unassigned } = task;
  return {
    ...(askedIds.length > 0 && { askedIds: idsOf(askedIds) }),
    askedAt: askedAt ?? createdAt,
    stageIds: idsOf(involvedIds),
    sortAmount: sortAmountOf(document),
    ...(dueAt && { dueAt }),
    ...(unassigned && { unassigned }),
    ...(calendarId !== undefined && { calendarId: toObjectId(calendarId) }),
  };
}

const idsOf = (ids: readonly string[]) => ids.map((id) => toObjectId(id));
