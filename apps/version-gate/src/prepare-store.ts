import { repeat } from "@countersign/concurrency";
import {
  ensureIndexes,
  OtherVersionError,
  platformIndexes,
  type Store,
  verifyStore,
} from "@countersign/mongo";
import type { Logger } from "@countersign/service-kit";
import { SETTINGS_INDEXES } from "@countersign/settings";

const RETRY_MS = 250;

export interface StorePreparation {
  /** Readiness check. @throws Error while the store has not been prepared */
  check: () => Promise<void>;
  /** Ends the attempts. */
  stop: () => Promise<void>;
}

/**
 * Connects and creates the indexes. While the store is unavailable it retries in the background, so that the gate starts
 * and answers 503 itself.
 *
 * @returns after the first attempt, even a failed one
 * @throws OtherVersionError when it finds a store of another version; a store that comes later stays unprepared then
 */
export async function prepareStore(
  store: Pick<Store, "builds" | "client" | "db" | "primary" | "withoutTimeouts">,
  logger: Pick<Logger, "info" | "warn">,
): Promise<StorePreparation> {
  const stopping = new AbortController();

  let isReady = false;
  let hasStarted = false;
  let refusal: OtherVersionError | undefined;
  const firstAttempt = Promise.withResolvers<void>();

  async function prepare(): Promise<void> {
    // A client whose first attempt to connect failed fails every operation until `connect` is called again.
    await verifyStore(store);
    await ensureIndexes(store, [...platformIndexes(), ...SETTINGS_INDEXES], { logger });
    isReady = true;
  }

  const goingOn = repeat(prepare, {
    waitMs: (_failures, error) => (error instanceof OtherVersionError ? undefined : RETRY_MS),
    signal: stopping.signal,
    failed: (error) => {
      logger.warn({ err: error }, "the store could not be prepared yet");
      hasStarted = true;
      firstAttempt.resolve();
    },
  })
    .catch((error: unknown) => {
      if (!(error instanceof OtherVersionError)) return;
      refusal = error;
      if (hasStarted) logger.warn({ err: error }, "the store is not used");
    })
    .finally(firstAttempt.resolve);
  await firstAttempt.promise;
  if (refusal !== undefined) throw refusal;
  return {
    check: async () => {
      if (!isReady) throw refusal ?? new Error("the store is not prepared yet");
    },
    stop: async () => {
      stopping.abort();
      await goingOn;
    },
  };
}
