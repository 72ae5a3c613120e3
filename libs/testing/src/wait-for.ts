import { setTimeout as sleep } from "node:timers/promises";

export interface WaitForOptions {
  /** Default 15 000 ms: for what never comes, and not for what comes late on a slow machine. */
  timeoutMs?: number;
  /** Between two looks. Default 10 ms. */
  intervalMs?: number;
  /** What is waited for, for the error. */
  what?: string;
}

/**
 * Looks until the condition gives a value that is neither false nor nullish, and returns it. A look that throws counts
 * as not yet; its error is the cause when time runs out.
 *
 * @throws Error when it does not come in time
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
