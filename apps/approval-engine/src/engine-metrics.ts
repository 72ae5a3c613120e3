import { createRelayMetrics, type RelayEvents, type OutboxSource } from "@countersign/outbox";
import type { Metrics } from "@countersign/service-kit";
import { Counter } from "prom-client";

/** What the engine measures about its messages, beyond what every service measures. */
export function createEngineMetrics(
  metrics: Pick<Metrics, "registry">,
  outbox: Pick<OutboxSource, "backlog">,
): { relayEvents: RelayEvents; submissionFailed: () => void } {
  const orderFailures = new Counter({
    name: "order_submission_failures_total",
    help: "Submissions on order creation that failed without blocking the creation",
    registers: [metrics.registry],
  });
  return {
    relayEvents: createRelayMetrics(metrics, outbox),
    submissionFailed: () => orderFailures.inc(),
  };
}
