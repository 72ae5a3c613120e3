import { type Delivery, refIdOf, type Subscription } from "@countersign/bus";
import { consumersOf, type OwnerConsumer } from "@countersign/contracts";

import type { StartParts, Timer } from "../shared/feature.ts";
import { queueEvent } from "./queue-event.ts";
import { queueStage } from "./queue-stage.ts";
import { chatOf, webhookWorkName } from "./records.ts";
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
  kinds,
  clock,
  wakeWork,
}: StartParts<WebhooksConfig | undefined>): Promise<Timer | undefined> {
  if (config === undefined) return undefined;
  const consumers: Subscription[] = [];
  const close = async () => {
    await Promise.all(consumers.map((consumer) => consumer.close()));
  };
  const consume = async (
    { stream, durable, filter }: OwnerConsumer,
    handle: (delivery: Delivery) => Promise<void>,
  ) => {
    const options = { stream, durable: `approval-engine-webhooks-${durable}`, filter, keyOf: refIdOf };
    consumers.push(await bus.consume(options, handle));
  };
  try {
    for (const [owner, { notifications: target }] of config.webhooks) {
      const { outcomes, answers, notifications } = consumersOf(owner);
      const ofOwner = [outcomes, answers, ...(target === true ? [notifications] : [])];
      const prefixes = ofOwner.map(({ filter }) => filter.replace(/>$/u, ""));
      for (const consumer of ofOwner) {
        await consume(consumer, async (delivery) => {
          await queueEvent(db, { owner, prefixes, delivery, now: clock() });
          wakeWork(webhookWorkName(owner));
        });
      }
      if (typeof target === "boolean") continue;
      await consume(notifications, async (delivery) => {
        const isQueued = await queueStage(db, { owner, kinds, delivery, now: clock() });
        if (isQueued) wakeWork(webhookWorkName(chatOf(owner)));
      });
    }
  } catch (error) {
    await close();
    throw error;
  }
  return { close };
}
