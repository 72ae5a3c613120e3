/** The answers that reads take. The console keeps none: pages read again after their commands, and when a subscription reports a change. */
export const READ_POLICY = "network-only";

/** A request without an answer fails after this time, in ms. Only a renewed credential repeats one by itself. */
export const TIMEOUT_MS = 30_000;

/** The same for the question whether the engine is there. */
export const CHECK_TIMEOUT_MS = 10_000;

/** The same for a file, in ms. */
export const DOWNLOAD_TIMEOUT_MS = 600_000;

/** Waits between attempts to reach the engine, in ms: twice as long after each one. */
const RETRY_MS = { least: 500, most: 15_000 };

/** Waits before the next attempt to reach the engine, so that consoles do not all come back at once. */
export async function retryWait(retries: number): Promise<void> {
  const wait = Math.min(RETRY_MS.most, RETRY_MS.least * 2 ** retries);
  await new Promise((resolve) => setTimeout(resolve, wait * (0.5 + Math.random() / 2)));
}
