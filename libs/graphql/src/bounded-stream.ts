/** An async iterator that is fed from outside. */
export interface BoundedStream<T> extends AsyncIterableIterator<T> {
  push(value: T): void;
}

const FINISHED = { done: true, value: undefined } as const;

/**
 * Queues values for one reader. A reader that falls behind by more than the capacity gets the overflow error instead
 * of growing the queue. `return()` ends a pending `next()` at once, which an async generator would not do.
 *
 * @param options.capacity most values that may wait for the reader
 * @param options.overflow makes the error that a slow reader gets
 * @param options.onEnd called once, when the reader leaves or was too slow
 */
export function createBoundedStream<T extends object>(options: {
  capacity: number;
  overflow: () => Error;
  onEnd: () => void;
}): BoundedStream<T> {
  const waitingItems: T[] = [];
  let hasEnded = false;
  let failure: Error | undefined;
  let reader: PromiseWithResolvers<IteratorResult<T>> | undefined;

  function end(): void {
    if (hasEnded) return;
    hasEnded = true;
    waitingItems.length = 0;
    reader?.resolve(FINISHED);
    options.onEnd();
  }

  const stream: BoundedStream<T> = {
    push: (value) => {
      if (hasEnded) return;
      if (reader !== undefined) {
        reader.resolve({ done: false, value });
        reader = undefined;
      } else if (waitingItems.length < options.capacity) {
        waitingItems.push(value);
      } else {
        failure = options.overflow();
        end();
      }
    },
    next: async () => {
      if (failure !== undefined) {
        const error = failure;
        failure = undefined;
        throw error;
      }
      const [value] = waitingItems.splice(0, 1);
      if (value !== undefined) return { done: false, value };
      if (hasEnded) return FINISHED;
      reader ??= Promise.withResolvers();
      return reader.promise;
    },
    return: async () => {
      end();
      return FINISHED;
    },
    [Symbol.asyncIterator]: () => stream,
  };
  return stream;
}
