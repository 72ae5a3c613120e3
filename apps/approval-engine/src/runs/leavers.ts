import type { IndexPlan } from "@countersign/mongo";
import { DUE_INDEX, startDueWork } from "@countersign/mongo/due-work";
import type { Collection, Db, WithId } from "mongodb";

import type { Timer, TimerParts } from "../shared/feature.ts";
import type { SettlingRecord } from "../shared/settling.ts";

const LEAVERS = "approval_leavers";

export const LEAVER_INDEXES: readonly IndexPlan[] = [{ collection: LEAVERS, indexes: [DUE_INDEX] }];

/** `approval_leavers`: people who have just left, until their seats have been looked at a second time. */
export const leaversIn = ({ db }: { db: Pick<Db, "collection"> }): Collection<SettlingRecord> =>
  db.collection<SettlingRecord>(LEAVERS);

export type ReleaseAgain = (row: WithId<SettlingRecord>) => Promise<void>;

interface WorkLeaversOptions extends Pick<TimerParts, "db" | "logger"> {
  releaseAgain: ReleaseAgain;
  /** Default: the machine's. */
  clock?: () => Date;
  /** Interval of looks, in milliseconds; default 1000. */
  pauseMs?: number;
}

/** Looks a second time at the seats of people who have left, until closed. Every replica may do so: they share the rows. */
export function workLeavers({ db, logger, releaseAgain, ...times }: WorkLeaversOptions): Timer {
  return startDueWork<SettlingRecord>({
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
