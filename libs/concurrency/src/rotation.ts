/** Values of one turn of the event loop: one to two milliseconds of work. */
export const TURN_VALUES = 500;

/**
 * Waits for a turn for work of about so many values, the users in rotation.
 *
 * @returns `undefined` where the work may begin at once
 */
export type Rotation = (user: string, values: number) => Promise<void> | undefined;

/**
 * Splits long computations into turns of the event loop, so that nobody waits for the whole of somebody else's. The one
 * place that schedules the event loop by hand (docs/performance-deviations.md).
 */
export function createRotation(): Rotation {
  // Its order is the rotation: a user who had a turn goes to the end.
  const waitingTurns = new Map<string, { values: number; proceed: () => void }[]>();
  let valuesLeft = TURN_VALUES;
  let isScheduled = false;

  function schedule(): void {
    if (!isScheduled) setImmediate(begin);
    isScheduled = true;
  }

  function begin(): void {
    isScheduled = false;
    valuesLeft = TURN_VALUES;
    for (const [user, parts] of waitingTurns) {
      if (valuesLeft <= 0) break;
      const next = parts.shift();
      waitingTurns.delete(user);
      if (parts.length > 0) waitingTurns.set(user, parts);
      valuesLeft -= next?.values ?? 0;
      next?.proceed();
    }
    if (valuesLeft < TURN_VALUES || waitingTurns.size > 0) schedule();
  }

  return (user, values) => {
    schedule();
    if (waitingTurns.size === 0 && valuesLeft > 0) {
      valuesLeft -= values;
      return undefined;
    }
    const { promise, resolve: proceed } = Promise.withResolvers<void>();
    waitingTurns.getOrInsertComputed(user, () => []).push({ values, proceed });
    return promise;
  };
}
