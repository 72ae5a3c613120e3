import type { Id } from "@countersign/domain/approval";
import { type IndexPlan, type Scope, toObjectId } from "@countersign/mongo";
import { type DueRow, startDueWork } from "@countersign/mongo/due-work";
import type { Collection, Db, ObjectId, WithId } from "mongodb";

import type { Timer, TimerParts } from "../shared/feature.ts";

const LEAVERS = "approval_leavers";

/** `approval_leavers`: people who have just left, until their seats have been looked at a second time. */
export interface LeaverRecord extends DueRow {
  /** The user. */
  _id: ObjectId;
  companyId: ObjectId;
}

export const LEAVER_INDEXES: readonly IndexPlan[] = [
  {
    collection: LEAVERS,
    indexes: [
      { key: { claimedUntil: 1 }, name: "due", partialFilterExpression: { claimedUntil: { $exists: true } } },
    ],
  },
];

export const leaversIn = ({ db }: { db: Pick<Db, "collection"> }): Collection<LeaverRecord> =>
  db.collection<LeaverRecord>(LEAVERS);

/**
 * Longer than a transaction lasts: seats given by one that had read the directory before somebody left are stored by then.
 */
const SETTLED_MS = 15_000;

/** Notes that the seats of a user who has left have to be looked at once more. */
export async function noteLeaver(
  { db, session, now }: Scope & { now: Date },
  companyId: Id,
  userId: Id,
): Promise<void> {
  const claimedUntil = new Date(now.getTime() + SETTLED_MS);
  await leaversIn({ db }).updateOne(
    { _id: toObjectId(userId) },
    { $set: { companyId: toObjectId(companyId), claimedUntil }, $unset: { failures: true } },
    { session, upsert: true },
  );
}

export type ReleaseAgain = (row: WithId<LeaverRecord>) => Promise<void>;

interface WorkLeaversOptions extends Pick<TimerParts, "db" | "logger"> {
  releaseAgain: ReleaseAgain;
  /** Default: the machine's. */
  clock?: () => Date;
  /** Interval of looks, in milliseconds; default 1000. */
  pauseMs?: number;
}

/** Looks a second time at the seats of people who have left, until closed. Every replica may do so: they share the rows. */
export function workLeavers({ db, logger, releaseAgain, ...times }: WorkLeaversOptions): Timer {
  return startDueWork<LeaverRecord>({
    rows: leaversIn({ db }),
    work: releaseAgain,
    failed: (err, { row, retryInMs }) =>
      logger.warn(
        { err, userId: row?._id, retryInMs },
        "seats of somebody who has left could not be looked at; this is tried again",
      ),
    ...times,
  });
}
