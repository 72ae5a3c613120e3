import { createMetrics } from "@countersign/service-kit";
import { expect, it } from "vitest";
import { createBusMetrics } from "./metrics.ts";

it("dead letters, retries and lag are visible as metrics [MSG-DELIVERY-08]", async () => {
  const metrics = createMetrics({ service: "test" });
  const bus = createBusMetrics(metrics);
  const consumer = { stream: "S", durable: "d" };
  bus.deadLettered?.({ ...consumer, subject: "s", reason: "r" });
  bus.deadLetterLost?.({ ...consumer, subject: "s", reason: "r" });
  bus.retried?.({ ...consumer, subject: "s", attempt: 2 });
  bus.pending?.({ ...consumer, messages: 12 });

  const text = await metrics.registry.metrics();
  const valueOf = (name: string) => new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "mu").exec(text)?.[1];
  expect({
    deadLetters: valueOf("bus_dead_letters_total"),
    lost: valueOf("bus_dead_letters_lost_total"),
    retries: valueOf("bus_retries_total"),
    lag: valueOf("bus_consumer_lag_messages"),
  }).toEqual({ deadLetters: "1", lost: "1", retries: "1", lag: "12" });
});
