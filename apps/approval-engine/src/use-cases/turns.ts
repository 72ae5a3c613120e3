/** Runs work of one key one after the other, in the order it was asked for; other keys run side by side. */
export type TakeTurns = <T>(key: string, work: () => Promise<T>) => Promise<T>;

/** Makes {@link TakeTurns}; a key is forgotten with its last work. */
export function createTurns(): TakeTurns {
  const last = new Map<string, Promise<unknown>>();
  return async (key, work) => {
    const before = last.get(key) ?? Promise.resolve();
    const turn = before.then(work, work);
    last.set(key, turn);
    try {
      return await turn;
    } finally {
      if (last.get(key) === turn) last.delete(key);
    }
  };
}
