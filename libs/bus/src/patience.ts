import { setTimeout as delay } from "node:timers/promises";

/** Whose messages are in hand, and how long they may wait. */
export interface Patience {
  took(sender: string): void;
  finished(sender: string): void;
  /** Waits, and resolves to whether it may go on: not when others need the place, nor when all was stopped. */
  wait(sender: string, ms: number): Promise<boolean>;
}

interface Sender {
  inHand: number;
  /** Ends the waits, the longest first. */
  waits: Set<AbortController>;
}

/**
 * Creates the patience of a consumer: once `limit` messages are in hand, the longest wait of the sender who has the most
 * of them is ended, whenever one more comes or waits.
 */
export function createPatience({ limit, stopped }: { limit: number; stopped: AbortSignal }): Patience {
  const senders = new Map<string, Sender>();
  let inHand = 0;

  function makeRoom(): void {
    if (inHand < limit) return;
    let greediest: Sender | undefined;
    for (const sender of senders.values()) {
      if (sender.inHand > (greediest?.inHand ?? 0)) greediest = sender;
    }
    // None where those are all at work: they make room by themselves.
    const [longest] = greediest?.waits ?? [];
    if (longest === undefined) return;
    greediest?.waits.delete(longest);
    longest.abort();
  }

  return {
    took(name) {
      inHand += 1;
      senders.getOrInsertComputed(name, () => ({ inHand: 0, waits: new Set() })).inHand += 1;
      makeRoom();
    },
    finished(name) {
      inHand -= 1;
      const sender = senders.get(name);
      if (sender === undefined) return;
      sender.inHand -= 1;
      if (sender.inHand === 0) senders.delete(name);
    },
    async wait(name, ms) {
      const hurry = new AbortController();
      const waits = senders.get(name)?.waits;
      waits?.add(hurry);
      makeRoom();
      const signal = AbortSignal.any([stopped, hurry.signal]);
      await delay(ms, undefined, { signal }).catch(() => undefined);
      waits?.delete(hurry);
      return !hurry.signal.aborted;
    },
  };
}
