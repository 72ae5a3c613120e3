import { companyIdOf, type Delivery, MalformedMessage, parseMessage, refIdOf } from "@countersign/bus";
import { LIMITS } from "@countersign/contracts";
import { insertMissing } from "@countersign/mongo";
import { placedRows } from "@countersign/outbox";
import type { Db } from "mongodb";
import { z } from "zod";

import {
  WEBHOOK_DOCUMENTS,
  WEBHOOK_EVENTS,
  type WebhookDocumentRecord,
  webhookDocumentId,
  type WebhookEventRecord,
} from "./records.ts";

/** The fields of an event that a webhook needs; its body goes out as it is. */
const postedEvent = z.object({ id: z.string().min(1).max(LIMITS.eventId), type: z.string() });

/** Where and when something is queued for a receiver. */
export interface QueuePlace {
  receiver: string;
  refId: string;
  companyId: string | undefined;
  now: Date;
}

type QueuedEvent = Pick<WebhookEventRecord, "eventId" | "type" | "subject" | "body" | "position" | "stage">;

/**
 * Queues an event for its owner, and before it whatever the outbox has of its document for the owner: outcomes, answers and
 * notifications come by consumers of their own, and none may pass the other. The same event again is queued once.
 *
 * @param options.prefixes the beginnings of the subjects that the owner is sent
 * @throws MalformedMessage for what is no event about a document
 */
export async function queueEvent(
  db: Pick<Db, "collection">,
  {
    owner,
    prefixes,
    delivery,
    now,
  }: { owner: string; prefixes: readonly string[]; delivery: Delivery; now: Date },
): Promise<void> {
  const { id: eventId, type } = parseMessage(postedEvent, delivery);
  const refId = refIdOf(delivery);
  if (refId === undefined) throw new MalformedMessage("data.refId: required");
  const place = { receiver: owner, refId, companyId: companyIdOf(delivery), now };
  await queueAt(db, place, async (queuedTo) => {
    const rows = await placedRows(db, refId, queuedTo);
    const events: QueuedEvent[] = rows
      .filter(({ subject }) => prefixes.some((prefix) => subject.startsWith(prefix)))
      .map(({ _id: id, position, subject, data }) => ({
        eventId: id,
        type: (data as { type: string }).type,
        subject,
        body: JSON.stringify(data),
        position,
      }));
    if (!events.some((event) => event.eventId === eventId)) {
      const body = Buffer.from(delivery.raw).toString("utf8");
      events.push({ eventId, type, subject: delivery.subject, body, position: 0 });
    }
    return { events, lastPosition: rows.at(-1)?.position ?? queuedTo };
  });
}

/** Queues events of a document for a receiver: those that are there already stay as they are. */
export async function queueAt(
  db: Pick<Db, "collection">,
  { receiver: owner, refId, companyId, now }: QueuePlace,
  eventsAfter: (queuedTo: number) => Promise<{ events: readonly QueuedEvent[]; lastPosition: number }>,
): Promise<void> {
  const documents = db.collection<WebhookDocumentRecord>(WEBHOOK_DOCUMENTS);
  const _id = webhookDocumentId(owner, refId);
  // Counted first: a sender that finds nothing to send rests only if nothing was counted meanwhile.
  const countedDocument = await documents.findOneAndUpdate(
    { _id },
    { $inc: { queued: 1 }, $setOnInsert: { owner }, $unset: { expiresAt: true } },
    { upsert: true, returnDocument: "after" },
  );
  const queuedTo = countedDocument?.queuedTo ?? 0;
  const { events, lastPosition } = await eventsAfter(queuedTo);
  const recordOf = (event: QueuedEvent): WebhookEventRecord => ({
    _id: `${owner} ${event.eventId}`,
    owner,
    ...(companyId !== undefined && { companyId }),
    document: _id,
    refId,
    ...event,
    queuedAt: now,
    pending: true,
    attempts: 0,
  });
  const records = events.map(recordOf);
  const { failures } = await insertMissing(db.collection<WebhookEventRecord>(WEBHOOK_EVENTS), records);
  for (const failure of failures.values()) throw failure;
  const { matchedCount } = await documents.updateOne(
    { _id, claimedUntil: { $exists: false } },
    { $set: { claimedUntil: now, queuedTo: lastPosition } },
  );
  // A smaller one, of a consumer beside this one, only has rows read once more.
  if (matchedCount === 0 && lastPosition > queuedTo) {
    await documents.updateOne({ _id }, { $set: { queuedTo: lastPosition } });
  }
}
