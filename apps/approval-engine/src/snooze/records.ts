import type { IndexPlan } from "@countersign/mongo";
import { DUE_INDEX, type DueRow } from "@countersign/mongo/due-work";
import type { Db, Collection, ObjectId } from "mongodb";

const COLLECTION = "task_snoozes";

/**
 * `task_snoozes`: when a user's snooze of a task ends (contract-3, TIME-6). The task itself says who snoozes it; a row whose
 * task was woken before has no effect.
 */
export interface SnoozeRowRecord extends DueRow {
  _id: ObjectId;
  companyId: ObjectId;
  taskId: ObjectId;
  userId: ObjectId;
}

export const snoozesIn = ({ db }: { db: Pick<Db, "collection"> }): Collection<SnoozeRowRecord> =>
  db.collection<SnoozeRowRecord>(COLLECTION);

export const SNOOZE_INDEXES: readonly IndexPlan[] = [
  {
    collection: COLLECTION,
    indexes: [DUE_INDEX, { key: { taskId: 1, userId: 1 }, name: "one_of_user", unique: true }],
  },
];
