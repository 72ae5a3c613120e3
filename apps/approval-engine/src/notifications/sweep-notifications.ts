import {
  type Leases,
  type Repeating,
  type RepeatingOptions,
  startRepeating,
  whileLeased,
} from "@countersign/mongo/due-work";
import type { Collection, Db, ObjectId } from "mongodb";

import { type SettingsDefaults, notificationDaysOf } from "../approval-settings/index.ts";
import type { WorkflowNotificationRecord } from "../shared/records.ts";
import { READ_BY_AGE } from "./indexes.ts";

/** A round, and what it needs. */
export interface SweepOptions {
  db: Pick<Db, "collection">;
  settingsDefaults?: SettingsDefaults | undefined;
  /** Default: the machine's. */
  clock?: () => Date;
}

/** Notifications that one command removes. */
const BATCH = 500;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/**
 * Removes the notifications that were read longer ago than their company's setting `notificationDays` (contract-3, OPS-8):
 * in batches, each found along an index, so that it may be stopped at any time. Unread ones stay.
 *
 * @param going - throws when the round has to end
 * @returns how many it has removed
 * @throws the driver's errors
 */
export async function sweepNotifications(
  { db, settingsDefaults, clock = () => new Date() }: SweepOptions,
  going: () => void = () => undefined,
): Promise<number> {
  const rows = db.collection<WorkflowNotificationRecord>("workflow_notifications");
  let removedCount = 0;
  for await (const { companyId, days } of notificationDaysOf({ db, settingsDefaults }, companiesIn(rows))) {
    const updatedAt = { $lt: new Date(clock().getTime() - days * DAY_MS) };
    const old = { companyId, read: true, updatedAt };
    const options = { projection: { _id: 1 }, hint: READ_BY_AGE, limit: BATCH };
    const find = () => rows.find(old, options).toArray();
    for (let oldRows = await find(); oldRows.length > 0; oldRows = await find()) {
      going();
      const { deletedCount } = await rows.deleteMany({
        _id: { $in: oldRows.map(({ _id }) => _id) },
        read: true,
      });
      removedCount += deletedCount;
    }
  }
  return removedCount;
}

/** The companies that have notifications that were read, by one key of the index each. */
async function* companiesIn(rows: Collection<WorkflowNotificationRecord>): AsyncIterable<ObjectId> {
  const options = { projection: { companyId: 1 }, hint: READ_BY_AGE, sort: { companyId: 1 } } as const;
  let nextRow = await rows.findOne({ read: true }, options);
  while (nextRow !== null) {
    yield nextRow.companyId;
    nextRow = await rows.findOne({ read: true, companyId: { $gt: nextRow.companyId } }, options);
  }
}

/** Sweeps every hour; of several replicas one at a time. */
export async function keepSwept({
  leases,
  logger,
  everyMs = HOUR_MS,
  ...sweep
}: SweepOptions & {
  leases: Leases;
  logger: Record<"info" | "warn", (about: object, text: string) => void>;
  /** Time between rounds, in milliseconds. */
  everyMs?: number;
}): Promise<Repeating> {
  const work: RepeatingOptions["work"] = (stopping) =>
    whileLeased(leases, "notifications", async (leaseLost) => {
      const ends = AbortSignal.any([stopping, leaseLost]);
      const removedCount = await sweepNotifications(sweep, () => ends.throwIfAborted());
      if (removedCount > 0)
        logger.info({ removed: removedCount }, "removed notifications that were read long ago");
    });
  return startRepeating({
    work,
    pauseMs: everyMs,
    retryMs: () => Math.min(everyMs, MINUTE_MS),
    failed: (err, _retryInMs, failures) => {
      if (failures > 1) return;
      logger.warn({ err }, "old notifications could not be removed; this is tried again");
    },
  });
}
