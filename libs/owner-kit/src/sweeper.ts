import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@countersign/service-kit";

/**
 * How long work belongs to the process that began it, in milliseconds: longer than a request with its repetitions takes.
 * After that a sweeper may take it over.
 */
export const CLAIM_MS = 30_000;

/** Repeats a piece of work until closed. */
export interface Sweeper {
  /** Waits for the work in progress. */
  close(): Promise<void>;
}

/** Starts repeating: at once, then after each pause. A failure is logged and the next round tries again. */
export function startSweeper(options: {
  sweep: () => Promise<unknown>;
  pauseMs: number;
  logger: Pick<Logger, "warn">;
}): Sweeper {
  const { sweep, pauseMs, logger } = options;
  const stop = new AbortController();
  const run = async () => {
    while (!stop.signal.aborted) {
      await sweep().catch((error: unknown) => {
        logger.warn({ err: error }, "work that was left open could not be settled");
      });
      await delay(pauseMs, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    async close() {
      stop.abort();
      await running;
    },
  };
}
