import type { Metrics } from "@countersign/service-kit";
import { Counter, Gauge, Histogram } from "prom-client";
import type { RelayEvents } from "./publisher.ts";
import type { OutboxSource } from "./source.ts";

const MS_PER_SECOND = 1_000;
const LAG_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120];

/** Measures how long rows wait for the broker, how many wait, and failures of the relay. */
export function createRelayMetrics(
  { registry }: Pick<Metrics, "registry">,
  outbox: Pick<OutboxSource, "backlog">,
): RelayEvents {
  const registers = [registry];
  const publishLag = new Histogram({
    name: "outbox_publish_lag_seconds",
    help: "From the commit of an outbox row to the broker's acknowledgement",
    buckets: LAG_BUCKETS_SECONDS,
    registers,
  });
  const rejectedRows = new Counter({
    name: "outbox_rejected_total",
    help: "Outbox rows that can never be published",
    registers,
  });
  const failedRounds = new Counter({
    name: "outbox_relay_failures_total",
    help: "Rounds of the relay that the broker or the store did not take part in",
    registers,
  });
  // Each reads for itself, because a registry collects its metrics side by side and one must not set another.
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
    published: (lagMs) => publishLag.observe(lagMs / MS_PER_SECOND),
    rejected: () => rejectedRows.inc(),
    failed: () => failedRounds.inc(),
  };
}
