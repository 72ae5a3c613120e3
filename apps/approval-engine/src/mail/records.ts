import type { IndexPlan } from "@countersign/mongo";
import { DUE_INDEX, type DueRow } from "@countersign/mongo/due-work";
import type { ObjectId } from "mongodb";

import type { Category, Preference } from "./preferences.ts";

export const PREFERENCES = "notification_preferences";
export const MAIL_ROWS = "mail_rows";
export const MAIL_USERS = "mail_users";

/** `notification_preferences`: the preferences of a user; absent while they have changed none. */
export interface PreferencesRecord {
  _id: ObjectId;
  companyId: ObjectId;
  userId: ObjectId;
  preferences: Preference[];
}

/**
 * `mail_rows`: a notification that goes out by mail, under the notification's id. Its time is when it is due; without one
 * it was sent, or dropped.
 */
export interface MailRowRecord extends DueRow {
  _id: ObjectId;
  companyId: ObjectId;
  userId: ObjectId;
  category: Category;
  /** For the user's daily digest, in place of a mail of its own. */
  digest: boolean;
  createdAt: Date;
  /** When it was to go out at first, however often it was tried since; absent in rows of earlier releases. */
  dueAt?: Date;
  /**
   * The mail that has it: the id of its first row, of a digest with its day. It is set before the mail is sent and never
   * changed, so that a mail that is sent again is the same.
   */
  mailId?: string;
  sentAt?: Date;
  /** Why no mail is sent. */
  dropped?: "NO_ADDRESS" | "READ" | "GONE" | "REFUSED" | "TOO_OLD";
}

/** `mail_users`: facts about a user's mails, under {@link mailUserId}. */
export interface MailUserRecord {
  _id: string;
  /** When the address was refused for good, until a mail gets through. */
  failingSince?: Date;
  lastDigestAt?: Date;
}

/** A user of a company. */
type User = Record<"companyId" | "userId", ObjectId>;

export const mailUserId = ({ companyId, userId }: User): string =>
  `${companyId.toHexString()} ${userId.toHexString()}`;

/** How long rows are kept: longer than anybody asks why a mail came, or came not. */
const KEPT_S = 30 * 24 * 60 * 60;

export const MAIL_INDEXES: readonly IndexPlan[] = [
  {
    collection: PREFERENCES,
    indexes: [{ key: { companyId: 1, userId: 1 }, name: "of_user", unique: true }],
  },
  {
    collection: MAIL_ROWS,
    indexes: [
      DUE_INDEX,
      { key: { userId: 1, mailId: 1, digest: 1, createdAt: 1 }, name: "of_user" },
      { key: { createdAt: 1 }, name: "old", expireAfterSeconds: KEPT_S },
    ],
  },
];
