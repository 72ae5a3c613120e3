import type { Db, UpdateFilter, WithId } from "mongodb";

import type { PostResult } from "./post-webhook.ts";
import {
  DOCUMENT_KEPT_MS,
  EVENT_KEPT_MS,
  WEBHOOK_DOCUMENTS,
  WEBHOOK_EVENTS,
  WEBHOOK_PAUSES,
  type WebhookDocumentRecord,
  type WebhookEventRecord,
  type WebhookPauseRecord,
  type WebhookResult,
} from "./records.ts";

/** An event that no attempt has brought over for so long is a dead letter, in milliseconds. */
const GIVE_UP_MS = 3 * 24 * 60 * 60 * 1_000;
/** Before every time: what met 410 is due since then, and is sent alone before everything else. */
export const FIRST = new Date(0);

export interface SendOldestParts {
  db: Pick<Db, "collection">;
  /** Posts an event once; `vain` where nobody is to hear of it any more. */
  post: (event: WebhookEventRecord, sentAt: Date) => Promise<PostResult | "vain">;
  /** Hears what became of an attempt. */
  attempted: (result: WebhookResult) => void;
  /** Hears of a dead letter. */
  died: (event: WebhookEventRecord) => void;
  clock: () => Date;
}

type Row = WithId<WebhookDocumentRecord>;

/** The receiver did not take an event, which waits for another attempt. */
export class NotTaken extends Error {
  override readonly name = "NotTaken";
}

/**
 * Sends the oldest waiting event of a claimed document. A process that dies between the receiver's answer and the mark leaves
 * an event that is sent once more, with the same id. After 410 the owner is paused, and the event is the first when it
 * resumes.
 *
 * @throws NotTaken where the event stays the document's oldest
 */
export async function sendOldest(parts: SendOldestParts, row: Row): Promise<void> {
  const { db, clock } = parts;
  const events = db.collection<WebhookEventRecord>(WEBHOOK_EVENTS);
  const event = await events.findOne({ document: row._id, pending: true }, { sort: { position: 1, _id: 1 } });
  if (event === null) return rest(parts, row);
  const sentAt = clock();
  const result = await parts.post(event, sentAt);
  // Another replica sends it at once.
  if (result === "stopped") return goOn(parts, row, clock());
  if (result === "vain") {
    await events.deleteOne({ _id: event._id, pending: true });
    return goOn(parts, row, clock());
  }
  parts.attempted(result);
  if (result === "ok") {
    await endEvent(parts, event, { lastResult: result, triedAt: sentAt, dead: false });
    return goOn(parts, row, clock());
  }
  const firstTriedAt = event.firstTriedAt ?? sentAt;
  await events.updateOne(
    { _id: event._id, pending: true },
    { $set: { firstTriedAt, triedAt: sentAt, lastResult: result }, $inc: { attempts: 1 } },
  );
  if (result === "gone") {
    await pauseOwner(parts, row.owner);
    return goOn(parts, row, FIRST);
  }
  if (sentAt.getTime() - firstTriedAt.getTime() < GIVE_UP_MS) {
    throw new NotTaken(`the receiver did not take the event: ${result}`);
  }
  await endEvent(parts, event, { lastResult: result, dead: true });
  parts.died(event);
  return goOn(parts, row, clock());
}

/** Ends an event that was acknowledged, or is given up. */
async function endEvent(
  { db, clock }: SendOldestParts,
  { _id }: WebhookEventRecord,
  fields: Pick<WebhookEventRecord, "lastResult" | "dead"> & { triedAt?: Date },
): Promise<void> {
  const endedAt = clock();
  const expiresAt = new Date(endedAt.getTime() + EVENT_KEPT_MS);
  await db.collection<WebhookEventRecord>(WEBHOOK_EVENTS).updateOne(
    { _id, pending: true },
    {
      $set: { ...fields, endedAt, expiresAt },
      $unset: { pending: true, firstTriedAt: true },
      ...(fields.dead === false && { $inc: { attempts: 1 } }),
    },
  );
}

async function pauseOwner({ db, clock }: SendOldestParts, owner: string): Promise<void> {
  await db
    .collection<WebhookPauseRecord>(WEBHOOK_PAUSES)
    .updateOne({ _id: owner }, { $set: { since: clock() } }, { upsert: true });
}

/** Changes a document that is still claimed as it was. @returns whether it was */
async function changeClaimed(
  { db }: SendOldestParts,
  { _id, claimedUntil }: Row,
  change: UpdateFilter<WebhookDocumentRecord>,
  filter: { queued?: number } = {},
): Promise<boolean> {
  const { matchedCount } = await db
    .collection<WebhookDocumentRecord>(WEBHOOK_DOCUMENTS)
    .updateOne({ _id, claimedUntil: claimedUntil!, ...filter }, change);
  return matchedCount === 1;
}

/** Lets the document's next event be sent. */
async function goOn(parts: SendOldestParts, row: Row, at: Date): Promise<void> {
  await changeClaimed(parts, row, { $set: { claimedUntil: at }, $unset: { failures: true } });
}

/** Takes the document out of the queue, unless something was queued since it was claimed. */
async function rest(parts: SendOldestParts, row: Row): Promise<void> {
  const now = parts.clock();
  const change = {
    $set: { expiresAt: new Date(now.getTime() + DOCUMENT_KEPT_MS) },
    $unset: { claimedUntil: true, failures: true } as const,
  };
  if (!(await changeClaimed(parts, row, change, { queued: row.queued }))) await goOn(parts, row, now);
}
