import { setTimeout as delay } from "node:timers/promises";

/** Bounds how long messages in progress may wait for another attempt, by sender. */
export interface RetryBudget {
  took(sender: string): void;
  finished(sender: string): void;
  /** Waits; resolves to `false` when others need the place or the consumer stopped, else to `true`. */
  wait(sender: string, ms: number): Promise<boolean>;
}

interface Sender {
  inProgress: number;
  /** Ends the waits, the longest first. */
  waits: Set<AbortController>;
}

/**
 * Creates the retry budget of a consumer: once `limit` messages are in progress, each further message or wait ends the
 * longest wait of the sender with the most messages.
 */
export function createRetryBudget({
  limit,
  stopSignal,
}: {
  limit: number;
  stopSignal: AbortSignal;
}): RetryBudget {
  const senders = new Map<string, Sender>();
  let inProgress = 0;

  function makeRoom(): void {
    if (inProgress < limit) return;
    let greediest: Sender | undefined;
    for (const sender of senders.values()) {
      if (sender.inProgress > (greediest?.inProgress ?? 0)) greediest = sender;
    }
    // Undefined when all of them are being handled: they make room by themselves.
    const [longest] = greediest?.waits ?? [];
    if (longest === undefined) return;
    greediest?.waits.delete(longest);
    longest.abort();
  }

  return {
    took(name) {
      inProgress += 1;
      senders.getOrInsertComputed(name, () => ({ inProgress: 0, waits: new Set() })).inProgress += 1;
      makeRoom();
    },
    finished(name) {
      inProgress -= 1;
      const sender = senders.get(name);
      if (sender === undefined) return;
      sender.inProgress -= 1;
      if (sender.inProgress === 0) senders.delete(name);
    },
    async wait(name, ms) {
      const waitEnd = new AbortController();
      const waits = senders.get(name)?.waits;
      waits?.add(waitEnd);
      makeRoom();
      const signal = AbortSignal.any([stopSignal, waitEnd.signal]);
      await delay(ms, undefined, { signal }).catch(() => undefined);
      waits?.delete(waitEnd);
      return !waitEnd.signal.aborted;
    },
  };
}
