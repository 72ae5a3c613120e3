import type { BusMessage } from "../bus.ts";

/** A message that was published before, by this process or by one before it. */
export interface PublishedMessage extends BusMessage {
  publishedAt: Date;
}

/**
 * Outlives a process of the in-process bus: the messages that its services published, and the bookmark of each durable.
 * A durable that starts gets the messages published since its bookmark.
 */
export interface History {
  /**
   * Messages of a stream that were published at or after a moment, in order within their subject matter. Of more than
   * `limit`, the newest.
   */
  publishedSince(stream: string, since: Date, limit: number): Promise<readonly PublishedMessage[]>;
  /** Moment before which the durable has handled everything; `undefined` for a new one. */
  bookmarkOf(durable: string): Promise<Date | undefined>;
  /** Saves bookmarks by durable. */
  saveBookmarks(bookmarks: ReadonlyMap<string, Date>): Promise<void>;
}
