import { type Leases, whileLeased } from "@countersign/mongo/due-work";
import { languageOf } from "@countersign/texts";
import type { Db, Filter, UpdateFilter, WithId } from "mongodb";

import { settingsOf, type SettingsDefaults } from "../approval-settings/index.ts";
import type { UserRecord, WorkflowNotificationRecord } from "../shared/records.ts";
import { grantsOf } from "../substitutions/index.ts";
import { composeMail } from "./compose-mail.ts";
import { dayOf, LEAST_GAP_MS, nextDigest } from "./digest-time.ts";
import { freeDaysOf } from "./free-days.ts";
import { mailableOf } from "./mailed-documents.ts";
import { MAIL_ROWS, MAIL_USERS, type MailRowRecord, type MailUserRecord, mailUserId } from "./records.ts";
import { type Mail, MailRefused, type Smtp } from "./smtp.ts";

/** Rows that one mail has at most; the rest is the next one's. */
const MAIL_MAX = 100;

/** A mail that no server has taken for so long says nothing new any more, in milliseconds. */
const TOO_OLD_MS = 3 * 24 * 60 * 60 * 1_000;

export interface MailParts {
  db: Pick<Db, "collection">;
  settingsDefaults: SettingsDefaults;
  leases: Leases;
  smtp: Pick<Smtp, "send">;
  /** Where the console is, without a slash at its end. */
  consoleUrl: string;
  /** The part of a Message-ID behind the @. */
  domain: string;
  /** Hears what became of a mail. */
  ended: (result: MailResult) => void;
  clock: () => Date;
}

export type MailResult = "sent" | "refused" | "dropped";

type Row = WithId<MailRowRecord>;
type Recipient = UserRecord & { active?: boolean | null; timeZone?: string | null };

/** Another replica sends a mail to the same user at this moment: the row waits for its next turn. */
export class UserBusy extends Error {
  override readonly name = "UserBusy";
}

/**
 * Sends the mail that a due row belongs to, and marks its rows. One replica at a time sends mails to a user. A process
 * that dies between the server's word and the mark leaves a mail that is sent once more, with the same Message-ID.
 *
 * @throws UserBusy, and the failure of a mail server that may take it later
 */
export async function sendDueMail(parts: MailParts, row: Row): Promise<void> {
  const name = `mail to ${mailUserId(row)}`;
  const isDone = await whileLeased(parts.leases, name, () => sendMailOf(parts, row));
  if (!isDone) throw new UserBusy("another replica sends mails to the user");
}

async function sendMailOf(parts: MailParts, { _id }: Row): Promise<void> {
  const { db, clock, ended } = parts;
  const rows = db.collection<MailRowRecord>(MAIL_ROWS);
  // As it is now: another replica may have sent it since it was claimed.
  const row = await rows.findOne({ _id });
  if (row === null || row.claimedUntil === undefined) return;
  const now = clock();
  if (row.digest && (await waitsForDay(parts, row, now))) return;
  const mailId = row.mailId ?? (await gather(parts, row, now));
  const ofMail = { companyId: row.companyId, userId: row.userId, mailId };
  const gathered = await rows.find(ofMail).sort({ createdAt: 1, _id: 1 }).toArray();
  const end = async (change: Partial<MailRowRecord>, result: MailResult) => {
    await rows.updateMany(ofMail, changeOf({ $set: change, $unset: { claimedUntil: true, failures: true } }));
    ended(result);
  };
  if (now.getTime() - (row.dueAt ?? row.createdAt).getTime() > TOO_OLD_MS)
    return end({ dropped: "TOO_OLD" }, "dropped");
  const user = await db.collection<Recipient>("users").findOne({ _id: row.userId, companyId: row.companyId });
  if (!user?.email || user.active === false) return end({ dropped: "NO_ADDRESS" }, "dropped");
  const mail = await mailOf(parts, user, mailId, gathered);
  if (mail === undefined) return end({ dropped: "READ" }, "dropped");
  try {
    await parts.smtp.send(mail);
  } catch (error) {
    if (!(error instanceof MailRefused)) throw error;
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

const changeOf = (change: object) => change as UpdateFilter<MailRowRecord>;

async function know({ db }: MailParts, row: Row, change: UpdateFilter<MailUserRecord>): Promise<void> {
  await db
    .collection<MailUserRecord>(MAIL_USERS)
    .updateOne({ _id: mailUserId(row) }, change, { upsert: true });
}

/**
 * Puts a digest off to its day: on a free day, and too soon after the last one. Its rows are all put off, as one mail.
 *
 * @returns whether it was
 */
async function waitsForDay({ db }: MailParts, row: Row, now: Date): Promise<boolean> {
  const { _id, companyId, userId, mailId } = row;
  const known = await db.collection<MailUserRecord>(MAIL_USERS).findOne({ _id: mailUserId(row) });
  const timeZone = await timeZoneOf(db, row);
  const isFree = await freeDaysOf(db, companyId, now);
  const lastAt = known?.lastDigestAt;
  // One that was gathered is sent again as it was, also where the process died before its mark.
  const isSoon =
    mailId === undefined && lastAt !== undefined && now.getTime() - lastAt.getTime() < LEAST_GAP_MS;
  if (!isSoon && !isFree(dayOf(now, timeZone))) return false;
  const dueAt = nextDigest(now, timeZone, { lastAt, isFree });
  const all = mailId === undefined ? { _id } : { companyId, userId, mailId };
  await db.collection<MailRowRecord>(MAIL_ROWS).updateMany(all, { $set: { dueAt, claimedUntil: dueAt } });
  return true;
}

async function timeZoneOf(db: MailParts["db"], { userId, companyId }: Row): Promise<string | undefined> {
  const user = await db.collection<Recipient>("users").findOne({ _id: userId, companyId });
  return user?.timeZone ?? undefined;
}

/**
 * Gathers the rows of one mail: with a request the user's other requests, with a digest everything that waits for one.
 *
 * @returns the mail's id
 */
async function gather({ db }: MailParts, row: Row, now: Date): Promise<string> {
  const rows = db.collection<MailRowRecord>(MAIL_ROWS);
  const { _id, userId, companyId, digest, category } = row;
  let mailId = _id.toHexString();
  if (digest) {
    const day = dayOf(now, await timeZoneOf(db, row)).toString();
    mailId = `${companyId.toHexString()}.${userId.toHexString()}.${day}`;
  }
  const alike: Filter<MailRowRecord> = digest
    ? { userId, companyId, mailId: { $exists: false }, digest: true }
    : category === "ASKED"
      ? { userId, companyId, mailId: { $exists: false }, digest: false, category }
      : { _id };
  const ids = await rows.find(alike, { projection: { _id: 1 }, limit: MAIL_MAX }).toArray();
  const all = [...new Map([{ _id }, ...ids].map((one) => [one._id.toHexString(), one._id])).values()];
  await rows.updateMany({ _id: { $in: all }, mailId: { $exists: false } }, { $set: { mailId } });
  return mailId;
}

/** The mail of the gathered rows; nothing where everything in it was read or decided meanwhile. */
async function mailOf(
  { db, settingsDefaults, consoleUrl, domain, clock }: MailParts,
  { email, name = "", locale, timeZone }: Recipient,
  mailId: string,
  rows: readonly Row[],
): Promise<Mail | undefined> {
  const [first] = rows;
  if (first === undefined) return undefined;
  const unread = await db
    .collection<WorkflowNotificationRecord>("workflow_notifications")
    .find({ _id: { $in: rows.map(({ _id }) => _id) }, deletedAt: null, read: false })
    .sort({ createdAt: 1, _id: 1 })
    .toArray();
  const [companyId, userId] = [first.companyId.toHexString(), first.userId.toHexString()];
  const { mailFacts } = await settingsOf({ db, settingsDefaults }, companyId);
  const grants = await grantsOf({ db, settingsDefaults }, { companyId, userId }, clock());
  const language = languageOf(locale);
  const reader = { language, timeZone: timeZone ?? undefined, grants };
  const notifications = await mailableOf(db, unread, mailFacts, reader);
  if (notifications.length === 0) return undefined;
  const runIds = [...new Set(notifications.flatMap(({ runId }) => runId ?? []))];
  return {
    to: { name, address: email! },
    ...composeMail(notifications, { language, mailFacts, consoleUrl, isDigest: first.digest }),
    messageId: `${mailId}@${domain}`,
    references: runIds.map((runId) => `run.${runId}@${domain}`),
  };
}
