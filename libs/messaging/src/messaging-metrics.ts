import type { OutboxSource } from "@countersign/mongo";
import type { Metrics } from "@countersign/service-kit";
import { Counter, Gauge, Histogram } from "prom-client";
import type { BusEvents } from "./bus.ts";
import type { RelayEvents } from "./outbox-relay.ts";

const MS_PER_SECOND = 1_000;
const LAG_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120];

/** What the bus measures: dead letters, attempts that failed, and how far each consumer is behind. */
export function createBusMetrics({ registry }: Pick<Metrics, "registry">): BusEvents {
  const labelNames = ["stream", "durable"] as const;
  const registers = [registry];
  const deadLetters = new Counter({
    name: "bus_dead_letters_total",
    help: "Messages that went to the dead letters",
    labelNames,
    registers,
  });
  const lost = new Counter({
    name: "bus_dead_letters_lost_total",
    help: "Messages that were given up and could not be kept as dead letters",
    labelNames,
    registers,
  });
  const retries = new Counter({
    name: "bus_retries_total",
    help: "Attempts at a message that failed and are repeated",
    labelNames,
    registers,
  });
  const lag = new Gauge({
    name: "bus_consumer_lag_messages",
    help: "Messages that a consumer has still to get",
    labelNames,
    registers,
  });
  return {
    deadLettered: ({ stream, durable }) => deadLetters.inc({ stream, durable }),
    deadLetterLost: ({ stream, durable }) => lost.inc({ stream, durable }),
    retried: ({ stream, durable }) => retries.inc({ stream, durable }),
    pending: ({ stream, durable, messages }) => lag.set({ stream, durable }, messages),
  };
}

/** What a relay measures: how long rows wait for the broker, how many wait, and what went wrong. */
export function createRelayMetrics(
  { registry }: Pick<Metrics, "registry">,
  outbox: Pick<OutboxSource, "backlog">,
): RelayEvents {
  const registers = [registry];
  const published = new Histogram({
    name: "outbox_publish_lag_seconds",
    help: "From the commit of an outbox row to the broker's acknowledgement",
    buckets: LAG_BUCKETS_SECONDS,
    registers,
  });
  const rejected = new Counter({
    name: "outbox_rejected_total",
    help: "Outbox rows that can never be published",
    registers,
  });
  const failed = new Counter({
    name: "outbox_relay_failures_total",
    help: "Rounds of the relay that the broker or the store did not take part in",
    registers,
  });
  // Each reads for itself: a registry collects its metrics side by side, so one must not set another.
  const oldestAge: Gauge = new Gauge({
    name: "outbox_oldest_age_seconds",
    help: "Age of the oldest outbox row that is not published",
    registers,
    collect: async () => oldestAge.set((await outbox.backlog()).oldestAgeMs / MS_PER_SECOND),
  });
  const backlog: Gauge = new Gauge({
    name: "outbox_backlog",
    help: "Outbox rows that are not published",
    registers,
    collect: async () => backlog.set((await outbox.backlog()).rows),
  });
  return {
    published: (lagMs) => published.observe(lagMs / MS_PER_SECOND),
    rejected: () => rejected.inc(),
    failed: () => failed.inc(),
  };
}
