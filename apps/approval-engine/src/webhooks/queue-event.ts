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
  const documents = db.collection<WebhookDocumentRecord>(WEBHOOK_DOCUMENTS);
  const _id = webhookDocumentId(owner, refId);
  // Counted first: a sender that finds nothing to send rests only if nothing was counted meanwhile.
  const countedDocument = await documents.findOneAndUpdate(
    { _id },
    { $inc: { queued: 1 }, $setOnInsert: { owner }, $unset: { expiresAt: true } },
    { upsert: true, returnDocument: "after" },
  );
  const queuedTo = countedDocument?.queuedTo ?? 0;
  const rows = await placedRows(db, refId, queuedTo);
  const companyId = companyIdOf(delivery);
  const eventOf = (
    event: Pick<WebhookEventRecord, "eventId" | "type" | "subject" | "body" | "position">,
  ) => ({
    _id: `${owner} ${event.eventId}`,
    owner,
    ...(companyId !== undefined && { companyId }),
    document: _id,
    refId,
    ...event,
    queuedAt: now,
    pending: true as const,
    attempts: 0,
  });
  const events: WebhookEventRecord[] = rows
    .filter(({ subject }) => prefixes.some((prefix) => subject.startsWith(prefix)))
    .map(({ _id: id, position, subject, data }) =>
      eventOf({
        eventId: id,
        type: (data as { type: string }).type,
        subject,
        body: JSON.stringify(data),
        position,
      }),
    );
  if (!events.some((event) => event.eventId === eventId)) {
    const body = Buffer.from(delivery.raw).toString("utf8");
    events.push(eventOf({ eventId, type, subject: delivery.subject, body, position: 0 }));
  }
  const { failures } = await insertMissing(db.collection<WebhookEventRecord>(WEBHOOK_EVENTS), events);
  for (const failure of failures.values()) throw failure;
  const lastPosition = rows.at(-1)?.position ?? queuedTo;
  const { matchedCount } = await documents.updateOne(
    { _id, claimedUntil: { $exists: false } },
    { $set: { claimedUntil: now, queuedTo: lastPosition } },
  );
  // A smaller one, of a consumer beside this one, only has rows read once more.
  if (matchedCount === 0 && lastPosition > queuedTo) {
    await documents.updateOne({ _id }, { $set: { queuedTo: lastPosition } });
  }
}
