import { refIdOf, type Subscription } from "@countersign/bus";
import { consumersOf } from "@countersign/contracts";

import type { StartParts, Timer } from "../shared/feature.ts";
import { queueEvent } from "./queue-event.ts";
import { webhookWorkName } from "./records.ts";
import type { WebhooksConfig } from "./webhooks-config.ts";

/**
 * Queues owners' events until closed, from the same subjects as the owners' own consumers over NATS. Every replica may do so:
 * the broker shares the work.
 *
 * @returns undefined where no owner has a webhook
 */
export async function startWebhooks({
  config,
  db,
  bus,
  clock,
  wakeWork,
}: StartParts<WebhooksConfig | undefined>): Promise<Timer | undefined> {
  if (config === undefined) return undefined;
  const consumers: Subscription[] = [];
  const close = async () => {
    await Promise.all(consumers.map((consumer) => consumer.close()));
  };
  try {
    for (const [owner, webhook] of config.webhooks) {
      const { outcomes, answers, notifications } = consumersOf(owner);
      const ofOwner = [outcomes, answers, ...(webhook.notifications ? [notifications] : [])];
      const prefixes = ofOwner.map(({ filter }) => filter.replace(/>$/u, ""));
      for (const { stream, durable, filter } of ofOwner) {
        const options = { stream, durable: `approval-engine-webhooks-${durable}`, filter, keyOf: refIdOf };
        const consumer = await bus.consume(options, async (delivery) => {
          await queueEvent(db, { owner, prefixes, delivery, now: clock() });
          wakeWork(webhookWorkName(owner));
        });
        consumers.push(consumer);
      }
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}
