import { randomUUID } from "node:crypto";
import type { Bus } from "@countersign/bus";
import { doubling, repeat, type RepeatOptions } from "@countersign/concurrency";
import type { Logger } from "@countersign/service-kit";
import { createOwnRows, type RowLease } from "./own-rows.ts";
import { createPublisher, emptyResult, type RelayEvents, type Result } from "./publisher.ts";
import { ALL_STREAMS, type OutboxClaim, type OutboxSource } from "./source.ts";

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
/** Rows of one key that are published under one lease. */
const MAX_ROWS_PER_KEY = 20;
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
  const alarm = createAlarm();
  /** Paused streams, and the trials of each. */
  const paused = new Map<string, Promise<void>>();
  const publishKey = createPublisher({ bus, logger, events, signal: stop.signal });
  /** Whether rows wait behind a leased row of their key; no wake tells when that one is gone. */
  let isBlocked = false;
  const ownRows = createOwnRows({
    outbox,
    logger,
    publishKey,
    holder,
    leaseMs,
    capacity: concurrency * OWN_ROWS_PER_PUBLISHER,
    settled: (faults) => {
      for (const [stream, fault] of faults) pause(stream, fault);
    },
  });
  const running = run();

  function withBackOff(about: object): RepeatOptions {
    return {
      waitMs: doubling(FIRST_RETRY_MS, LONGEST_RETRY_MS),
      signal: stop.signal,
      failed: (error, retryInMs) => {
        logger.warn({ ...about, err: error, retryInMs }, "the outbox waits for the broker or the store");
        events.failed?.({ retryInMs });
      },
    };
  }

  async function run(): Promise<void> {
    let blockedMs = FIRST_LOOK_AT_BLOCKED_MS;
    while (!stop.signal.aborted) {
      // A wake does not shorten its waits: commits go on while the broker is away. It fails when the relay is closed.
      await repeat(carryAll, withBackOff({})).catch(() => undefined);
      const waitMs = isBlocked ? Math.min(blockedMs, pollMs) : pollMs;
      blockedMs = isBlocked ? blockedMs * 2 : FIRST_LOOK_AT_BLOCKED_MS;
      if (!stop.signal.aborted) await alarm.ringsWithin(waitMs);
    }
    await ownRows.close();
    await Promise.all(paused.values());
  }

  /** Pauses a stream until it takes a row. */
  function pause(stream: string, fault: unknown): void {
    let known: unknown = fault;
    const attempt = async () => {
      const err = known ?? (await tryStream(stream));
      known = undefined;
      if (err !== undefined) throw err;
    };
    const trials = async () => {
      await repeat(attempt, withBackOff({ stream })).catch(() => undefined);
      paused.delete(stream);
      alarm.ring();
    };
    if (!paused.has(stream)) paused.set(stream, trials());
  }

  /** Publishes the row that has waited longest. @returns the fault, if any */
  async function tryStream(stream: string): Promise<unknown> {
    if (stop.signal.aborted) return undefined;
    try {
      const round = await claim({ maxKeys: 1, maxRowsPerKey: 1, streams: [stream] });
      const faults: Result["faults"] = new Map();
      await carry(round, faults);
      return faults.get(stream);
    } catch (error) {
      return error;
    }
  }

  /**
   * Carries round after round until nothing waits.
   *
   * @throws the store's failure
   */
  async function carryAll(): Promise<void> {
    isBlocked = false;
    for (let round = await claimOpen(); round.claims.length > 0; round = await claimOpen()) {
      const faults: Result["faults"] = new Map();
      await carry(round, faults);
      if (stop.signal.aborted) return;
      for (const [stream, fault] of faults) pause(stream, fault);
    }
  }

  type Limits = Omit<Parameters<OutboxSource["claim"]>[0], "holder" | "leaseMs">;

  async function claim(limits: Limits): Promise<Round> {
    const deadline = performance.now() + leaseMs / 2;
    const { claims, isBlocked: isAnyBlocked } = await outbox.claim({ holder, leaseMs, ...limits });
    isBlocked ||= isAnyBlocked;
    return { deadline, claims };
  }

  /** Claims rows of the streams that are not paused. */
  function claimOpen(): Promise<Round> {
    return claim({
      maxKeys: concurrency,
      maxRowsPerKey: MAX_ROWS_PER_KEY,
      ...(paused.size > 0 && { streams: ALL_STREAMS.filter((stream) => !paused.has(stream)) }),
    });
  }

  /**
   * Publishes the keys of a round side by side, and marks it.
   *
   * @param faults of the streams whose rows are not tried; gets further ones
   */
  async function carry({ claims, deadline }: Round, faults: Result["faults"]): Promise<void> {
    const result = emptyResult(faults);
    await Promise.all(claims.map(({ rows }) => publishKey(rows, deadline, result)));
    const { published, rejected } = result;
    await outbox.settle({ holder, keys: claims.map(({ key }) => key), published, rejected });
  }

  return {
    wake: () => alarm.ring(),
    lease: () => (stop.signal.aborted || paused.size > 0 ? undefined : ownRows.lease()),
    async close() {
      stop.abort();
      alarm.ring();
      await running;
    },
  };
}

/** Keys that were claimed together. */
interface Round {
  claims: readonly OutboxClaim[];
  /** When the lease nears its end, by `performance.now()`. */
  deadline: number;
}

/** An alarm that remembers a ring while nobody waited. */
function createAlarm() {
  let rung = false;
  let wakeUp: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wakeUp?.();
    },
    ringsWithin: (ms: number) =>
      new Promise<void>((resolve) => {
        const finish = () => {
          clearTimeout(timer);
          rung = false;
          wakeUp = undefined;
          resolve();
        };
        const timer = setTimeout(finish, ms);
        wakeUp = finish;
        if (rung) finish();
      }),
  };
}
