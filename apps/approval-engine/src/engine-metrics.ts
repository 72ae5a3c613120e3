import { createRelayMetrics, type RelayEvents, type OutboxSource } from "@countersign/outbox";
import type { Metrics } from "@countersign/service-kit";
import { Counter } from "prom-client";

/** The engine's own metrics about its messages, in addition to those of every service. */
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
