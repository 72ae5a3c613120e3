import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { OutboxClaim, OutboxRow, OutboxSource } from "@countersign/mongo";
import type { Logger } from "@countersign/service-kit";
import type { Bus } from "./bus.ts";
import { MessageNotAccepted } from "./bus.ts";

/** What the relay tells to whoever measures; every call is cheap. */
export interface RelayEvents {
  /** A row was acknowledged by the broker `lagMs` after it was written. */
  published?: (lagMs: number) => void;
  /** A row can never be published and was set aside. */
  rejected?: (row: { id: string; subject: string; reason: string }) => void;
  /** The broker or the store did not take part; the relay waits `retryInMs`. */
  failed?: (failure: { retryInMs: number }) => void;
}

export interface OutboxRelayOptions {
  outbox: Pick<OutboxSource, "claim" | "settle">;
  bus: Pick<Bus, "publish">;
  logger: Pick<Logger, "warn" | "error">;
  events?: RelayEvents;
  /** How often the outbox is looked at without being woken, in milliseconds. Default 1000. */
  pollMs?: number;
  /** Lease of a key, in milliseconds; longer than a publish may take. Default 30 000. */
  leaseMs?: number;
  /** Keys published side by side. Default 256: a round costs the store about the same for one as for many. */
  concurrency?: number;
}

/** Carries outbox rows to the bus until closed. */
export interface OutboxRelay {
  /** To be called after a commit that wrote outbox rows; never throws, costs nothing when called often. */
  wake(): void;
  /** Stops claiming and waits for the publishes in hand. */
  close(): Promise<void>;
}

/** Rows of one key that are published under one lease. */
const MAX_ROWS_PER_KEY = 50;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 10_000;

/**
 * Starts the relay. Several replicas may run it on one outbox: a key is leased as a whole, its rows go out one after
 * the other, and are marked only after the broker's acknowledgement. When the broker is away the rows stay in the store
 * and the relay waits longer each time, so that nothing piles up in memory.
 */
export function createOutboxRelay(options: OutboxRelayOptions): OutboxRelay {
  const { outbox, bus, logger, events = {}, pollMs = 1_000, leaseMs = 30_000, concurrency = 256 } = options;
  const holder = randomUUID();
  const stop = new AbortController();
  const alarm = createAlarm();
  /** The marking of the round before, while it goes on beside this one. */
  let settling: Promise<void> | undefined;
  const running = run();

  async function run(): Promise<void> {
    let failures = 0;
    while (!stop.signal.aborted) {
      const outcome = await round();
      failures = outcome === "failed" ? failures + 1 : 0;
      if (outcome === "failed") {
        // A wake does not shorten this wait: commits go on while the broker is away.
        const retryInMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS);
        events.failed?.({ retryInMs });
        await delay(retryInMs, undefined, { signal: stop.signal }).catch(() => undefined);
      } else if (outcome === "empty") {
        await alarm.ringsWithin(pollMs);
      }
    }
    await settling?.catch(() => undefined);
  }

  async function settlePrevious(): Promise<void> {
    const previous = settling;
    settling = undefined;
    await previous;
  }

  async function round(): Promise<"empty" | "published" | "failed"> {
    try {
      const claims = await outbox.claim({
        holder,
        leaseMs,
        maxKeys: concurrency,
        maxRowsPerKey: MAX_ROWS_PER_KEY,
      });
      if (claims.length === 0 && settling === undefined) return "empty";
      const deadline = performance.now() + leaseMs / 2;
      const results = await Promise.all(claims.map((claim) => publishKey(claim, deadline)));
      await settlePrevious();
      if (claims.length === 0) return "published";
      settling = outbox.settle({
        holder,
        keys: claims.map(({ key }) => key),
        published: results.flatMap(({ published }) => published),
        rejected: results.flatMap(({ rejected }) => rejected),
      });
      // In a backlog the next keys are claimed and published meanwhile: these stay leased until they are marked.
      if (claims.length < concurrency) await settlePrevious();
      else settling.catch(() => undefined);
      const fault = results.find((result) => result.fault !== undefined)?.fault;
      if (fault === undefined) return "published";
      logger.warn({ err: fault }, "the outbox waits for the broker");
      return "failed";
    } catch (error) {
      logger.warn({ err: error }, "the outbox cannot be read");
      return "failed";
    }
  }

  /** Publishes the rows of a key in order, up to the first that fails or to the time when the lease nears its end. */
  async function publishKey({ rows }: OutboxClaim, deadline: number): Promise<KeyResult> {
    const result: KeyResult = { published: [], rejected: [] };
    for (const row of rows) {
      if (performance.now() > deadline) break;
      try {
        await bus.publish(messageOf(row));
        result.published.push(row.id);
        events.published?.(Date.now() - row.createdAt.getTime());
      } catch (error) {
        if (!(error instanceof MessageNotAccepted)) return { ...result, fault: error };
        const { id, subject } = row;
        result.rejected.push({ id, reason: error.message });
        events.rejected?.({ id, subject, reason: error.message });
        logger.error({ err: error, id, subject }, "an outbox row can never be published and is set aside");
      }
    }
    return result;
  }

  return {
    wake: () => alarm.ring(),
    async close() {
      stop.abort();
      alarm.ring();
      await running;
    },
  };
}

interface KeyResult {
  published: string[];
  rejected: { id: string; reason: string }[];
  /** Why the rest of the rows was not published. */
  fault?: unknown;
}

function messageOf({ id, subject, data, headers }: OutboxRow) {
  return { id, subject, data, ...(headers && { headers }) };
}

/** A bell that remembers that it was rung while nobody waited. */
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
