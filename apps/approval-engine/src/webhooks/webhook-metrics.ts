import type { Metrics } from "@countersign/service-kit";
import { Counter, Gauge } from "prom-client";

import type { WebhookResult } from "./records.ts";

/** The metrics of webhooks. */
export interface WebhookMetrics {
  attempted(owner: string, result: WebhookResult): void;
  died(owner: string): void;
}

/**
 * @param owners the receivers: owners, and their chats as `<owner> chat`
 * @param pausedOwners reads those that are paused
 */
export function createWebhookMetrics(
  { registry }: Pick<Metrics, "registry">,
  owners: readonly string[],
  pausedOwners: () => Promise<readonly string[]>,
): WebhookMetrics {
  const registers = [registry];
  const attempts: Counter<"owner" | "result"> = new Counter({
    name: "webhook_attempts_total",
    help: "Attempts to post an event to its owner, by what became of them",
    labelNames: ["owner", "result"],
    registers,
  });
  const deadLetters: Counter<"owner"> = new Counter({
    name: "webhook_dead_letters_total",
    help: "Events that their owner did not take for three days",
    labelNames: ["owner"],
    registers,
  });
  for (const owner of owners) deadLetters.inc({ owner }, 0);
  const pausedGauge: Gauge<"owner"> = new Gauge({
    name: "webhook_paused",
    help: "Whether an owner is sent nothing because its receiver answered that it is gone",
    labelNames: ["owner"],
    registers,
    collect: async () => {
      const names = await pausedOwners();
      for (const owner of owners) pausedGauge.set({ owner }, names.includes(owner) ? 1 : 0);
    },
  });
  return {
    attempted: (owner, result) => attempts.inc({ owner, result }),
    died: (owner) => deadLetters.inc({ owner }),
  };
}
