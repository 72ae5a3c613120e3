/** Lets a bounded number of works run at once; the others wait in order. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

/** Creates a semaphore of so many slots. */
export function createSemaphore(slots: number): Semaphore {
  let free = slots;
  const waitingCalls: (() => void)[] = [];

  return async (work) => {
    if (free > 0) free -= 1;
    // A finished work hands its slot over, so `free` does not change.
    else await new Promise<void>((resolve) => waitingCalls.push(resolve));
    try {
      return await work();
    } finally {
      const next = waitingCalls.shift();
      if (next) next();
      else free += 1;
    }
  };
}
