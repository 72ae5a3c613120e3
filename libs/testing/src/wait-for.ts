import { setTimeout as sleep } from "node:timers/promises";

export interface WaitForOptions {
  /** Default 15 000 ms: long enough for slow machines, so that it ends only waits for conditions that never hold. */
  timeoutMs?: number;
  /** Between two looks. Default 10 ms. */
  intervalMs?: number;
  /** Name of the condition, for the error. */
  what?: string;
}

/**
 * Polls until the condition gives a value that is neither false nor nullish, and returns it. A poll that throws counts
 * as not yet; its error becomes the cause when time runs out.
 *
 * @throws Error when the condition does not hold in time
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  options: WaitForOptions = {},
): Promise<Exclude<T, false | null | undefined>> {
  const { timeoutMs = 15_000, intervalMs = 10, what = "the condition" } = options;
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    let cause: unknown;
    try {
      const value = await condition();
      if (value !== false && value !== null && value !== undefined) {
        return value as Exclude<T, false | null | undefined>;
      }
    } catch (error) {
      cause = error;
    }
    if (performance.now() >= deadline) {
      throw new Error(`${what} did not come true within ${timeoutMs} ms`, { cause });
    }
    await sleep(intervalMs);
  }
}
