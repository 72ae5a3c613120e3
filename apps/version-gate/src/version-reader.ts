import type { VersionValues } from "@countersign/settings";
import { createGroupRead, type GroupRead, type GroupReadOptions } from "./group-read.ts";

/** Reads the most recent settings record from the primary; undefined when there is none. Stops when aborted. */
export type ReadVersionValues = (signal: AbortSignal) => Promise<VersionValues | undefined>;

export interface VersionReaderOptions<A extends object> extends Pick<
  GroupReadOptions<unknown>,
  "maxWaiters" | "spacingMs" | "onRead"
> {
  readValues: ReadVersionValues;
  serialise: (values: VersionValues) => A;
  /** How long one read of the store may take, in milliseconds. */
  timeoutMs: number;
}

/** The last answer that was read, for clients that accept it while the store does not answer. */
export interface StaleAnswer<A> {
  answer: A;
  /** Whole seconds since its read was invoked. */
  ageSeconds: number;
}

export interface VersionReader<A> extends Pick<GroupRead<unknown>, "waiting"> {
  /**
   * The answer for a request that has arrived, from a read that is invoked after this call; undefined when there is no
   * settings record.
   *
   * @throws Error when the store does not answer in time, or too many requests wait
   */
  current: () => Promise<A | undefined>;
  /** The last answer if it is younger than `maxAgeSeconds`. Never for a request that did not ask for it. */
  lastServed: (maxAgeSeconds: number) => StaleAnswer<A> | undefined;
}

/** Creates the reader of a replica. */
export function createVersionReader<A extends object>(options: VersionReaderOptions<A>): VersionReader<A> {
  const { readValues, serialise, timeoutMs, ...grouping } = options;
  let last: { answer: A; readAtMs: number } | undefined;

  /** Once more after a failure, such as a connection that broke because another member became the primary. */
  const readTwice = (signal: AbortSignal) =>
    readValues(signal).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return readValues(signal);
    });

  async function read(): Promise<A | undefined> {
    const readAtMs = performance.now();
    const deadline = new AbortController();
    const timedOut = Promise.withResolvers<never>();
    const timer = setTimeout(() => {
      const error = new Error(`no answer in ${timeoutMs} ms`);
      deadline.abort(error);
      // The driver does not look at the signal everywhere.
      timedOut.reject(error);
    }, timeoutMs);
    try {
      const values = await Promise.race([readTwice(deadline.signal), timedOut.promise]);
      const answer = values && serialise(values);
      last = answer && { answer, readAtMs };
      return answer;
    } finally {
      clearTimeout(timer);
    }
  }

  const group = createGroupRead({ read, ...grouping });
  return {
    current: group.join,
    waiting: group.waiting,
    lastServed: (maxAgeSeconds) => {
      if (last === undefined) return undefined;
      const ageSeconds = (performance.now() - last.readAtMs) / 1000;
      return ageSeconds < maxAgeSeconds
        ? { answer: last.answer, ageSeconds: Math.floor(ageSeconds) }
        : undefined;
    },
  };
}
