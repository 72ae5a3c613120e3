import { isDuplicateKey, toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";

import type { UserRecord, WorkflowNotificationRecord } from "../shared/records.ts";
import { nextDigest } from "./digest-time.ts";
import { freeDaysOf } from "./free-days.ts";
import { categoryOf, whenOf } from "./preferences.ts";
import {
  MAIL_ROWS,
  MAIL_USERS,
  type MailRowRecord,
  mailUserId,
  type MailUserRecord,
  PREFERENCES,
  type PreferencesRecord,
} from "./records.ts";

/** Requests that reach a user within this time are one mail (contract-3, TIME-5). */
const GATHER_MS = 60_000;

/**
 * Queues the mail of a notification, as its recipient wants it. The same notification again is queued once.
 *
 * @param notificationId - of a stored notification; one that is gone, or read already, is not mailed
 */
export async function queueMail(
  db: Pick<Db, "collection">,
  notificationId: string,
  now: Date,
): Promise<void> {
  const _id = toObjectId(notificationId);
  const found = await db
    .collection<WorkflowNotificationRecord>("workflow_notifications")
    .findOne({ _id, deletedAt: null });
  if (found === null || found.read) return;
  const { companyId, userId, createdAt, event, part } = found;
  const own = await db.collection<PreferencesRecord>(PREFERENCES).findOne({ companyId, userId });
  const category = categoryOf({ event, part });
  const when = whenOf(own?.preferences, "EMAIL", category);
  if (when === "OFF") return;
  const digest = when === "DIGEST";
  const due = digest ? await digestOf(db, found, now) : dueAt(category, now);
  const row: MailRowRecord = {
    _id,
    companyId,
    userId,
    category,
    digest,
    createdAt,
    dueAt: due,
    claimedUntil: due,
  };
  try {
    await db.collection<MailRowRecord>(MAIL_ROWS).insertOne(row);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

const dueAt = (category: MailRowRecord["category"], now: Date): Date =>
  category === "ASKED" ? new Date(now.getTime() + GATHER_MS) : now;

async function digestOf(
  db: Pick<Db, "collection">,
  { companyId, userId }: Pick<WorkflowNotificationRecord, "companyId" | "userId">,
  now: Date,
): Promise<Date> {
  const user = await db
    .collection<UserRecord & { timeZone?: string | null }>("users")
    .findOne({ _id: userId, companyId }, { projection: { timeZone: 1 } });
  const known = await db
    .collection<MailUserRecord>(MAIL_USERS)
    .findOne({ _id: mailUserId({ companyId, userId }) });
  const isFree = await freeDaysOf(db, companyId, now);
  return nextDigest(now, user?.timeZone ?? undefined, { lastAt: known?.lastDigestAt, isFree });
}
