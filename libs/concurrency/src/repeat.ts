import { setTimeout as delay } from "node:timers/promises";

export interface RepeatOptions {
  /**
   * Wait before the next attempt, in milliseconds.
   *
   * @param failures - attempts that have failed, from 1
   * @returns `undefined` to give up
   */
  waitMs: (failures: number, error: unknown) => number | undefined;
  /** Gives up, also in the middle of a wait. */
  signal?: AbortSignal;
  /**
   * Called for each failure after which the work is repeated.
   *
   * @param failures - attempts that have failed, from 1
   */
  failed?: (error: unknown, waitMs: number, failures: number) => void;
}

/** Waits that double, up to the longest. */
export const doubling =
  (firstMs: number, longestMs: number) =>
  (failures: number): number =>
    Math.min(firstMs * 2 ** (failures - 1), longestMs);

/**
 * Repeats work until it succeeds.
 *
 * @throws the last error, once it gives up
 */
export async function repeat<T>(
  work: () => Promise<T>,
  { waitMs, signal, failed }: RepeatOptions,
): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await work();
    } catch (error) {
      const ms = waitMs(failures, error);
      if (ms === undefined || signal?.aborted) throw error;
      failed?.(error, ms, failures);
      await delay(ms, undefined, signal && { signal }).catch(() => undefined);
      if (signal?.aborted) throw error;
    }
  }
}
