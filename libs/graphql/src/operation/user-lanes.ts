interface Lane {
  running: number;
  waiting: (() => void)[];
}

/**
 * Creates lanes for the work of many users: each user's works run a few at a time, whatever the others do.
 *
 * @param options.running - works of one user that run at a time
 * @param options.waiting - further works of one user that may wait
 * @param options.overflow - makes the error for more than that
 * @returns does the work when it is the user's turn, in the order of calls; throws the error of `overflow`
 */
export function createUserLanes(options: { running: number; waiting: number; overflow: () => Error }) {
  const lanes = new Map<string, Lane>();

  async function enter(lane: Lane): Promise<void> {
    if (lane.running < options.running) {
      lane.running += 1;
      return;
    }
    if (lane.waiting.length >= options.waiting) throw options.overflow();
    await new Promise<void>((proceed) => lane.waiting.push(proceed));
  }
  function leave(user: string, lane: Lane): void {
    const next = lane.waiting.shift();
    if (next !== undefined) return next();
    lane.running -= 1;
    if (lane.running === 0) lanes.delete(user);
  }

  return async <T>(user: string, work: () => Promise<T>): Promise<T> => {
    const lane = lanes.get(user) ?? { running: 0, waiting: [] };
    lanes.set(user, lane);
    await enter(lane);
    try {
      return await work();
    } finally {
      leave(user, lane);
    }
  };
}
