import type { History } from "@countersign/bus";
import type { Store } from "@countersign/mongo";
import { messageOf } from "./publisher.ts";
import { outboxOf, toRow } from "./record.ts";

/** A row of `bus_bookmarks`. */
interface Bookmark {
  /** Name of the durable. */
  _id: string;
  handledBefore: Date;
}

/**
 * Creates the history of an in-process bus: the published rows of every service whose outbox is in the database, and a
 * bookmark for each durable.
 */
export function createOutboxHistory({ db }: Pick<Store, "db">): History {
  const outbox = outboxOf(db);
  const bookmarks = db.collection<Bookmark>("bus_bookmarks");
  return {
    publishedSince: async (stream, since, limit) => {
      const oldest = await outbox
        .find({ publishedAt: { $gte: since }, stream: { $in: [stream, null] } })
        .sort({ publishedAt: 1 })
        .limit(limit)
        .toArray();
      const rows = oldest.filter((record) => toRow(record).stream === stream);
      const byKey = Map.groupBy(rows, ({ key }) => key);
      // Rows marked together share a time, and clocks may be set back, so the position decides within a key.
      for (const ofKey of byKey.values()) ofKey.sort((a, b) => a.position - b.position);
      const messages = rows
        .map(({ key }) => byKey.get(key)!.shift()!)
        .map((row) => Object.assign(messageOf(toRow(row)), { publishedAt: row.publishedAt! }));
      return { messages, ...(oldest.length === limit && { moreSince: oldest.at(-1)?.publishedAt }) };
    },
    bookmarkOf: async (durable) => (await bookmarks.findOne({ _id: durable }))?.handledBefore,
    saveBookmarks: async (moments) => {
      const updates = [...moments].map(([_id, handledBefore]) => ({
        updateOne: { filter: { _id }, update: { $set: { handledBefore } }, upsert: true },
      }));
      if (updates.length > 0) await bookmarks.bulkWrite(updates, { ordered: false });
    },
  };
}
