/** Works of one user that run at a time, and further ones that may wait. */
export const RUNNING_PER_USER = 4;
export const WAITING_PER_USER = 100;

/** A place in the lane of a user. */
export interface LanePlace {
  /** Resolves when the place is free. */
  turn: Promise<void>;
  /** Gives the place back, or stops waiting for it; further calls do nothing. */
  leave: () => void;
}

/** The lanes of one service: each user's works run a few at a time, whatever the others do. */
export interface Lanes {
  /** Takes the next place; throws the error of `overflow`. */
  enter: (user: string) => LanePlace;
  /** Does the work in the user's turn, in the order of calls; throws the error of `overflow`. */
  run: <T>(user: string, work: () => Promise<T>) => Promise<T>;
}

interface Lane {
  running: number;
  /** In the order of their arrival. */
  waiting: Set<() => void>;
}

/** @param options.overflow - makes the error for a user of whom too many works wait */
export function createLanes(options: { running?: number; waiting?: number; overflow: () => Error }): Lanes {
  const { running = RUNNING_PER_USER, waiting = WAITING_PER_USER, overflow } = options;
  const lanes = new Map<string, Lane>();

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

  function enter(user: string): LanePlace {
    const lane = lanes.get(user) ?? { running: 0, waiting: new Set() };
    const { promise: turn, resolve: begin } = Promise.withResolvers<void>();
    if (lane.running < running) {
      lane.running += 1;
      begin();
    } else {
      if (lane.waiting.size >= waiting) throw overflow();
      lane.waiting.add(begin);
    }
    lanes.set(user, lane);
    let hasLeft = false;
    const leave = () => {
      if (hasLeft) return;
      hasLeft = true;
      if (!lane.waiting.delete(begin)) handOver(user, lane);
    };
    return { turn, leave };
  }

  async function run<T>(user: string, work: () => Promise<T>): Promise<T> {
    const { turn, leave } = enter(user);
    try {
      await turn;
      return await work();
    } finally {
      leave();
    }
  }

  return { enter, run };
}
