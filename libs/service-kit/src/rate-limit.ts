/** How often something may happen. */
export interface Rate {
  /** Events at once. */
  burst: number;
  /** Events per second in the long run. */
  perSecond: number;
}

/** Events counted against a rate. */
export interface RateCount {
  /** Whether no further event is within the rate now. */
  isUsedUp: () => boolean;
  /** Counts an event, also beyond the rate. */
  count: () => void;
}

/**
 * Counts events against a rate (a token bucket), where it is known only later whether there was one.
 *
 * @param nowMs - a monotonic clock in milliseconds
 */
export function createRateCount(
  { burst, perSecond }: Rate,
  nowMs: () => number = () => performance.now(),
): RateCount {
  let left = burst;
  let at = nowMs();
  return {
    isUsedUp: () => {
      const now = nowMs();
      left = Math.min(burst, left + ((now - at) / 1_000) * perSecond);
      at = now;
      return left < 1;
    },
    count: () => {
      left -= 1;
    },
  };
}

/**
 * Lets events pass within a rate.
 *
 * @param nowMs - a monotonic clock in milliseconds
 * @returns to be called for each event; tells whether it is within the rate, and counts it if so
 */
export function createRateLimit(rate: Rate, nowMs?: () => number): () => boolean {
  const { isUsedUp, count } = createRateCount(rate, nowMs);
  return () => {
    if (isUsedUp()) return false;
    count();
    return true;
  };
}
