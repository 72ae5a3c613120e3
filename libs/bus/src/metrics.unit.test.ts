import { createMetrics } from "@countersign/service-kit";
import { expect, it } from "vitest";
import { createBusMetrics } from "./metrics.ts";

const consumer = { stream: "S", durable: "d" };

function aBus() {
  const { registry } = createMetrics({ service: "test" });
  const events = createBusMetrics({ registry });
  const values = async () => {
    const text = await registry.metrics();
    const valueOf = (name: string) => new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "mu").exec(text)?.[1];
    return {
      deadLetters: valueOf("bus_dead_letters_total"),
      lost: valueOf("bus_dead_letters_lost_total"),
      retries: valueOf("bus_retries_total"),
      lag: valueOf("bus_consumer_lag_messages"),
    };
  };
  return { events, values };
}

it("dead letters, retries and lag are visible as metrics [MSG-DELIVERY-08]", async () => {
  const { events, values } = aBus();
  events.deadLettered?.({ ...consumer, subject: "s", reason: "r" });
  events.deadLetterLost?.({ ...consumer, subject: "s", reason: "r" });
  events.retried?.({ ...consumer, subject: "s", attempt: 2 });
  events.pending?.({ ...consumer, messages: 12 });
  expect(await values()).toEqual({ deadLetters: "1", lost: "1", retries: "1", lag: "12" });
});

it("counters of a consumer begin with 0, so that an alert sees its first dead letter [OPS-6]", async () => {
  const { events, values } = aBus();
  events.consuming?.(consumer);
  expect(await values()).toEqual({ deadLetters: "0", lost: "0", retries: "0", lag: undefined });
  events.deadLettered?.({ ...consumer, subject: "s", reason: "r" });
  expect(await values()).toMatchObject({ deadLetters: "1" });
});
