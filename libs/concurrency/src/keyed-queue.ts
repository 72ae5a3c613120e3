/**
 * Runs work of equal keys one after the other, in the order of the calls; work of other keys goes on beside it.
 *
 * @throws TurnRefused when too many calls wait for the key, or the turn did not come in time; the work never began
 */
export type KeyedQueue = <T>(key: string, work: () => Promise<T>) => Promise<T>;

export interface KeyedQueueOptions {
  /** Calls that may wait for one key at a time; further ones are refused at once. Default: any number. */
  maxWaiting?: number;
  /** How long a call waits for its turn, in milliseconds. Default: for ever. */
  waitMs?: number;
}

/** The call got no turn. */
export class TurnRefused extends Error {
  override readonly name = "TurnRefused";
}

/** Creates a queue for each key that is in use. */
export function createKeyedQueue({ maxWaiting = Infinity, waitMs }: KeyedQueueOptions = {}): KeyedQueue {
  /** Waiting calls of each key in use; calling an entry gives it the turn. */
  const queues = new Map<string, (() => void)[]>();

  function turnOf(key: string, queue: (() => void)[]): Promise<void> {
    if (queue.length >= maxWaiting) {
      return Promise.reject(new TurnRefused(`${queue.length} wait for ${key} already`));
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const giveUp = () => {
      queue.splice(queue.indexOf(begin), 1);
      reject(new TurnRefused(`no turn for ${key} in ${waitMs} ms`));
    };
    const timer = waitMs === undefined ? undefined : setTimeout(giveUp, waitMs);
    const begin = () => {
      clearTimeout(timer);
      resolve();
    };
    queue.push(begin);
    return promise;
  }

  return async (key, work) => {
    const queue = queues.get(key) ?? [];
    if (queues.has(key)) await turnOf(key, queue);
    else queues.set(key, queue);
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next === undefined) queues.delete(key);
      else next();
    }
  };
}
