import { createMetrics } from "@countersign/service-kit";
import { expect, it } from "vitest";
import { createRelayMetrics } from "./metrics.ts";

it("the outbox is visible as metrics [MSG-DELIVERY-08]", async () => {
  const metrics = createMetrics({ service: "test" });
  const relay = createRelayMetrics(metrics, { backlog: async () => ({ rows: 7, oldestAgeMs: 2_500 }) });
  relay.published?.(20);
  relay.rejected?.({ id: "1", subject: "s", reason: "r" });
  relay.failed?.({ retryInMs: 100 });

  const text = await metrics.registry.metrics();
  const valueOf = (name: string) => new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)$`, "mu").exec(text)?.[1];
  expect({
    published: valueOf("outbox_publish_lag_seconds_sum"),
    rejected: valueOf("outbox_rejected_total"),
    failed: valueOf("outbox_relay_failures_total"),
    backlog: valueOf("outbox_backlog"),
    oldest: valueOf("outbox_oldest_age_seconds"),
  }).toEqual({ published: "0.02", rejected: "1", failed: "1", backlog: "7", oldest: "2.5" });
});
