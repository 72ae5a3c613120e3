import type { IndexPlan } from "@countersign/mongo";
import { DUE_INDEX, type DueRow } from "@countersign/mongo/due-work";
import type { Db, Collection, ObjectId } from "mongodb";

const COLLECTION = "task_snoozes";

/**
 * `task_snoozes`: a task that a user put off (contract-3, TIME-6). It holds for the activation of the stage in which it
 * began, as long as the stage waits for the user as it did then, and is not due before `until`. No run knows of it
 * (contract-4, ONE-5).
 */
export interface SnoozeRowRecord extends DueRow {
  _id: ObjectId;
  companyId: ObjectId;
  userId: ObjectId;
  runId: ObjectId;
  taskId: ObjectId;
  activation: number;
  /** Whether the user had a seat on the stage; else they represented somebody who had. */
  isAsked: boolean;
  begunAt: Date;
  until: Date;
}

export const snoozesIn = ({ db }: { db: Pick<Db, "collection"> }): Collection<SnoozeRowRecord> =>
  db.collection<SnoozeRowRecord>(COLLECTION);

export const SNOOZE_INDEXES: readonly IndexPlan[] = [
  {
    collection: COLLECTION,
    indexes: [
      DUE_INDEX,
      { key: { taskId: 1, userId: 1 }, name: "one_of_user", unique: true },
      { key: { companyId: 1, userId: 1 }, name: "of_user" },
    ],
  },
];
