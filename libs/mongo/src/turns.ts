/** Runs work of equal keys one after the other, in the order of the calls; work of other keys goes on beside it. */
export type TakeTurns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Creates a queue for each key that is in use. */
export function createTurns(): TakeTurns {
  const ends = new Map<string, Promise<void>>();
  return async (key, work) => {
    const { promise: end, resolve: leave } = Promise.withResolvers<void>();
    const before = ends.get(key);
    ends.set(key, end);
    await before;
    try {
      return await work();
    } finally {
      leave();
      if (ends.get(key) === end) ends.delete(key);
    }
  };
}
