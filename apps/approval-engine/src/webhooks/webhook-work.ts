import { doubling } from "@countersign/concurrency";
import { CLOUD_EVENT_CONTENT_TYPE } from "@countersign/contracts";
import { claimDue, type DueWork, putOff, workDue } from "@countersign/mongo/due-work";
import type { WithId } from "mongodb";

import type { StartParts } from "../shared/feature.ts";
import { messageOfStage, messageOfTest, type MessageParts } from "./asked-stage.ts";
import { chatBody } from "./chat-message.ts";
import { type PostOptions, postWebhook } from "./post-webhook.ts";
import { type Receiver, receiversOf } from "./receivers.ts";
import {
  WEBHOOK_DOCUMENTS,
  WEBHOOK_PAUSES,
  type WebhookDocumentRecord,
  type WebhookEventRecord,
  type WebhookPauseRecord,
  webhookWorkName,
} from "./records.ts";
import { FIRST, NotTaken, sendOldest } from "./send-oldest.ts";
import { signatureHeaders } from "./signature.ts";
import { createWebhookMetrics, type WebhookMetrics } from "./webhook-metrics.ts";
import type { WebhooksConfig } from "./webhooks-config.ts";

/** How long a document belongs to the replica that sends its event: longer than an attempt takes, in milliseconds. */
const CLAIM_MS = 60_000;
/** Wait of a document after its failures: from 5 seconds to 6 hours. */
const retryMs = doubling(5_000, 6 * 60 * 60 * 1_000);
/** Webhooks that a replica posts to one owner at a time. To a chat, which takes one a second, it posts one after the other. */
const SENDERS = 4;

type WorkParts = Pick<StartParts, "db" | "logger" | "settingsDefaults"> &
  Pick<WebhooksConfig, "allowsPrivate" | "consoleUrl"> & { metrics: WebhookMetrics };

/** Posts events: a work for each receiver, so that a slow one delays nobody else. */
export function webhookWork({
  config,
  db,
  logger,
  metrics,
  settingsDefaults,
}: Pick<
  StartParts<WebhooksConfig | undefined>,
  "config" | "db" | "logger" | "metrics" | "settingsDefaults"
>): DueWork[] {
  if (config === undefined) return [];
  const { allowsPrivate, consoleUrl } = config;
  const receivers = receiversOf(config);
  const pausedReceivers = async () => {
    const pauses = await db
      .collection<WebhookPauseRecord>(WEBHOOK_PAUSES)
      .find({ since: { $exists: true } })
      .toArray();
    return pauses.map(({ _id }) => _id);
  };
  const names = receivers.map(({ name }) => name);
  const parts = {
    db,
    logger,
    settingsDefaults,
    allowsPrivate,
    consoleUrl,
    metrics: createWebhookMetrics(metrics, names, pausedReceivers),
  };
  return receivers.map((receiver) => workOf(parts, receiver));
}

function workOf(parts: WorkParts, receiver: Receiver): DueWork {
  const { db, logger, metrics, allowsPrivate } = parts;
  const { name: owner } = receiver;
  const documents = db.collection<WebhookDocumentRecord>(WEBHOOK_DOCUMENTS);
  const pauses = db.collection<WebhookPauseRecord>(WEBHOOK_PAUSES);
  const tellFailed = (err: unknown, retryInMs: number, document?: string) => {
    const about = err instanceof NotTaken ? { reason: err.message } : { err };
    logger.warn({ ...about, owner, document, retryInMs }, "a webhook is tried again");
  };

  async function send(
    row: WithId<WebhookDocumentRecord>,
    clock: () => Date,
    stopping: AbortSignal,
  ): Promise<void> {
    try {
      await sendOldest(
        {
          db,
          post: async (event, sentAt) => {
            const content = await contentOf(parts, receiver, event, sentAt);
            if (content === undefined) return "vain";
            const options: PostOptions = { allowsPrivate, signal: stopping };
            const { result, retryAfterMs } = await postWebhook({ url: receiver.url, ...content }, options);
            if (receiver.chat && retryAfterMs !== undefined) await leaveAlone(clock(), retryAfterMs);
            return result;
          },
          attempted: (result) => metrics.attempted(owner, result),
          died: ({ eventId, refId, type, lastResult }) => {
            metrics.died(owner);
            logger.error(
              { owner, eventId, refId, type, lastResult },
              "an owner did not take an event for three days",
            );
          },
          clock,
        },
        row,
      );
    } catch (error) {
      const retryInMs = retryMs((row.failures ?? 0) + 1);
      tellFailed(error, retryInMs, row._id);
      await putOff(documents, row, new Date(clock().getTime() + retryInMs));
    }
  }

  // The limit is the whole chat's: none of its documents is tried before.
  const leaveAlone = (now: Date, ms: number) =>
    pauses.updateOne({ _id: owner }, { $set: { until: new Date(now.getTime() + ms) } }, { upsert: true });
  const isPaused = async (now: Date) => {
    const pause = await pauses.findOne({ _id: owner });
    return pause !== null && (pause.since !== undefined || (pause.until?.getTime() ?? 0) > now.getTime());
  };
  const claim = async (now: Date, until: Date) =>
    (await isPaused(now)) ? undefined : claimDue(documents, { filter: { owner }, now, until });

  return {
    collection: WEBHOOK_DOCUMENTS,
    name: webhookWorkName(owner),
    async workRound({ clock, stopping, pauseMs }) {
      try {
        const now = clock();
        // A read alone, because the look finds what is due of any owner.
        const due = { owner, claimedUntil: { $lte: now } };
        const oldestRow = await documents.findOne(due, { sort: { claimedUntil: 1 } });
        if (oldestRow === null || (await isPaused(now))) return;
        if (oldestRow.claimedUntil?.getTime() === FIRST.getTime()) {
          const row = await claim(now, new Date(now.getTime() + CLAIM_MS));
          if (row) await send(row, clock, stopping);
        }
        await workDue({
          claim,
          work: async (row) => {
            await send(row, clock, stopping);
            return !stopping.aborted;
          },
          claimMs: CLAIM_MS,
          clock,
          atOnce: receiver.chat ? 1 : SENDERS,
        });
      } catch (error) {
        tellFailed(error, pauseMs);
      }
    },
  };
}

/** The content of a POST: of the event, signed for this attempt, or of a chat's message; undefined where nobody is to hear of it any more. */
async function contentOf(
  { db, settingsDefaults, consoleUrl = "" }: WorkParts,
  { chat, secrets }: Receiver,
  { eventId: id, body, stage, companyId = "" }: WebhookEventRecord,
  sentAt: Date,
): Promise<{ headers: Record<string, string>; body: string } | undefined> {
  if (chat === undefined) {
    const contentType = { "content-type": CLOUD_EVENT_CONTENT_TYPE };
    return {
      headers: { ...contentType, ...USER_AGENT, ...signatureHeaders({ id, sentAt, body }, secrets) },
      body,
    };
  }
  const messageParts: MessageParts = { db, settingsDefaults, consoleUrl, target: chat };
  const message = stage
    ? await messageOfStage(messageParts, stage)
    : await messageOfTest(messageParts, { companyId, by: testerIn(body) });
  if (message === undefined) return undefined;
  return {
    headers: { "content-type": "application/json", ...USER_AGENT },
    body: chatBody(chat.format, message),
  };
}

const USER_AGENT = { "user-agent": "Countersign" };

const testerIn = (body: string): string => (JSON.parse(body) as { data: { by: string } }).data.by;
