import { isDuplicateKey, toObjectId } from "@countersign/mongo";
import type { Db } from "mongodb";

import type { UserRecord, WorkflowNotificationRecord } from "../shared/records.ts";
import { nextDigest } from "./digest-time.ts";
import { freeDaysOf } from "./free-days.ts";
import { categoryOf, whenOf } from "./preferences.ts";
import {
  CHANNEL_ROWS,
  CHANNEL_USERS,
  type ChannelRowRecord,
  channelRowId,
  channelUserId,
  type ChannelUserRecord,
  PREFERENCES,
  type PreferencesRecord,
} from "./records.ts";

/** Requests that reach a user within this time are one message, and so are reminders (contract-3, TIME-5; contract-4, MEET-13). */
const GATHER_MS = 60_000;

/**
 * Queues a notification for each channel over which its recipient wants it. The same notification again is queued once.
 *
 * @param channels - names of those that the deployment has
 * @param notificationId - of a stored notification; one that is gone, or read already, is not queued
 */
export async function queueRows(
  db: Pick<Db, "collection">,
  channels: readonly string[],
  notificationId: string,
  now: Date,
): Promise<void> {
  const notification = await db
    .collection<WorkflowNotificationRecord>("workflow_notifications")
    .findOne({ _id: toObjectId(notificationId), deletedAt: null });
  if (notification === null || notification.read) return;
  const { _id, companyId, userId, createdAt, event, part } = notification;
  const record = await db.collection<PreferencesRecord>(PREFERENCES).findOne({ companyId, userId });
  const category = categoryOf({ event, part });
  for (const channel of channels) {
    const when = whenOf(record?.preferences, channel, category);
    if (when === "OFF") continue;
    const row = { channel, notificationId: _id, companyId, userId, category, createdAt };
    const isDigest = when === "DIGEST";
    const dueAt = isDigest ? await digestOf(db, row, now) : dueAfter(category, now);
    await insertOnce(db, {
      _id: channelRowId(channel, _id),
      ...row,
      digest: isDigest,
      dueAt,
      claimedUntil: dueAt,
    });
  }
}

async function insertOnce(db: Pick<Db, "collection">, row: ChannelRowRecord): Promise<void> {
  try {
    await db.collection<ChannelRowRecord>(CHANNEL_ROWS).insertOne(row);
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
  }
}

/** Whether messages of a category have several notifications. */
export const isGathered = (category: ChannelRowRecord["category"]): boolean =>
  category === "ASKED" || category === "REMINDER";

const dueAfter = (category: ChannelRowRecord["category"], now: Date): Date =>
  isGathered(category) ? new Date(now.getTime() + GATHER_MS) : now;

async function digestOf(
  db: Pick<Db, "collection">,
  { channel, companyId, userId }: Pick<ChannelRowRecord, "channel" | "companyId" | "userId">,
  now: Date,
): Promise<Date> {
  const user = await db
    .collection<UserRecord & { timeZone?: string | null }>("users")
    .findOne({ _id: userId, companyId }, { projection: { timeZone: 1 } });
  const facts = await db
    .collection<ChannelUserRecord>(CHANNEL_USERS)
    .findOne({ _id: channelUserId({ channel, companyId, userId }) });
  const isFree = await freeDaysOf(db, companyId, now);
  return nextDigest(now, user?.timeZone ?? undefined, { lastAt: facts?.lastDigestAt, isFree });
}
