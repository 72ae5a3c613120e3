import { setTimeout as delay } from "node:timers/promises";
import { type Leases, type Repeating, startRepeating, whileLeased } from "@countersign/mongo/due-work";
import type { Db } from "mongodb";

import { hasStale, relist } from "./relist.ts";

export interface KeepListedOptions {
  db: Pick<Db, "collection">;
  /** Of the engine. */
  leases: Leases;
  logger: Record<"info" | "warn", (about: object, text: string) => void>;
  /** Time between rounds, in milliseconds. Default: a second in the first hour, a minute afterwards. */
  everyMs?: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
/** How often a replica that starts looks whether another has finished. */
const LOOK_AGAIN_MS = 100;
/** Records after which the progress is reported. */
const REPORTED = 50_000;

/**
 * Brings all records' lists up to date, and continues to do so: replicas of an older release may still write while they
 * are replaced. Of several replicas one does so at a time.
 *
 * @returns a handle that ends it, after the first round: then all lists are up to date, whichever replica did it
 * @throws the driver's errors, from the first round
 */
export async function keepListed({ db, leases, logger, everyMs }: KeepListedOptions): Promise<Repeating> {
  const report = (records: number) =>
    logger.info({ records }, "brought lists up to date of records that this release did not write");

  /** @returns false while another replica does it */
  async function bringUpToDate(): Promise<boolean> {
    if (!(await hasStale(db))) return true;
    return whileLeased(leases, "lists", async (lost) => {
      const records = await relist(db, (done) => {
        lost.throwIfAborted();
        if (done % REPORTED === 0) report(done);
      });
      if (records > 0) report(records);
    });
  }

  while (!(await bringUpToDate())) await delay(LOOK_AGAIN_MS);

  const startedAt = performance.now();
  const pauseMs = () => everyMs ?? (performance.now() - startedAt < HOUR_MS ? SECOND_MS : MINUTE_MS);
  return startRepeating({
    work: bringUpToDate,
    pauseMs,
    retryMs: pauseMs,
    failed: (err, _retryInMs, failures) => {
      if (failures > 1) return;
      logger.warn({ err }, "lists could not be brought up to date; this is tried again");
    },
  });
}
