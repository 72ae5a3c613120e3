import { doubling } from "@countersign/concurrency";
import { CLOUD_EVENT_CONTENT_TYPE } from "@countersign/contracts";
import { claimDue, type DueWork, putOff, workDue } from "@countersign/mongo/due-work";
import type { WithId } from "mongodb";

import type { StartParts } from "../shared/feature.ts";
import { postWebhook } from "./post-webhook.ts";
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
import type { OwnerWebhook, WebhooksConfig } from "./webhooks-config.ts";

/** How long a document belongs to the replica that sends its event: longer than an attempt takes, in milliseconds. */
const CLAIM_MS = 60_000;
/** Wait of a document after its failures: from 5 seconds to 6 hours. */
const retryMs = doubling(5_000, 6 * 60 * 60 * 1_000);
/** Webhooks that a replica posts to one owner at a time. */
const SENDERS = 4;

type WorkParts = Pick<StartParts, "db" | "logger"> & { metrics: WebhookMetrics; allowsPrivate: boolean };

/** Posts owners' events: a work for each owner, so that a slow receiver delays nobody else. */
export function webhookWork({
  config,
  db,
  logger,
  metrics,
}: Pick<StartParts<WebhooksConfig | undefined>, "config" | "db" | "logger" | "metrics">): DueWork[] {
  if (config === undefined) return [];
  const { webhooks, allowsPrivate } = config;
  const pausedOwners = async () => {
    const pauses = await db.collection<WebhookPauseRecord>(WEBHOOK_PAUSES).find().toArray();
    return pauses.map(({ _id }) => _id);
  };
  const parts = {
    db,
    logger,
    allowsPrivate,
    metrics: createWebhookMetrics(metrics, [...webhooks.keys()], pausedOwners),
  };
  return [...webhooks].map(([owner, webhook]) => workOf(parts, owner, webhook));
}

function workOf(parts: WorkParts, owner: string, webhook: OwnerWebhook): DueWork {
  const { db, logger, metrics, allowsPrivate } = parts;
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
          post: (event, sentAt) => post(webhook, event, { sentAt, allowsPrivate, signal: stopping }),
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

  const isPaused = async () => (await pauses.findOne({ _id: owner })) !== null;
  const claim = async (now: Date, until: Date) =>
    (await isPaused()) ? undefined : claimDue(documents, { filter: { owner }, now, until });

  return {
    collection: WEBHOOK_DOCUMENTS,
    name: webhookWorkName(owner),
    async workRound({ clock, stopping, pauseMs }) {
      try {
        const now = clock();
        // A read alone, because the look finds what is due of any owner.
        const due = { owner, claimedUntil: { $lte: now } };
        const oldestRow = await documents.findOne(due, { sort: { claimedUntil: 1 } });
        if (oldestRow === null || (await isPaused())) return;
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
          atOnce: SENDERS,
        });
      } catch (error) {
        tellFailed(error, pauseMs);
      }
    },
  };
}

/** Posts an event, signed for this attempt. */
function post(
  { url, secrets }: OwnerWebhook,
  { eventId: id, body }: WebhookEventRecord,
  { sentAt, ...options }: { sentAt: Date; allowsPrivate: boolean; signal: AbortSignal },
) {
  const headers = {
    "content-type": CLOUD_EVENT_CONTENT_TYPE,
    "user-agent": "Countersign",
    ...signatureHeaders({ id, sentAt, body }, secrets),
  };
  return postWebhook({ url, headers, body }, options);
}
