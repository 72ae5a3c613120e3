import type { IndexPlan } from "@countersign/mongo";
import { DUE_INDEX, type DueRow } from "@countersign/mongo/due-work";
import type { ObjectId } from "mongodb";

import type { Category, Preference } from "./preferences.ts";

export const PREFERENCES = "notification_preferences";
export const CHANNEL_ROWS = "channel_rows";
export const CHANNEL_USERS = "channel_users";

/** `notification_preferences`: the preferences of a user; absent while they have changed none. */
export interface PreferencesRecord {
  _id: ObjectId;
  companyId: ObjectId;
  userId: ObjectId;
  preferences: Preference[];
}

/**
 * `channel_rows`: a notification that goes out over a channel, under {@link channelRowId}. Its time is when it is due;
 * without one it was sent, or dropped.
 */
export interface ChannelRowRecord extends DueRow {
  _id: string;
  channel: string;
  notificationId: ObjectId;
  companyId: ObjectId;
  userId: ObjectId;
  category: Category;
  /** For the user's daily digest, in place of a message of its own. */
  digest: boolean;
  createdAt: Date;
  /** When it was to go out at first, however often it was tried since. */
  dueAt: Date;
  /**
   * The message that has it: the id of its first notification, of a digest with its day. It is set before the message is
   * sent and never changed, so that a message that is sent again is the same.
   */
  messageId?: string;
  sentAt?: Date;
  /** Why no message is sent. */
  dropped?: "NO_ADDRESS" | "READ" | "GONE" | "REFUSED" | "TOO_OLD";
}

/** `channel_users`: facts about a user's messages over a channel, under {@link channelUserId}. */
export interface ChannelUserRecord {
  _id: string;
  /** When the address was refused for good, until a message gets through. */
  failingSince?: Date;
  lastDigestAt?: Date;
}

/** A user of a company, as a channel reaches them. */
type ChannelUser = Pick<ChannelRowRecord, "channel" | "companyId" | "userId">;

export const channelUserId = ({ channel, companyId, userId }: ChannelUser): string =>
  `${channel} ${companyId.toHexString()} ${userId.toHexString()}`;

export const channelRowId = (channel: string, notificationId: ObjectId): string =>
  `${channel} ${notificationId.toHexString()}`;

/** How long rows are kept: longer than anybody asks why a message came, or came not. */
const KEPT_S = 30 * 24 * 60 * 60;

export const CHANNEL_INDEXES: readonly IndexPlan[] = [
  {
    collection: PREFERENCES,
    indexes: [{ key: { companyId: 1, userId: 1 }, name: "of_user", unique: true }],
  },
  {
    collection: CHANNEL_ROWS,
    indexes: [
      DUE_INDEX,
      { key: { userId: 1, channel: 1, messageId: 1, digest: 1, createdAt: 1 }, name: "of_user" },
      { key: { createdAt: 1 }, name: "old", expireAfterSeconds: KEPT_S },
    ],
  },
];
