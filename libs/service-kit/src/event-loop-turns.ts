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

/**
 * Splits the event loop's time: one turn's values, then I/O, then the next turn, the users one after the other. Who
 * takes little in a turn begins at once, so that light work does not wait behind others' heavy work.
 *
 * @param options.restMs time without such work after a turn's values, in milliseconds; several times that after work
 *   that exceeds a turn. Default none: the next turn begins after the I/O that is ready
 */
export function createTurns({ restMs = 0 }: { restMs?: number } = {}): Turns {
  // Its order is the rotation: a user who had a turn goes to the end.
  const waiting = new Map<string, Waiter[]>();
  let left = TURN_VALUES;
  let lightLeft = TURN_VALUES;
  const takenBy = new Map<string, number>();
  let scheduled = false;

  // Work that exceeds a whole turn gets a turn of its own.
  const fits = (values: number) => values <= left || left === TURN_VALUES;

  const note = (user: string, values: number) => takenBy.set(user, (takenBy.get(user) ?? 0) + values);

  /** @returns whether the work begins in this turn */
  function begins(user: string, values: number): boolean {
    if (waiting.size === 0 && fits(values)) {
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
    for (const [user, queue] of waiting) {
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
  }

  return {
    take: (user, values) => {
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
