import type { Db, Filter } from "mongodb";

import {
  WEBHOOK_DOCUMENTS,
  WEBHOOK_EVENTS,
  WEBHOOK_PAUSES,
  type WebhookDocumentRecord,
  type WebhookEventRecord,
  type WebhookPauseRecord,
} from "./records.ts";

/** Webhooks to send again: those that match all given conditions. */
export interface WebhookSelection {
  /** Acknowledged or given up at or after this moment. */
  since?: Date | undefined;
  /** Of one document. */
  key?: string | undefined;
  /** Under subjects that begin with one of these. */
  subjectPrefixes?: readonly string[] | undefined;
}

/** Documents that are queued with one command. */
const BATCH = 1_000;

/**
 * Queues webhooks again that have ended, dead letters too: each has its id and body, at its place among the events of its
 * document, and a new time and signature. They do not pass the broker, which would drop what it remembers.
 *
 * @returns their number
 */
export async function sendWebhooksAgain(
  db: Pick<Db, "collection">,
  { since = new Date(0), key, subjectPrefixes }: WebhookSelection,
  now: Date,
): Promise<number> {
  const events = db.collection<WebhookEventRecord>(WEBHOOK_EVENTS);
  const selectedEvents: Filter<WebhookEventRecord> = {
    ...(key !== undefined && { refId: key }),
    ...(subjectPrefixes && {
      $or: subjectPrefixes.map((prefix) => ({ subject: { $gte: prefix, $lt: `${prefix}\u{10FFFF}` } })),
    }),
  };
  const { modifiedCount } = await events.updateMany(
    { ...selectedEvents, endedAt: { $gte: since } },
    { $set: { pending: true }, $unset: { endedAt: true, expiresAt: true, dead: true } },
  );
  const documentIds = new Set<string>();
  // Also what a run of this command left that ended before.
  for await (const { document } of events.find(
    { ...selectedEvents, pending: true },
    { projection: { document: 1 } },
  )) {
    documentIds.add(document);
    if (documentIds.size < BATCH) continue;
    await wakeDocuments(db, [...documentIds], now);
    documentIds.clear();
  }
  await wakeDocuments(db, [...documentIds], now);
  return modifiedCount;
}

async function wakeDocuments(db: Pick<Db, "collection">, ids: readonly string[], now: Date): Promise<void> {
  const documents = db.collection<WebhookDocumentRecord>(WEBHOOK_DOCUMENTS);
  const _id = { $in: [...ids] };
  // As for a new event: counted, then due.
  await documents.updateMany({ _id }, { $inc: { queued: 1 }, $unset: { expiresAt: true } });
  await documents.updateMany({ _id, claimedUntil: { $exists: false } }, { $set: { claimedUntil: now } });
}

/**
 * Ends the pause of a receiver that was gone. What met the answer is sent first, and nothing has spent its time.
 *
 * @param owner - or its chat, `<owner> chat`
 * @returns false if it was not paused
 */
export async function resumeWebhooks(db: Pick<Db, "collection">, owner: string): Promise<boolean> {
  await db
    .collection<WebhookEventRecord>(WEBHOOK_EVENTS)
    .updateMany({ owner, pending: true }, { $unset: { firstTriedAt: true } });
  const { deletedCount } = await db
    .collection<WebhookPauseRecord>(WEBHOOK_PAUSES)
    .deleteOne({ _id: owner, since: { $exists: true } });
  return deletedCount === 1;
}
