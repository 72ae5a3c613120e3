import { LRUCache } from "lru-cache";

import { createOthers } from "./others.ts";

/**
 * Values that are resolved before all other work gets its turn: 1 to 2 ms, while a request itself needs several turns.
 * Further work waits for the next turn of the event loop.
 */
export const TURN_VALUES = 500;
/** Who takes no more in a turn does not wait for others' values. All such users take at most another turn's together. */
export const LIGHT_VALUES = 50;

/** Turns of the event loop, shared by all users in rotation. */
export interface Turns {
  /**
   * Waits for a turn for work of about so many values. `undefined`: the work may begin at once.
   *
   * @param user owner of the work
   */
  take: (user: string, values: number) => Promise<void> | undefined;
}

interface Waiter {
  values: number;
  proceed: () => void;
}

/** What one user gets beside others. */
export interface TurnRate {
  /** Values without a rest, as many as somebody may ask at once. */
  burst: number;
  /** Values a millisecond beyond that. */
  perMs: number;
  /** Whether the rate applies to this one. Default: to all. */
  appliesTo?: (user: string) => boolean;
}

/** The turns of one service, and how they are shared. */
export interface TurnsOptions {
  /**
   * Time without such work after a turn's values, in milliseconds; several times that after work that exceeds a turn.
   * Default none: the next turn begins after the I/O that is ready.
   */
  restMs?: number;
  /** Rate of a user while others ask. Default: any, turn by turn. */
  besideOthers?: TurnRate;
}

/** How long somebody counts as asking. */
const ASKING_MS = 1_000;
/** Users whose values are remembered: more than can be busy at a time. */
const REMEMBERED_USERS = 1_000;

/**
 * Splits the event loop's time: one turn's values, then I/O, then the next turn, the users one after the other. Who
 * takes little in a turn begins at once, so that light work does not wait behind others' heavy work.
 */
export function createTurns({ restMs = 0, besideOthers }: TurnsOptions = {}): Turns {
  // Its order is the rotation: a user who had a turn goes to the end.
  const waiting = new Map<string, Waiter[]>();
  const pace = besideOthers && createPace(besideOthers);
  let left = TURN_VALUES;
  let lightLeft = TURN_VALUES;
  const takenBy = new Map<string, number>();
  let scheduled = false;
  let alarm: NodeJS.Timeout | undefined;

  // Work that exceeds a whole turn gets a turn of its own.
  const fits = (values: number) => values <= left || left === TURN_VALUES;

  function note(user: string, values: number): void {
    takenBy.set(user, (takenBy.get(user) ?? 0) + values);
    pace?.took(user, values);
  }

  const restOf = (user: string) => pace?.restOf(user) ?? 0;

  /** @returns whether the work begins in this turn: if nobody waits but those who rest, or if it is light */
  function begins(user: string, values: number): boolean {
    if (restOf(user) > 0) return false;
    const isNext = waiting.keys().every((other) => restOf(other) > 0);
    if (isNext && fits(values)) {
      left -= values;
      return true;
    }
    const isLight = (takenBy.get(user) ?? 0) + values <= LIGHT_VALUES && !waiting.has(user);
    if (!isLight || values > lightLeft) return false;
    lightLeft -= values;
    return true;
  }

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(rest);
  }
  function rest(): void {
    const ms = Math.round(((TURN_VALUES - left) / TURN_VALUES) * restMs);
    if (ms > 0) setTimeout(begin, ms);
    else begin();
  }
  function begin(): void {
    scheduled = false;
    left = TURN_VALUES;
    lightLeft = TURN_VALUES;
    takenBy.clear();
    clearTimeout(alarm);
    let leastRestMs = Number.POSITIVE_INFINITY;
    for (const [user, queue] of waiting) {
      const userRestMs = restOf(user);
      leastRestMs = Math.min(leastRestMs, userRestMs || Number.POSITIVE_INFINITY);
      if (userRestMs > 0) continue;
      const next = queue[0];
      if (next === undefined || !fits(next.values)) break;
      queue.shift();
      waiting.delete(user);
      if (queue.length > 0) waiting.set(user, queue);
      left -= next.values;
      note(user, next.values);
      next.proceed();
    }
    if (left < TURN_VALUES) schedule();
    else if (leastRestMs < Number.POSITIVE_INFINITY) alarm = setTimeout(schedule, Math.ceil(leastRestMs));
  }

  return {
    take: (user, values) => {
      pace?.asked(user);
      schedule();
      if (begins(user, values)) {
        note(user, values);
        return undefined;
      }
      const queue = waiting.get(user) ?? [];
      waiting.set(user, queue);
      return new Promise((proceed) => queue.push({ values, proceed }));
    },
  };
}

/** Counts the values that each user took lately, less what they have got a right to since. */
function createPace({ burst, perMs, appliesTo = () => true }: TurnRate) {
  const others = createOthers();
  const debts = new LRUCache<string, { values: number; atMs: number }>({ max: REMEMBERED_USERS });
  const debtOf = (user: string) => {
    const { values, atMs } = debts.get(user) ?? { values: 0, atMs: 0 };
    return Math.max(0, values - (performance.now() - atMs) * perMs);
  };
  return {
    asked: others.asked,
    took(user: string, values: number): void {
      if (appliesTo(user)) debts.set(user, { values: debtOf(user) + values, atMs: performance.now() });
    },
    /** Milliseconds until the user may go on. */
    restOf: (user: string) =>
      others.askedWithin(user, ASKING_MS) ? Math.max(0, (debtOf(user) - burst) / perMs) : 0,
  };
}
