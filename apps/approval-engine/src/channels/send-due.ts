import { type Leases, whileLeased } from "@countersign/mongo/due-work";
import { languageOf } from "@countersign/texts";
import type { Db, Filter, UpdateFilter } from "mongodb";

import { settingsOf, type SettingsDefaults } from "../approval-settings/index.ts";
import { AddressRefused, type Channel, type ChannelMessage, NoAddress } from "../shared/channel.ts";
import type { UserRecord, WorkflowNotificationRecord } from "../shared/records.ts";
import { grantsOf } from "../substitutions/index.ts";
import { dayOf, LEAST_GAP_MS, nextDigest } from "./digest-time.ts";
import { freeDaysOf } from "./free-days.ts";
import { isGathered } from "./queue-rows.ts";
import {
  CHANNEL_ROWS,
  CHANNEL_USERS,
  type ChannelRowRecord,
  channelUserId,
  type ChannelUserRecord,
} from "./records.ts";
import { dueNotifications } from "./sent-notifications.ts";

/** Rows that one message has at most; the rest is the next one's. */
const MESSAGE_MAX = 100;

/** A message that no channel has taken for so long says nothing new any more, in milliseconds. */
const TOO_OLD_MS = 3 * 24 * 60 * 60 * 1_000;

export interface SendParts {
  db: Pick<Db, "collection">;
  settingsDefaults: SettingsDefaults;
  leases: Leases;
  channels: readonly Pick<Channel, "name" | "send">[];
  /** Hears what became of a message. */
  onEnd: (channel: string, result: SendResult) => void;
  clock: () => Date;
}

export type SendResult = "sent" | "refused" | "dropped";

type Row = ChannelRowRecord;
type Recipient = UserRecord & { active?: boolean | null; timeZone?: string | null };

/** Another replica sends a message to the same user at this moment: the row waits for its next turn. */
export class UserBusy extends Error {
  override readonly name = "UserBusy";
}

/**
 * Sends the message that a due row belongs to, and marks its rows. One replica at a time sends messages to a user. A
 * process that dies between the channel's word and the mark leaves a message that is sent once more, with the same id.
 *
 * @throws UserBusy, and the failure of a channel that may take it later
 */
export async function sendDue(parts: SendParts, row: Row): Promise<void> {
  const name = `messages of ${channelUserId(row)}`;
  const isDone = await whileLeased(parts.leases, name, () => sendMessageOf(parts, row));
  if (!isDone) throw new UserBusy("another replica sends messages to the user");
}

async function sendMessageOf(parts: SendParts, { _id }: Row): Promise<void> {
  const { db, channels, clock, onEnd } = parts;
  const rows = db.collection<ChannelRowRecord>(CHANNEL_ROWS);
  // As it is now: another replica may have sent it since it was claimed.
  const row = await rows.findOne({ _id });
  if (row === null || row.claimedUntil === undefined) return;
  const channel = channels.find(({ name }) => name === row.channel);
  if (channel === undefined) throw new Error(`this replica has no channel ${row.channel}`);
  const now = clock();
  if (row.digest && (await waitsForDay(parts, row, now))) return;
  const messageId = row.messageId ?? (await gather(parts, row, now));
  const { companyId, userId } = row;
  const ofMessage = { channel: row.channel, companyId, userId, messageId };
  const gatheredRows = await rows.find(ofMessage).sort({ createdAt: 1, _id: 1 }).toArray();
  const end = async (change: Partial<ChannelRowRecord>, result: SendResult) => {
    const update = changeOf({ $set: change, $unset: { claimedUntil: true, failures: true } });
    await rows.updateMany(ofMessage, update);
    onEnd(row.channel, result);
  };
  if (now.getTime() - row.dueAt.getTime() > TOO_OLD_MS) return end({ dropped: "TOO_OLD" }, "dropped");
  const user = await db.collection<Recipient>("users").findOne({ _id: userId, companyId });
  if (user === null || user.active === false) return end({ dropped: "NO_ADDRESS" }, "dropped");
  const [first = row, ...otherRows] = gatheredRows;
  const message = await messageOf(parts, user, messageId, [first, ...otherRows]);
  if (message === undefined) return end({ dropped: "READ" }, "dropped");
  try {
    await channel.send(message);
  } catch (error) {
    if (error instanceof NoAddress) return end({ dropped: "NO_ADDRESS" }, "dropped");
    if (!(error instanceof AddressRefused)) throw error;
    await know(parts, row, { $set: { failingSince: now } });
    return end({ dropped: "REFUSED" }, "refused");
  }
  // First: rows that come later on this day would join a digest that is marked as sent.
  await know(parts, row, {
    $unset: { failingSince: true },
    ...(row.digest && { $set: { lastDigestAt: now } }),
  });
  await end({ sentAt: now }, "sent");
}

const changeOf = (change: object) => change as UpdateFilter<ChannelRowRecord>;

async function know({ db }: SendParts, row: Row, change: UpdateFilter<ChannelUserRecord>): Promise<void> {
  await db
    .collection<ChannelUserRecord>(CHANNEL_USERS)
    .updateOne({ _id: channelUserId(row) }, change, { upsert: true });
}

/**
 * Puts a digest off to its day: on a free day, and too soon after the last one. Its rows are all put off, as one message.
 *
 * @returns whether it was
 */
async function waitsForDay({ db }: SendParts, row: Row, now: Date): Promise<boolean> {
  const { _id, channel, companyId, userId, messageId } = row;
  const facts = await db.collection<ChannelUserRecord>(CHANNEL_USERS).findOne({ _id: channelUserId(row) });
  const timeZone = await timeZoneOf(db, row);
  const isFree = await freeDaysOf(db, companyId, now);
  const lastAt = facts?.lastDigestAt;
  // One that was gathered is sent again as it was, also where the process died before its mark.
  const isSoon =
    messageId === undefined && lastAt !== undefined && now.getTime() - lastAt.getTime() < LEAST_GAP_MS;
  if (!isSoon && !isFree(dayOf(now, timeZone))) return false;
  const dueAt = nextDigest(now, timeZone, { lastAt, isFree });
  const all = messageId === undefined ? { _id } : { channel, companyId, userId, messageId };
  await db
    .collection<ChannelRowRecord>(CHANNEL_ROWS)
    .updateMany(all, { $set: { dueAt, claimedUntil: dueAt } });
  return true;
}

async function timeZoneOf(db: SendParts["db"], { userId, companyId }: Row): Promise<string | undefined> {
  const user = await db.collection<Recipient>("users").findOne({ _id: userId, companyId });
  return user?.timeZone ?? undefined;
}

/**
 * Gathers the rows of one message: with a request the user's other requests, with a reminder their other reminders, with a
 * digest everything that waits for one.
 *
 * @returns the message's id
 */
async function gather({ db }: SendParts, row: Row, now: Date): Promise<string> {
  const rows = db.collection<ChannelRowRecord>(CHANNEL_ROWS);
  const { _id, channel, userId, companyId, digest, category } = row;
  let messageId = row.notificationId.toHexString();
  if (digest) {
    const day = dayOf(now, await timeZoneOf(db, row)).toString();
    messageId = `${companyId.toHexString()}.${userId.toHexString()}.${day}`;
  }
  const openRows = { userId, companyId, channel, messageId: { $exists: false } };
  const rowsAlike: Filter<ChannelRowRecord> = digest
    ? { ...openRows, digest: true }
    : isGathered(category)
      ? { ...openRows, digest: false, category }
      : { _id };
  const ids = await rows.find(rowsAlike, { projection: { _id: 1 }, limit: MESSAGE_MAX }).toArray();
  const all = [...new Set([_id, ...ids.map((open) => open._id)])];
  await rows.updateMany({ _id: { $in: all }, messageId: { $exists: false } }, { $set: { messageId } });
  return messageId;
}

/** The message of the gathered rows; nothing where everything in it was read or decided meanwhile. */
async function messageOf(
  { db, settingsDefaults, clock }: SendParts,
  user: Recipient,
  id: string,
  rows: readonly [Row, ...Row[]],
): Promise<ChannelMessage | undefined> {
  const unread = await db
    .collection<WorkflowNotificationRecord>("workflow_notifications")
    .find({ _id: { $in: rows.map(({ notificationId }) => notificationId) }, deletedAt: null, read: false })
    .sort({ createdAt: 1, _id: 1 })
    .toArray();
  const [{ companyId: company, userId: recipientId, digest: isDigest }] = rows;
  const [companyId, userId] = [company.toHexString(), recipientId.toHexString()];
  const { mailFacts: shownFacts } = await settingsOf({ db, settingsDefaults }, companyId);
  const grants = await grantsOf({ db, settingsDefaults }, { companyId, userId }, clock());
  const { name = "", email, locale, timeZone } = user;
  const language = languageOf(locale);
  const reader = { language, timeZone: timeZone ?? undefined, grants };
  const notifications = await dueNotifications(db, unread, shownFacts, reader);
  if (notifications.length === 0) return undefined;
  const runIds = [...new Set(notifications.flatMap(({ runId }) => runId ?? []))];
  const recipient = { userId: recipientId, companyId: company, name, email };
  return { id, recipient, notifications, runIds, language, shownFacts, isDigest };
}
