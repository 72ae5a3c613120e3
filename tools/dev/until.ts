import { setTimeout as delay } from "node:timers/promises";

const TIMEOUT_MS = 10_000;
const INTERVAL_MS = 50;

/** Repeats a read until it finds something. @throws Error after a time, in milliseconds; default ten seconds */
export async function until<T>(
  what: string,
  look: () => Promise<T | undefined>,
  timeoutMs = TIMEOUT_MS,
): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() > deadline) throw new Error(`${what}: not within ${timeoutMs / 1000} s`);
    await delay(INTERVAL_MS);
  }
}
