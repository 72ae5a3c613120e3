import type { PausedStreams } from "./paused-streams.ts";
import { emptyResult, type PublishKey, type Result } from "./publisher.ts";
import type { OutboxClaim, OutboxSource } from "./source.ts";

export interface RoundsOptions {
  outbox: Pick<OutboxSource, "claim" | "settle">;
  publishKey: PublishKey;
  holder: string;
  leaseMs: number;
  /** Keys of a round. */
  concurrency: number;
  /** Ends a round early. */
  signal: AbortSignal;
}

/** Carries rows that wait in the store, a round of keys at a time. */
export interface Rounds {
  /**
   * Carries round after round of the streams that are not paused, until nothing waits.
   *
   * @throws the store's failure
   */
  carryAll(pausedStreams: Pick<PausedStreams, "isEmpty" | "open" | "pause">): Promise<void>;
  /** Publishes the row of a stream that has waited longest. @returns the fault, if any */
  tryStream(stream: string): Promise<unknown>;
  /** Whether rows waited behind a leased row of their key at the last look; no wake tells when that one is gone. */
  isBlocked(): boolean;
}

/** Keys that were claimed together. */
interface Round {
  claims: readonly OutboxClaim[];
  /** When the lease nears its end, by `performance.now()`. */
  deadline: number;
}

/** Rows of one key that are published under one lease. */
const MAX_ROWS_PER_KEY = 20;

export function createRounds(options: RoundsOptions): Rounds {
  const { outbox, publishKey, holder, leaseMs, concurrency, signal } = options;
  const state = { isBlocked: false };

  async function claim(
    limits: Omit<Parameters<OutboxSource["claim"]>[0], "holder" | "leaseMs">,
  ): Promise<Round> {
    const deadline = performance.now() + leaseMs / 2;
    const { claims, isBlocked } = await outbox.claim({ holder, leaseMs, ...limits });
    state.isBlocked ||= isBlocked;
    return { deadline, claims };
  }

  /** Publishes the keys of a round side by side, and marks it. @returns the faults of its streams */
  async function carry({ claims, deadline }: Round): Promise<Result["faults"]> {
    const { published, rejected, faults } = await publish(claims, deadline);
    await outbox.settle({ holder, keys: claims.map(({ key }) => key), published, rejected });
    return faults;
  }

  async function publish(claims: Round["claims"], deadline: number): Promise<Result> {
    const result = emptyResult();
    await Promise.all(claims.map(({ rows }) => publishKey(rows, deadline, result)));
    return result;
  }

  return {
    async carryAll(pausedStreams) {
      state.isBlocked = false;
      while (!signal.aborted) {
        const streams = pausedStreams.isEmpty() ? undefined : pausedStreams.open();
        const limits = { maxKeys: concurrency, maxRowsPerKey: MAX_ROWS_PER_KEY };
        const round = await claim({ ...limits, ...(streams && { streams }) });
        if (round.claims.length === 0) return;
        const faults = await carry(round);
        if (!signal.aborted) pausedStreams.pause(faults);
      }
    },
    async tryStream(stream) {
      if (signal.aborted) return undefined;
      try {
        const round = await claim({ maxKeys: 1, maxRowsPerKey: 1, streams: [stream] });
        return (await carry(round)).get(stream);
      } catch (error) {
        return error;
      }
    },
    isBlocked: () => state.isBlocked,
  };
}
