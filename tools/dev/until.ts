import { setTimeout as delay } from "node:timers/promises";

const TIMEOUT_MS = 10_000;
const INTERVAL_MS = 50;

/** Repeats a read until it finds something. @throws Error after a time, in milliseconds; default ten seconds */
export async function until<T>(
  condition: string,
  look: () => Promise<T | undefined>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const result = await look();
    if (result !== undefined) return result;
    if (performance.now() > deadline) throw new Error(`${condition}: not within ${timeoutMs / 1000} s`);
    await delay(INTERVAL_MS);
  }
}
