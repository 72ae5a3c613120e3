import type { ObjectId } from "mongodb";
import type { Language, Text } from "@countersign/texts";

/**
 * How much of a document its notifications show outside the console, as the company's settings say: that there is news, what
 * happened with its title, or also amount and facts.
 */
export type ShownFacts = "NONE" | "TITLE" | "ALL";

/** A notification as a channel sends it. */
export interface SentNotification {
  refId: string;
  message: string;
  text?: Text | undefined;
  isAsked: boolean;
  /** The submitter of the document in words, where it asks for a decision. */
  submitter?: string | undefined;
  title?: string | undefined;
  amount?: string | undefined;
  currency?: string | undefined;
  facts: readonly { label: string; value: string }[];
}

/** One or more notifications of one user that go out together. */
export interface ChannelMessage {
  /** The same whenever the message is sent again. */
  id: string;
  recipient: { userId: ObjectId; companyId: ObjectId; name: string; email?: string | null | undefined };
  notifications: readonly SentNotification[];
  runIds: readonly string[];
  language: Language;
  shownFacts: ShownFacts;
  /** Whether it is a daily digest. */
  isDigest: boolean;
}

/** A way in which notifications leave the engine, such as mail (contract-3, TIME-5). */
export interface Channel {
  /** Its value of `NotificationChannel`. */
  name: string;
  /**
   * @throws NoAddress where the user has none here, {@link AddressRefused} where it will never take a message; after other
   *   errors the message is sent again later
   */
  send(message: ChannelMessage): Promise<void>;
  close(): void;
}

/** The channel has no address of the user. */
export class NoAddress extends Error {
  override readonly name = "NoAddress";
}

/** The user's address refuses messages for good. */
export class AddressRefused extends Error {
  override readonly name = "AddressRefused";
}
