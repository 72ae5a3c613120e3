import type { OutboxSource } from "@countersign/mongo";
import type { Logger } from "@countersign/service-kit";
import type { Bus } from "./bus.ts";

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
  outbox: OutboxSource;
  bus: Pick<Bus, "publish">;
  logger: Pick<Logger, "info" | "warn" | "error">;
  events?: RelayEvents;
  /** How often the outbox is looked at without being woken, in milliseconds. Default 1000. */
  pollMs?: number;
  /** Lease of a key, in milliseconds; longer than a publish may take. Default 30 000. */
  leaseMs?: number;
  /** Keys published side by side. Default 64. */
  concurrency?: number;
}

/** Carries outbox rows to the bus until closed. */
export interface OutboxRelay {
  /** To be called after a commit that wrote outbox rows; never throws, costs nothing when called often. */
  wake(): void;
  /** Stops claiming and waits for the publishes in hand. */
  close(): Promise<void>;
}

export declare function createOutboxRelay(options: OutboxRelayOptions): OutboxRelay;
