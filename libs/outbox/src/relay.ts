import { randomUUID } from "node:crypto";
import type { Bus } from "@countersign/bus";
import { doubling, type RepeatOptions } from "@countersign/concurrency";
import { startRepeating } from "@countersign/mongo/due-work";
import type { Logger } from "@countersign/service-kit";
import { createOwnRows, type RowLease } from "./own-rows.ts";
import { createPausedStreams } from "./paused-streams.ts";
import { createPublisher, type RelayEvents } from "./publisher.ts";
import { createRounds } from "./rounds.ts";
import type { OutboxSource } from "./source.ts";

export interface OutboxRelayOptions {
  outbox: Pick<OutboxSource, "claim" | "settle">;
  bus: Pick<Bus, "publish">;
  logger: Pick<Logger, "warn" | "error">;
  events?: RelayEvents;
  /** Interval of polls of the outbox without a wake, in milliseconds. Default 1000. */
  pollMs?: number;
  /** Lease of a key, in milliseconds; more than twice what a publish may take. Default 10 000. */
  leaseMs?: number;
  /** Keys published side by side, and claimed at once. Default 256. */
  concurrency?: number;
}

/** Carries outbox rows to the bus until closed. */
export interface OutboxRelay {
  /** To be called after a commit that wrote rows without a lease. Never throws; cheap when called often. */
  wake(): void;
  /**
   * A lease for rows that a transaction is about to write, with which the relay publishes them at their commit.
   *
   * @returns undefined while it cannot: a stream is paused, too many rows are in progress, or the relay is closed
   */
  lease(): RowLease | undefined;
  /** Stops claiming and waits for the publishes in progress. */
  close(): Promise<void>;
}

/** Rows of this process's own transactions in progress, for each key that is published at a time. */
const OWN_ROWS_PER_PUBLISHER = 2;
/** First wait for a leased row that others wait behind; it doubles. Its relay needs some milliseconds, or has died. */
const FIRST_LOOK_AT_BLOCKED_MS = 10;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;

/**
 * Starts the relay. Several replicas may run it on one outbox: a key is leased as a whole, its rows go out one after
 * the other, and are marked only after the broker's acknowledgement. A stream that refuses a row is paused: its rows stay
 * in the store, and the relay tries one row after a growing wait. Meanwhile rows of other streams go on, also those of
 * the same keys.
 */
export function createOutboxRelay(options: OutboxRelayOptions): OutboxRelay {
  const { outbox, bus, logger, events = {}, pollMs = 1_000, leaseMs = 10_000, concurrency = 256 } = options;
  const holder = randomUUID();
  const stop = new AbortController();
  const { signal } = stop;
  const publishKey = createPublisher({ bus, logger, events, signal });
  const rounds = createRounds({ outbox, publishKey, holder, leaseMs, concurrency, signal });

  const waitMs = doubling(FIRST_RETRY_MS, LONGEST_RETRY_MS);
  const failedAbout =
    (about: object): NonNullable<RepeatOptions["failed"]> =>
    (error, retryInMs) => {
      logger.warn({ ...about, err: error, retryInMs }, "the outbox waits for the broker or the store");
      events.failed?.({ retryInMs });
    };
  const pausedStreams = createPausedStreams({
    tryStream: (stream) => rounds.tryStream(stream),
    waits: (stream) => ({ waitMs, signal, failed: failedAbout({ stream }) }),
    resumed: () => carrying.wake(),
  });
  const carrying = startRepeating({
    work: () => rounds.carryAll(pausedStreams),
    pauseMs: pauseUnlessBlocked(pollMs, () => rounds.isBlocked()),
    // A wake does not shorten these waits: commits go on while the broker is away.
    retryMs: waitMs,
    failed: failedAbout({}),
  });
  const ownRows = createOwnRows({
    outbox,
    logger,
    publishKey,
    holder,
    leaseMs,
    capacity: concurrency * OWN_ROWS_PER_PUBLISHER,
    settled: (faults) => pausedStreams.pause(faults),
  });

  return {
    wake: () => carrying.wake(),
    lease: () => (signal.aborted || !pausedStreams.isEmpty() ? undefined : ownRows.lease()),
    async close() {
      stop.abort();
      await carrying.close();
      await ownRows.close();
      await pausedStreams.ended();
    },
  };
}

/** The wait between two looks: the poll's interval, or less where a look found rows behind a leased one. */
function pauseUnlessBlocked(pollMs: number, isBlocked: () => boolean): () => number {
  const blockedMs = doubling(FIRST_LOOK_AT_BLOCKED_MS, pollMs);
  let looks = 0;
  return () => {
    looks = isBlocked() ? looks + 1 : 0;
    return looks === 0 ? pollMs : blockedMs(looks);
  };
}
