import { DomainError } from "@countersign/domain/errors";

export interface GroupReadOptions<T> {
  /** Reads the store. Called once per group; must settle in bounded time. */
  read: () => Promise<T>;
  /** Most requests that may wait at a time, over all groups. */
  maxWaiters: number;
  /** Least time between the end of a read and the invocation of the next one, in milliseconds. */
  spacingMs: number;
  /** Called with each read that ended. */
  onRead?: (read: EndedRead) => void;
}

/** A read that ended. */
export interface EndedRead {
  /** How many requests got its outcome. */
  size: number;
  /** Why it failed; absent when it succeeded. */
  error?: Error;
}

export interface GroupRead<T> {
  /**
   * Waits for a read that is invoked after this call.
   *
   * @throws DomainError `UNAVAILABLE` when too many wait already; else whatever `read` throws
   */
  join: () => Promise<T>;
  /** How many wait now. */
  waiting: () => number;
}

/** Bounds how long a group gathers, in turns of the event loop, which take well below a millisecond each. */
const GATHER_MAX_TURNS = 32;

interface Group<T> extends PromiseWithResolvers<T> {
  size: number;
}

/**
 * Lets many requests share few reads and still be linearizable: **a value goes only to requests that arrived before its
 * read was invoked**.
 *
 * Requests wait in a forming group. The group is sealed and its read invoked in one synchronous turn, so nobody can
 * join a group whose read is on its way; later requests form the next group, whose read starts when the one in
 * flight has ended. Every answer therefore has a point between the request's arrival and its answer at which the store
 * held exactly this value (its linearization point), on whichever replica. A write that was acknowledged before the
 * request arrived is older than that point, so its values, or newer ones, are what the request gets: without clocks,
 * stickiness or cache. Joining the read in flight instead would break this: that read may have looked before the write.
 *
 * A failure is different, because "the store did not answer" says nothing about values: it ends the group in flight and
 * the forming one, so that nobody waits for two time-outs.
 *
 * Spacing keeps the rule, because it only moves the invocation later.
 */
export function createGroupRead<T>({
  read,
  maxWaiters,
  spacingMs,
  onRead,
}: GroupReadOptions<T>): GroupRead<T> {
  let forming: Group<T> | undefined;
  let inFlight: Group<T> | undefined;
  let endedAtMs = Number.NEGATIVE_INFINITY;

  const countWaiting = () => (forming?.size ?? 0) + (inFlight?.size ?? 0);

  function join(): Promise<T> {
    if (countWaiting() >= maxWaiters) {
      return Promise.reject(new DomainError("UNAVAILABLE", "Too many requests wait for the store"));
    }
    if (forming === undefined) {
      forming = { ...Promise.withResolvers<T>(), size: 0 };
      if (inFlight === undefined) scheduleNext();
    }
    forming.size += 1;
    return forming.promise;
  }

  function scheduleNext(): void {
    const waitMs = endedAtMs + spacingMs - performance.now();
    if (waitMs > 0) setTimeout(invokeNext, Math.ceil(waitMs));
    else setImmediate(gather, 0, GATHER_MAX_TURNS);
  }

  /** Waits while every turn of the event loop brings more requests, so that what arrives together is read together. */
  function gather(sizeBefore: number, turnsLeft: number): void {
    const size = forming?.size ?? 0;
    if (size === sizeBefore || turnsLeft === 0) invokeNext();
    else setImmediate(gather, size, turnsLeft - 1);
  }

  function invokeNext(): void {
    const sealedGroup = forming;
    if (sealedGroup === undefined) return;
    forming = undefined;
    inFlight = sealedGroup;
    void settle(sealedGroup);
  }

  async function settle(sealedGroup: Group<T>): Promise<void> {
    try {
      const value = await read();
      inFlight = undefined;
      endedAtMs = performance.now();
      onRead?.({ size: sealedGroup.size });
      sealedGroup.resolve(value);
      if (forming !== undefined) scheduleNext();
    } catch (cause) {
      const error = cause instanceof Error ? cause : new Error("the read failed", { cause });
      const alsoFailed = forming;
      inFlight = undefined;
      forming = undefined;
      endedAtMs = performance.now();
      onRead?.({ size: sealedGroup.size + (alsoFailed?.size ?? 0), error });
      sealedGroup.reject(error);
      alsoFailed?.reject(error);
    }
  }

  return { join, waiting: countWaiting };
}
