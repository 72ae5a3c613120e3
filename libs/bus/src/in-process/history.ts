import type { BusMessage } from "../bus.ts";

/** A message that was published before, by this process or by one before it. */
export interface PublishedMessage extends BusMessage {
  publishedAt: Date;
}

/** The oldest of the published messages, up to a limit. */
export interface Published {
  messages: readonly PublishedMessage[];
  /** From when on there may be more of them. */
  moreSince?: Date | undefined;
}

/**
 * Outlives a process of the in-process bus: the messages that its services published, and the bookmark of each durable.
 * A durable that starts gets the messages published since its bookmark.
 */
export interface History {
  /** Messages of a stream that were published at or after a moment, in order within their key. */
  publishedSince(stream: string, since: Date, limit: number): Promise<Published>;
  /** Moment before which the durable has handled everything; `undefined` for a new one. */
  bookmarkOf(durable: string): Promise<Date | undefined>;
  /** Saves bookmarks by durable. */
  saveBookmarks(bookmarks: ReadonlyMap<string, Date>): Promise<void>;
}
