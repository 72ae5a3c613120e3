import { setTimeout as delay } from "node:timers/promises";

const RETRY_MS = 50;
const RETRIES_FOR_MS = 30_000;
const DUPLICATE_KEY = 11_000;

/** Repeats a write of the test's own, which goes on when the store is killed. */
export async function untilDone<T>(write: () => Promise<T>): Promise<T> {
  const until = performance.now() + RETRIES_FOR_MS;
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (performance.now() > until) throw error;
      await delay(RETRY_MS);
    }
  }
}

/** Inserts a record whose id nobody else has, likewise. */
export async function untilInserted(insert: () => Promise<unknown>): Promise<void> {
  await untilDone(() =>
    insert().catch((error: unknown) => {
      if ((error as { code?: number }).code !== DUPLICATE_KEY) throw error;
    }),
  );
}
