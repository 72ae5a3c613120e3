import type { IndexPlan } from "@countersign/mongo";
import { DUE_INDEX, type DueWork, dueWork } from "@countersign/mongo/due-work";
import type { Collection, Db, WithId } from "mongodb";

import type { StartParts } from "../shared/feature.ts";
import type { SettlingRecord } from "../shared/settling.ts";

const LEAVERS = "approval_leavers";

export const LEAVER_INDEXES: readonly IndexPlan[] = [{ collection: LEAVERS, indexes: [DUE_INDEX] }];

/** `approval_leavers`: people who have just left, until their seats have been looked at a second time. */
export const leaversIn = ({ db }: { db: Pick<Db, "collection"> }): Collection<SettlingRecord> =>
  db.collection<SettlingRecord>(LEAVERS);

export type ReleaseAgain = (row: WithId<SettlingRecord>) => Promise<void>;

/** Looks a second time at the seats of people who have left. */
export const leaverWork = ({
  db,
  logger,
  releaseAgain,
}: Pick<StartParts, "db" | "logger"> & { releaseAgain: ReleaseAgain }): DueWork =>
  dueWork<SettlingRecord>({
    rows: leaversIn({ db }),
    work: releaseAgain,
    failed: (err, { row, retryInMs }) =>
      logger.warn(
        { err, userId: row?._id, retryInMs },
        "seats of somebody who has left could not be looked at; this is tried again",
      ),
  });
