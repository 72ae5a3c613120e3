/** A place in the lane of a user. */
export interface LanePlace {
  /** Resolves when the place is free. `undefined`: it is free at once. */
  turn: Promise<void> | undefined;
  /** Gives the place back, or stops waiting for it; further calls do nothing. */
  leave: () => void;
}

export interface LaneOptions {
  /** Works of one user that run at a time. */
  running: number;
  /** Bounds how many further works of one user may wait, and makes the error for more. Default: any number waits. */
  waiting?: { max: number; overflow: () => Error };
  /**
   * Time between the end of a work and the next one that has waited for its place, in milliseconds: who sends more than
   * runs at a time does not use the process without a pause. Default none.
   */
  restMs?: number;
}

interface Lane {
  running: number;
  /** In the order of their arrival. */
  waiting: Set<() => void>;
}

/**
 * Creates lanes for the work of many users: each user's works run a few at a time, whatever the others do.
 *
 * @returns takes the next place in the lane of a user; throws the error of `overflow`
 */
export function createLanes({ running, waiting, restMs = 0 }: LaneOptions): (user: string) => LanePlace {
  const lanes = new Map<string, Lane>();

  function end(user: string, lane: Lane): void {
    if (lane.waiting.size > 0 && restMs > 0) setTimeout(handOver, restMs, user, lane);
    else handOver(user, lane);
  }

  function handOver(user: string, lane: Lane): void {
    const [next] = lane.waiting;
    if (next !== undefined) {
      lane.waiting.delete(next);
      next();
      return;
    }
    lane.running -= 1;
    if (lane.running === 0) lanes.delete(user);
  }

  function enter(lane: Lane): PromiseWithResolvers<void> | undefined {
    if (lane.running < running) {
      lane.running += 1;
      return undefined;
    }
    if (waiting && lane.waiting.size >= waiting.max) throw waiting.overflow();
    const turn = Promise.withResolvers<void>();
    lane.waiting.add(turn.resolve);
    return turn;
  }

  return (user) => {
    const lane = lanes.get(user) ?? { running: 0, waiting: new Set() };
    const turn = enter(lane);
    lanes.set(user, lane);
    let hasLeft = false;
    return {
      turn: turn?.promise,
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        const hasWaited = turn !== undefined && lane.waiting.delete(turn.resolve);
        if (!hasWaited) end(user, lane);
      },
    };
  };
}

/**
 * Creates lanes like {@link createLanes}.
 *
 * @returns does the work when it is the user's turn, in the order of calls; throws the error of `overflow`
 */
export function createUserLanes(options: LaneOptions) {
  const placeOf = createLanes(options);
  return async <T>(user: string, work: () => Promise<T>): Promise<T> => {
    const { turn, leave } = placeOf(user);
    try {
      await turn;
      return await work();
    } finally {
      leave();
    }
  };
}
