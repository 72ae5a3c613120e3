/** How often something may happen. */
export interface Rate {
  /** Events at once. */
  burst: number;
  /** Events per second in the long run. */
  perSecond: number;
}

/**
 * Counts events against a rate (a token bucket).
 *
 * @param nowMs - a monotonic clock in milliseconds
 * @returns to be called for each event; tells whether it is within the rate
 */
export function createRateLimit(
  { burst, perSecond }: Rate,
  nowMs: () => number = () => performance.now(),
): () => boolean {
  let left = burst;
  let at = nowMs();
  return () => {
    const now = nowMs();
    left = Math.min(burst, left + ((now - at) / 1_000) * perSecond);
    at = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}
