import { setTimeout as delay } from "node:timers/promises";

/** Whose messages are in progress, and how long they may wait. */
export interface Patience {
  took(sender: string): void;
  finished(sender: string): void;
  /** Waits, and resolves to whether it may go on: not when others need the place, nor when all was stopped. */
  wait(sender: string, ms: number): Promise<boolean>;
}

interface Sender {
  inProgress: number;
  /** Ends the waits, the longest first. */
  waits: Set<AbortController>;
}

/**
 * Creates the patience of a consumer: once `limit` messages are in progress, the longest wait of the sender who has the most
 * of them is ended, whenever one more comes or waits.
 */
export function createPatience({ limit, stopped }: { limit: number; stopped: AbortSignal }): Patience {
  const senders = new Map<string, Sender>();
  let inProgress = 0;

  function makeRoom(): void {
    if (inProgress < limit) return;
    let greediest: Sender | undefined;
    for (const sender of senders.values()) {
      if (sender.inProgress > (greediest?.inProgress ?? 0)) greediest = sender;
    }
    // None where those are all at work: they make room by themselves.
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
