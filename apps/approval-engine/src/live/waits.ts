import type { OnLeaving } from "@countersign/auth";
import { DomainError } from "@countersign/domain/errors";
import { text } from "@countersign/texts";

import type { RunFeed } from "./run-feed.ts";
import type { Caller } from "../shared/caller.ts";

/** Most waits at a time (contract-3, ASK-3). */
export const WAITS_MAX = { ofUser: 50, ofReplica: 2_000 } as const;
/** When a refused wait may be tried again, in seconds. */
const RETRY_S = 5;

/** How a wait goes on. */
export interface Wait<T> {
  ms: number;
  /** Ends the wait when the client has gone. */
  signal: AbortSignal;
  /** Reads how things stand. */
  read: () => Promise<T>;
  isOver: (state: T) => boolean;
  /** Waits outside of the lane of the user. */
  aside: <R>(work: () => Promise<R>) => Promise<R>;
}

/** Calls that wait for the end of a run. */
export interface Waits {
  /**
   * Waits until it is over, or until its time ends; without a change of the run nothing is read meanwhile.
   *
   * @returns how things stood when they were read last
   * @throws DomainError `TOO_MANY_REQUESTS`, which says when to try again
   */
  wait<T>(caller: Caller, refId: string, wait: Wait<T>): Promise<T>;
}

/** @param options.runFeed - hears of changes by the replica's one subscription to the bus, whatever waits */
export function createWaits({
  runFeed,
  onLeaving,
  max = WAITS_MAX,
}: {
  runFeed: Pick<RunFeed, "subscribeRun">;
  onLeaving: OnLeaving;
  max?: { ofUser: number; ofReplica: number };
}): Waits {
  const ofUsers = new Map<string, number>();
  let all = 0;

  function enter({ companyId, userId }: Caller): () => void {
    const user = `${companyId} ${userId}`;
    const ownWaits = ofUsers.get(user) ?? 0;
    if (ownWaits >= max.ofUser || all >= max.ofReplica) {
      throw new DomainError("TOO_MANY_REQUESTS", text("passing.tooManyWaits", { seconds: RETRY_S }));
    }
    ofUsers.set(user, ownWaits + 1);
    all += 1;
    return () => {
      all -= 1;
      const leftWaits = (ofUsers.get(user) ?? 1) - 1;
      if (leftWaits > 0) ofUsers.set(user, leftWaits);
      else ofUsers.delete(user);
    };
  }

  return {
    wait: async (caller, refId, { ms, signal, read, isOver, aside }) => {
      const leave = enter(caller);
      const end = Promise.withResolvers<false>();
      const stop = () => end.resolve(false);
      let change = Promise.withResolvers<true>();
      const forget = runFeed.subscribeRun(caller, refId, () => change.resolve(true));
      const stay = onLeaving(caller, stop);
      const timer = setTimeout(stop, ms);
      signal.addEventListener("abort", stop);
      if (signal.aborted) stop();
      try {
        for (;;) {
          const state = await read();
          if (isOver(state)) return state;
          if (!(await aside(() => Promise.race([change.promise, end.promise])))) return state;
          change = Promise.withResolvers<true>();
        }
      } finally {
        signal.removeEventListener("abort", stop);
        clearTimeout(timer);
        stay();
        forget();
        leave();
      }
    },
  };
}
