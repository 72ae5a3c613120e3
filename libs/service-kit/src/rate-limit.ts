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
  let callsLeft = burst;
  let at = nowMs();
  return {
    isUsedUp: () => {
      const now = nowMs();
      callsLeft = Math.min(burst, callsLeft + ((now - at) / 1_000) * perSecond);
      at = now;
      return callsLeft < 1;
    },
    count: () => {
      callsLeft -= 1;
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
