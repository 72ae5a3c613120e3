import type { Logger } from "@countersign/service-kit";
import type { Db } from "mongodb";

import { relist } from "./relist.ts";

export interface KeepListedOptions {
  db: Pick<Db, "collection">;
  logger: Pick<Logger, "info" | "warn">;
  /** Time between rounds, in milliseconds. Default: a second in the first hour, a minute afterwards. */
  everyMs?: number;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * Brings all records' lists up to date, and continues to do so: replicas of an older release may still write while they
 * are replaced.
 *
 * @returns a handle that ends it, after the first round
 * @throws the driver's errors, from the first round
 */
export async function keepListed({
  db,
  logger,
  everyMs,
}: KeepListedOptions): Promise<{ close(): Promise<void> }> {
  const report = (records: number) =>
    logger.info({ records }, "brought lists up to date of records that this release did not write");
  const first = await relist(db, (records) => {
    if (records % 50_000 === 0) report(records);
  });
  if (first > 0) report(first);

  const startedAt = performance.now();
  let failing = false;
  let closed = false;
  let timer: NodeJS.Timeout;
  let round = Promise.resolve();
  async function look(): Promise<void> {
    try {
      const records = await relist(db);
      if (records > 0) report(records);
      failing = false;
    } catch (error) {
      if (!failing) logger.warn({ err: error }, "lists could not be brought up to date; this is tried again");
      failing = true;
    }
    if (!closed) schedule();
  }
  function schedule(): void {
    const waitMs = everyMs ?? (performance.now() - startedAt < HOUR_MS ? SECOND_MS : MINUTE_MS);
    timer = setTimeout(() => {
      round = look();
    }, waitMs);
  }
  schedule();
  return {
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await round;
    },
  };
}
