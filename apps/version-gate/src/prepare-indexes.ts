import { setTimeout as delay } from "node:timers/promises";
import { ensureIndexes, platformIndexes } from "@countersign/mongo";
import type { Logger } from "@countersign/service-kit";
import { SETTINGS_INDEXES } from "@countersign/settings";
import type { Db } from "mongodb";

const RETRY_MS = 1_000;

export interface IndexPreparation {
  /** Readiness check. @throws Error while the indexes are not there */
  check: () => Promise<void>;
  /** Ends the attempts. */
  stop: () => Promise<void>;
}

/**
 * Creates the indexes. While the store is away it goes on trying in the background, so that the gate starts all the
 * same and says 503 in its own words.
 *
 * @returns after the first attempt, whatever came of it
 */
export async function prepareIndexes(db: Db, logger: Pick<Logger, "warn">): Promise<IndexPreparation> {
  const stopping = new AbortController();

  async function attempt(): Promise<boolean> {
    try {
      await ensureIndexes(db, [...platformIndexes(), ...SETTINGS_INDEXES]);
      return true;
    } catch (error) {
      logger.warn({ err: error }, "the indexes could not be created yet");
      return false;
    }
  }

  async function goOn(): Promise<void> {
    while (!isReady && !stopping.signal.aborted) {
      await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      if (!stopping.signal.aborted) isReady = await attempt();
    }
  }

  let isReady = await attempt();
  const goingOn = goOn();
  return {
    check: async () => {
      if (!isReady) throw new Error("the indexes are not there yet");
    },
    stop: async () => {
      stopping.abort();
      await goingOn;
    },
  };
}
