/**
 * Values that are resolved before everybody else's work is let in between: 1 to 2 ms, and a request needs several turns
 * itself. Whoever has more to do waits for the next turn of the event loop.
 */
export const TURN_VALUES = 500;

/** Turns of the event loop, shared by all users in rotation. */
export interface Turns {
  /**
   * Asks to do work of about so many values. `undefined`: it may begin at once.
   *
   * @param user whose work it is
   */
  take: (user: string, values: number) => Promise<void> | undefined;
}

interface Waiter {
  values: number;
  proceed: () => void;
}

/** Splits the event loop's time: one turn's values, then I/O, then the next turn, the users one after the other. */
export function createTurns(): Turns {
  // Its order is that of the rotation: who had a turn goes to the end.
  const waiting = new Map<string, Waiter[]>();
  let left = TURN_VALUES;
  let scheduled = false;

  // More than a whole turn's has one of its own.
  const fits = (values: number) => values <= left || left === TURN_VALUES;

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    setImmediate(begin);
  }
  function begin(): void {
    scheduled = false;
    left = TURN_VALUES;
    for (const [user, queue] of waiting) {
      const next = queue[0];
      if (next === undefined || !fits(next.values)) break;
      queue.shift();
      waiting.delete(user);
      if (queue.length > 0) waiting.set(user, queue);
      left -= next.values;
      next.proceed();
    }
    if (left < TURN_VALUES) schedule();
  }

  return {
    take: (user, values) => {
      schedule();
      if (waiting.size === 0 && fits(values)) {
        left -= values;
        return undefined;
      }
      const queue = waiting.get(user) ?? [];
      waiting.set(user, queue);
      return new Promise((proceed) => queue.push({ values, proceed }));
    },
  };
}
