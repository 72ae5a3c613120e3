/** Counts running work, bounds it, and waits for its end. */
export interface WorkInProgress {
  readonly count: number;
  /** Runs the work now. The work must handle its own failures, because a rejection is ignored. */
  start(work: () => Promise<void>): void;
  /** Resolves once less than `limit` is in progress. */
  below(limit: number): Promise<void>;
}

/** Creates a tracker of running work. */
export function createWorkInProgress(): WorkInProgress {
  let count = 0;
  let waiters: { limit: number; resolve: () => void }[] = [];

  const settle = () => {
    count -= 1;
    const ready = waiters.filter((waiter) => count < waiter.limit);
    if (ready.length === 0) return;
    waiters = waiters.filter((waiter) => count >= waiter.limit);
    for (const waiter of ready) waiter.resolve();
  };
  return {
    get count() {
      return count;
    },
    start(work) {
      count += 1;
      void work().then(settle, settle);
    },
    below(limit) {
      if (count < limit) return Promise.resolve();
      return new Promise((resolve) => {
        waiters.push({ limit, resolve });
      });
    },
  };
}
