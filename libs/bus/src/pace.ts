/** How many callers may begin in each interval. */
export interface Pace {
  perInterval: number;
  /** In milliseconds. */
  intervalMs: number;
}

/**
 * Creates a pace: callers begin when the promise resolves, in the order of their calls; `undefined` means at once. A busy
 * process sees fewer intervals, so that paced work yields to all other work.
 */
export function createPace({ perInterval, intervalMs }: Pace): () => Promise<void> | undefined {
  const waiting: (() => void)[] = [];
  let left = perInterval;
  let isTimed = false;

  function begin(): void {
    isTimed = false;
    const next = waiting.splice(0, perInterval);
    left = perInterval - next.length;
    for (const proceed of next) proceed();
    if (next.length > 0) time();
  }
  function time(): void {
    if (isTimed) return;
    isTimed = true;
    setTimeout(begin, intervalMs);
  }
  return () => {
    time();
    if (left > 0 && waiting.length === 0) {
      left -= 1;
      return undefined;
    }
    return new Promise((proceed) => waiting.push(proceed));
  };
}
