import { createMetrics } from "@countersign/service-kit";
import { expect, it } from "vitest";
import { createBusMetrics, createRelayMetrics } from "./messaging-metrics.ts";

it("[MSG-DELIVERY-08] dead letters, retries, lag and the outbox are visible as metrics", async () => {
  const metrics = createMetrics({ service: "test" });
  const bus = createBusMetrics(metrics);
  const relay = createRelayMetrics(metrics, { backlog: async () => ({ rows: 7, oldestAgeMs: 2_500 }) });
  const consumer = { stream: "S", durable: "d" };
  bus.deadLettered?.({ ...consumer, subject: "s", reason: "r" });
  bus.deadLetterLost?.({ ...consumer, subject: "s", reason: "r" });
  bus.retried?.({ ...consumer, subject: "s", attempt: 2 });
  bus.pending?.({ ...consumer, messages: 12 });
  relay.published?.(20);
  relay.rejected?.({ id: "1", subject: "s", reason: "r" });
  relay.failed?.({ retryInMs: 100 });

  const text = await metrics.registry.metrics();
  const valueOf = (name: string) => new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "mu").exec(text)?.[1];
  expect({
    deadLetters: valueOf("bus_dead_letters_total"),
    lost: valueOf("bus_dead_letters_lost_total"),
    retries: valueOf("bus_retries_total"),
    lag: valueOf("bus_consumer_lag_messages"),
    published: valueOf("outbox_publish_lag_seconds_sum"),
    rejected: valueOf("outbox_rejected_total"),
    failed: valueOf("outbox_relay_failures_total"),
    backlog: valueOf("outbox_backlog"),
    oldest: valueOf("outbox_oldest_age_seconds"),
  }).toEqual({
    deadLetters: "1",
    lost: "1",
    retries: "1",
    lag: "12",
    published: "0.02",
    rejected: "1",
    failed: "1",
    backlog: "7",
    oldest: "2.5",
  });
});
