import type { Document } from "mongodb";

import { changedFields } from "../shared/changed-fields.ts";
import type { RunKey } from "../shared/pending.ts";
import type { RunRecord, RunTaskRecord } from "./stored-run.ts";

/**
 * The update that makes a run another version of itself: the fields of stages and the seats that differ, each by its
 * place, which no other command can have moved; all stages where some have come or gone.
 */
export function runUpdate(before: RunRecord, after: RunRecord): Document {
  const { tasks: tasksBefore, keys: keysBefore, ...fieldsBefore } = before;
  const { tasks: tasksAfter, keys: keysAfter, ...fieldsAfter } = after;
  const ofRun = changedFields(fieldsBefore, fieldsAfter);
  const changes = hasSameIds(tasksBefore, tasksAfter)
    ? tasksAfter.map((task, at) => taskUpdate(tasksBefore[at]!, task, `tasks.${at}.`))
    : [{ $set: { tasks: tasksAfter } }];
  const update: Record<string, Document> = {};
  for (const change of [ofRun, keysUpdate(keysBefore, keysAfter), ...changes]) {
    for (const [operator, fields] of Object.entries(change ?? {})) {
      update[operator] = { ...update[operator], ...(fields as Document) };
    }
  }
  return update;
}

/** Keys are added behind the others; all are written where some are over. */
function keysUpdate(before: readonly RunKey[] = [], after: readonly RunKey[] = []): Document | undefined {
  const areLeft = before.every((key, at) => key === after[at]);
  if (!areLeft) return after.length > 0 ? { $set: { keys: after } } : { $unset: { keys: true } };
  const newKeys = after.slice(before.length);
  return newKeys.length > 0 ? { $addToSet: { keys: { $each: newKeys } } } : undefined;
}

function taskUpdate(before: RunTaskRecord, after: RunTaskRecord, path: string): Document {
  const { approvals: seatsBefore, ...fieldsBefore } = before;
  const { approvals: seatsAfter, ...fieldsAfter } = after;
  const update: Record<string, Document> = {};
  for (const [operator, fields] of Object.entries(changedFields(fieldsBefore, fieldsAfter) ?? {})) {
    update[operator] = Object.fromEntries(
      Object.entries(fields as Document).map(([field, value]) => [path + field, value]),
    );
  }
  const seats = hasSameIds(seatsBefore, seatsAfter)
    ? seatsAfter.flatMap((seat, at) =>
        changedFields(seatsBefore[at]!, seat) ? [[`${path}approvals.${at}`, seat] as const] : [],
      )
    : [[`${path}approvals`, seatsAfter] as const];
  if (seats.length > 0) update["$set"] = { ...update["$set"], ...Object.fromEntries(seats) };
  return update;
}

const hasSameIds = (
  before: readonly Pick<RunTaskRecord, "_id">[],
  after: readonly Pick<RunTaskRecord, "_id">[],
): boolean => before.length === after.length && before.every(({ _id }, at) => _id.equals(after[at]!._id));
