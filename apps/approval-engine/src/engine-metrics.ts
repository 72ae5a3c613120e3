import { createRelayMetrics, type RelayEvents, type OutboxSource } from "@countersign/outbox";
import type { Metrics } from "@countersign/service-kit";
import { Counter, Gauge } from "prom-client";

export { countFinishedRuns } from "./runs/index.ts";
export { observeLateness } from "./timers/index.ts";
export { createWebhookMetrics } from "./webhooks/index.ts";

/** How old the number of calendars without holidays may be: it takes a look at the settings of every company. */
const CALENDARS_MS = 600_000;

/** The engine's own metrics, in addition to those of every service. */
export function createEngineMetrics(
  metrics: Pick<Metrics, "registry">,
  outbox: Pick<OutboxSource, "backlog">,
  countWithoutHolidays: () => Promise<number>,
): { relayEvents: RelayEvents; submissionFailed: () => void } {
  const orderFailures = new Counter({
    name: "order_submission_failures_total",
    help: "Submissions on order creation that failed without blocking the creation",
    registers: [metrics.registry],
  });
  let countedAt = Number.NEGATIVE_INFINITY;
  const withoutHolidays: Gauge = new Gauge({
    name: "approval_calendars_without_holidays",
    help: "Calendars that settings name and that have no closed day in the coming 12 months, over all companies",
    registers: [metrics.registry],
    collect: async () => {
      if (performance.now() - countedAt < CALENDARS_MS) return;
      withoutHolidays.set(await countWithoutHolidays());
      countedAt = performance.now();
    },
  });
  return {
    relayEvents: createRelayMetrics(metrics, outbox),
    submissionFailed: () => orderFailures.inc(),
  };
}
