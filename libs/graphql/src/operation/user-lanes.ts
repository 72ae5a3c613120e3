/** Work that is done for many users, so much at a time for each. */
export interface UserLanes {
  /**
   * Does the work when it is the user's turn, in the order of asking.
   *
   * @throws whatever `overflow` makes when too much of this user waits already
   */
  run: <T>(user: string, work: () => Promise<T>) => Promise<T>;
}

interface Lane {
  running: number;
  waiting: (() => void)[];
}

/**
 * @param options.running how much of one user is done at a time
 * @param options.waiting how much more of one user may wait
 * @param options.overflow makes the error for what goes beyond
 */
export function createUserLanes(options: {
  running: number;
  waiting: number;
  overflow: () => Error;
}): UserLanes {
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

  return {
    run: async (user, work) => {
      const lane = lanes.get(user) ?? { running: 0, waiting: [] };
      lanes.set(user, lane);
      await enter(lane);
      try {
        return await work();
      } finally {
        leave(user, lane);
      }
    },
  };
}
