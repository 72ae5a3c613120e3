import { repeat } from "@countersign/concurrency";
import { isStoreUnavailable } from "./errors.ts";

/** As long as a start waits for the broker. */
const WAIT_MS = 15_000;
const RETRY_MS = 250;

export interface WaitOptions {
  /** Called once, before the first wait, with the reason for it. */
  reportWaiting: (reason: string) => void;
  /** Ends the waiting. */
  signal?: AbortSignal | undefined;
}

/**
 * Does the work of a start, again while the store does not answer: a store that starts at the same time, or that is late
 * on a busy machine, is waited for, for 15 seconds.
 *
 * @param work leaves nothing open when it fails
 * @throws whatever the work throws; Error with a cause when the store did not answer for so long
 */
export async function onceStoreAnswers<T>(
  work: () => Promise<T>,
  { reportWaiting, signal }: WaitOptions,
): Promise<T> {
  const deadline = performance.now() + WAIT_MS;
  try {
    return await repeat(work, {
      waitMs: (_failures, error) => (isOutage(error) && performance.now() < deadline ? RETRY_MS : undefined),
      failed: (error, _waitMs, failures) => {
        if (failures === 1) reportWaiting((error as Error).message);
      },
      ...(signal && { signal }),
    });
  } catch (error) {
    if (!isStoreUnavailable(error)) throw error;
    throw new Error(`the store (MONGODB_URI) does not answer: ${(error as Error).message}`, { cause: error });
  }
}

/** Of the store itself, or of what explains it. */
const isOutage = (error: unknown): boolean =>
  isStoreUnavailable(error) || (error instanceof Error && isStoreUnavailable(error.cause));
