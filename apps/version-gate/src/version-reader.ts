import type { VersionValues } from "@countersign/settings";
import { createGroupRead, type GroupRead, type GroupReadOptions } from "./group-read.ts";

/** Reads the most recent settings record from the primary; undefined when there is none. */
export type ReadVersionValues = () => Promise<VersionValues | undefined>;

export interface VersionReaderOptions<A extends object> extends Pick<
  GroupReadOptions<unknown>,
  "maxWaiters" | "spacingMs" | "onRead"
> {
  readValues: ReadVersionValues;
  serialise: (values: VersionValues) => A;
  /**
   * How long one read of the store is waited for, in milliseconds. The read itself ends by the time-outs of the server
   * and of the driver: a signal to cancel it would make every request dearer (ADR 12).
   */
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

  /** Reads once more after a failure, such as a connection that broke because another member became the primary. */
  async function read(): Promise<A | undefined> {
    const readAtMs = performance.now();
    const outcome = Promise.withResolvers<VersionValues | undefined>();
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      outcome.reject(new Error(`no answer in ${timeoutMs} ms`));
    }, timeoutMs);
    const again = () => {
      if (!isLate) readValues().then(outcome.resolve, outcome.reject);
    };
    readValues().then(outcome.resolve, again);
    try {
      const values = await outcome.promise;
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
