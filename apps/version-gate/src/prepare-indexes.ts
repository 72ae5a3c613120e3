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
 * Creates the indexes in the background, again and again until it succeeds: the gate starts, and says 503 in its own
 * words, also while the store is away.
 */
export function prepareIndexes(db: Db, logger: Pick<Logger, "warn">): IndexPreparation {
  const stopping = new AbortController();
  let isReady = false;

  async function prepare(): Promise<void> {
    while (!isReady && !stopping.signal.aborted) {
      try {
        await ensureIndexes(db, [...platformIndexes(), ...SETTINGS_INDEXES]);
        isReady = true;
      } catch (error) {
        logger.warn({ err: error }, "the indexes could not be created yet");
        await delay(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }

  const preparing = prepare();
  return {
    check: async () => {
      if (!isReady) throw new Error("the indexes are not there yet");
    },
    stop: async () => {
      stopping.abort();
      await preparing;
    },
  };
}
