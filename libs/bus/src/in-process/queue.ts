/** A message that waits in memory. */
export interface QueuedMessage {
  subject: string;
  /** Message id; unique within the stream. */
  id: string;
  payload: Uint8Array;
  headers: Readonly<Record<string, string>>;
  /** Number of the message; ascends as messages arrive. */
  seq: number;
  /** When it was published, in milliseconds since 1970. */
  at: number;
}

/**
 * Bounds memory. Beyond this number a stream drops its oldest messages, and a durable leaves the newest in the history
 * until it has handled the others.
 */
export const MAX_MESSAGES = 100_000;

/**
 * Removes messages older than a moment, and the oldest of a full list: a tenth at once, so that it does not shift for
 * every message.
 *
 * @returns the removed messages
 */
export function trim(messages: QueuedMessage[], olderThan: number): QueuedMessage[] {
  const young = messages.findIndex(({ at }) => at >= olderThan);
  const old = young === -1 ? messages.length : young;
  const surplus = messages.length > MAX_MESSAGES ? messages.length - MAX_MESSAGES * 0.9 : 0;
  return messages.splice(0, Math.max(old, surplus));
}

/** Messages that one durable has not handled yet, in order. */
export interface DurableQueue {
  add(message: QueuedMessage): void;
  /** Takes the oldest waiting messages; each is open until it is finished. */
  take(limit: number): readonly QueuedMessage[];
  finish(message: QueuedMessage): void;
  /** Puts all open messages back in front of the queue. */
  giveBack(): void;
  /**
   * Resolves once a message waits, or when the signal aborts. An empty queue that has missed messages reads them first.
   *
   * @throws Error when they cannot be read now
   */
  filled(signal: AbortSignal): Promise<void>;
  /** Forgets waiting messages published before this moment, in milliseconds since 1970. */
  expire(olderThan: number): void;
  /** Tells a listener how many messages wait, now and whenever that changes; the last listener hears it alone. */
  watch(listener: (messages: number) => void): void;
  /** All messages published before this moment, in milliseconds since 1970, are handled. */
  handledBefore(): number;
}

/** The next messages of a durable that fit into memory. */
export interface NextMessages {
  messages: QueuedMessage[];
  /** When the first message that did not fit was published, in milliseconds since 1970. */
  missedSince?: number | undefined;
}

/**
 * Creates the queue of a durable with the messages that it begins with.
 *
 * @param read reads the messages published at or after a moment; its result is taken at once, so that none is missed
 * @param onMove is called whenever {@link DurableQueue.handledBefore} may have changed
 */
export function createDurableQueue(
  begin: NextMessages,
  read: (since: number) => Promise<() => NextMessages>,
  onMove: () => void,
): DurableQueue {
  let { messages: waitingMessages, missedSince } = begin;
  const open = new Set<QueuedMessage>();
  let wake: (() => void) | undefined;
  let listener: ((messages: number) => void) | undefined;
  const noteChange = (): void => {
    onMove();
    listener?.(waitingMessages.length);
  };

  return {
    add(message) {
      // Those that follow a missed one are read with it, in their order.
      if (waitingMessages.length >= MAX_MESSAGES) missedSince ??= message.at;
      if (missedSince === undefined) waitingMessages.push(message);
      noteChange();
      wake?.();
    },
    take(limit) {
      const takenMessages = waitingMessages.splice(0, limit);
      for (const message of takenMessages) open.add(message);
      listener?.(waitingMessages.length);
      return takenMessages;
    },
    finish(message) {
      open.delete(message);
      onMove();
    },
    giveBack() {
      waitingMessages = [...open, ...waitingMessages];
      open.clear();
      listener?.(waitingMessages.length);
    },
    async filled(signal) {
      if (waitingMessages.length === 0 && missedSince !== undefined) {
        const next = await read(missedSince);
        ({ messages: waitingMessages, missedSince } = next());
        listener?.(waitingMessages.length);
      }
      await new Promise<void>((resolve) => {
        if (waitingMessages.length > 0 || signal.aborted) return resolve();
        wake = () => {
          signal.removeEventListener("abort", wake!);
          wake = undefined;
          resolve();
        };
        signal.addEventListener("abort", wake, { once: true });
      });
    },
    expire(olderThan) {
      trim(waitingMessages, olderThan);
      listener?.(waitingMessages.length);
    },
    watch(next) {
      listener = next;
      next(waitingMessages.length);
    },
    handledBefore() {
      let earliest = Math.min(Date.now(), missedSince ?? Infinity);
      for (const unfinishedMessages of [open, waitingMessages]) {
        for (const { at } of unfinishedMessages) earliest = Math.min(earliest, at);
      }
      return earliest;
    },
  };
}
