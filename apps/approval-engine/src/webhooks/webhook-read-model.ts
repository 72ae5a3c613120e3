import type { Db } from "mongodb";

import { type Caller, assertSeesEverything } from "../shared/caller.ts";
import {
  WEBHOOK_EVENTS,
  WEBHOOK_PAUSES,
  WEBHOOK_TEST,
  type WebhookEventRecord,
  type WebhookPauseRecord,
  type WebhookResult,
} from "./records.ts";
import { type Receiver, receiversOf } from "./receivers.ts";
import type { ChatTarget, WebhooksConfig } from "./webhooks-config.ts";

interface ListedDelivery {
  at: Date;
  type: string;
  refId: string | null;
  result: Uppercase<WebhookResult>;
  attempt: number;
}

/** A webhook, or a chat, as administrators see it. */
export interface ListedWebhook {
  owner: string;
  chat: Uppercase<ChatTarget["format"]> | null;
  host: string;
  state: "OK" | "RETRYING" | "PAUSED";
  since: Date | null;
  pending: number;
  lastDeliveries: ListedDelivery[];
}

export interface WebhookReadModel {
  /** @throws DomainError `FORBIDDEN` unless the caller is privileged or an auditor */
  list(caller: Caller): Promise<ListedWebhook[]>;
}

const DELIVERIES = 20;
const PENDING_MAX = 10_000;

export function createWebhookReadModel(
  db: Pick<Db, "collection">,
  config: WebhooksConfig | undefined,
): WebhookReadModel {
  const events = db.collection<WebhookEventRecord>(WEBHOOK_EVENTS);
  const pauses = db.collection<WebhookPauseRecord>(WEBHOOK_PAUSES);

  async function deliveriesOf(owner: string, companyId: string): Promise<ListedDelivery[]> {
    const triedEvents = await events
      .find({ owner, companyId, triedAt: { $exists: true } }, { projection: { body: 0 } })
      .sort({ triedAt: -1 })
      .limit(DELIVERIES)
      .toArray();
    return triedEvents.flatMap(({ triedAt, type, refId, lastResult, attempts }) =>
      triedAt === undefined || lastResult === undefined
        ? []
        : {
            at: triedAt,
            type,
            refId: type === WEBHOOK_TEST ? null : refId,
            result: lastResult.toUpperCase() as Uppercase<WebhookResult>,
            attempt: attempts,
          },
    );
  }

  async function listedWebhook(
    { companyId }: Caller,
    { name, owner, url, chat }: Receiver,
  ): Promise<ListedWebhook> {
    const [pause, oldestFailing, pending, lastDeliveries] = await Promise.all([
      pauses.findOne({ _id: name }),
      events.findOne(
        { owner: name, pending: true, firstTriedAt: { $exists: true } },
        { sort: { firstTriedAt: 1 }, projection: { firstTriedAt: 1 } },
      ),
      events.countDocuments({ owner: name, pending: true }, { limit: PENDING_MAX }),
      deliveriesOf(name, companyId),
    ]);
    return {
      owner,
      chat: chat ? (chat.format.toUpperCase() as Uppercase<ChatTarget["format"]>) : null,
      host: url.host,
      state: pause?.since ? "PAUSED" : oldestFailing ? "RETRYING" : "OK",
      since: pause?.since ?? oldestFailing?.firstTriedAt ?? null,
      pending,
      lastDeliveries,
    };
  }

  return {
    list: async (caller) => {
      assertSeesEverything(caller);
      return Promise.all(receiversOf(config).map((receiver) => listedWebhook(caller, receiver)));
    },
  };
}
