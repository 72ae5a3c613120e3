import { createOthers } from "./others.ts";

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
   * runs at a time does not use the process without a pause. A lane that was not empty for a second rests three times as
   * long as the work took, while others ask. Default none.
   */
  restMs?: number;
}

interface Lane {
  running: number;
  /** In the order of their arrival. */
  waiting: Set<() => void>;
  openedAtMs: number;
}

/** What somebody asks at once, such as a page, is done within this time without long rests. */
const PATIENCE_MS = 1_000;
/** A long rest, in times of the work before it. */
const REST_FACTOR = 3;
/** The longest rest: a work may have waited for the store. */
const REST_MAX_MS = 2_000;

/**
 * Creates lanes for the work of many users: each user's works run a few at a time, whatever the others do.
 *
 * @returns takes the next place in the lane of a user; throws the error of `overflow`
 */
export function createLanes({ running, waiting, restMs = 0 }: LaneOptions): (user: string) => LanePlace {
  const lanes = new Map<string, Lane>();
  const others = createOthers();

  function end(user: string, lane: Lane, tookMs: number): void {
    if (lane.waiting.size > 0 && restMs > 0) setTimeout(handOver, restOf(user, lane, tookMs), user, lane);
    else handOver(user, lane);
  }

  function restOf(user: string, lane: Lane, tookMs: number): number {
    const goesOn = performance.now() - lane.openedAtMs > PATIENCE_MS && others.askedWithin(user, PATIENCE_MS);
    return goesOn ? Math.min(Math.max(restMs, REST_FACTOR * tookMs), REST_MAX_MS) : restMs;
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

  function enter(lane: Lane, begin: () => void): (() => void) | undefined {
    if (lane.running < running) {
      lane.running += 1;
      begin();
      return undefined;
    }
    if (waiting && lane.waiting.size >= waiting.max) throw waiting.overflow();
    lane.waiting.add(begin);
    return begin;
  }

  return (user) => {
    const lane = lanes.get(user) ?? { running: 0, waiting: new Set(), openedAtMs: performance.now() };
    const turn = Promise.withResolvers<void>();
    let begunAtMs = 0;
    const begin = enter(lane, () => {
      begunAtMs = performance.now();
      turn.resolve();
    });
    lanes.set(user, lane);
    others.asked(user);
    let hasLeft = false;
    return {
      turn: begin && turn.promise,
      leave: () => {
        if (hasLeft) return;
        hasLeft = true;
        const hasWaited = begin !== undefined && lane.waiting.delete(begin);
        if (!hasWaited) end(user, lane, performance.now() - begunAtMs);
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
