import { Binary, type Collection, type Db } from "mongodb";
import type { LogEntry, MessageLog } from "./message-log.ts";

interface MessageDocument {
  _id: number;
  stream: string;
  subject: string;
  id: string;
  payload: Binary;
  headers: Record<string, string>;
  at: Date;
}

interface PositionDocument {
  /** Durable name. */
  _id: string;
  seq: number;
}

const DURABLE_WRITE = { writeConcern: { w: "majority", j: true } } as const;

/**
 * Creates a log in MongoDB, so that published messages and the positions of consumers survive the process, killed or
 * stopped. Collections: `bus_messages`, `bus_positions`.
 *
 * @throws the driver's errors when the store is away
 */
export async function createMongoMessageLog(db: Db): Promise<MessageLog> {
  const messages = db.collection<MessageDocument>("bus_messages");
  const positions = db.collection<PositionDocument>("bus_positions");
  await messages.createIndexes([
    { key: { stream: 1, id: 1 }, name: "stream_id", unique: true },
    { key: { stream: 1, _id: 1 }, name: "stream_seq" },
    { key: { stream: 1, at: 1 }, name: "stream_at" },
  ]);
  let lastSeq = await lastKnownSeq(messages, positions);

  return {
    async append(entries) {
      const known = await knownIds(messages, entries);
      const documents: MessageDocument[] = [];
      for (const entry of entries) {
        const identity = `${entry.stream} ${entry.id}`;
        if (known.has(identity)) continue;
        known.add(identity);
        lastSeq += 1;
        documents.push({
          _id: lastSeq,
          ...entry,
          payload: new Binary(entry.payload),
          headers: { ...entry.headers },
          at: new Date(),
        });
      }
      if (documents.length > 0) await messages.insertMany(documents, DURABLE_WRITE);
    },
    async read(stream, afterSeq, limit) {
      const found = await messages
        .find({ stream, _id: { $gt: afterSeq } })
        .sort({ _id: 1 })
        .limit(limit)
        .toArray();
      return found.map(toEntry);
    },
    async position(durable) {
      return (await positions.findOne({ _id: durable }))?.seq ?? 0;
    },
    async savePosition(durable, seq) {
      await positions.updateOne({ _id: durable }, { $set: { seq } }, { upsert: true });
    },
    async expire(stream, maxAgeMs) {
      await messages.deleteMany({ stream, at: { $lt: new Date(Date.now() - maxAgeMs) } });
    },
  };
}

/** Positions count too: when every message has expired, numbers must not start again below them. */
async function lastKnownSeq(
  messages: Collection<MessageDocument>,
  positions: Collection<PositionDocument>,
): Promise<number> {
  const [lastMessage, furthest] = await Promise.all([
    messages.findOne({}, { sort: { _id: -1 }, projection: { _id: 1 } }),
    positions.findOne({}, { sort: { seq: -1 } }),
  ]);
  return Math.max(lastMessage?._id ?? 0, furthest?.seq ?? 0);
}

async function knownIds(
  messages: Collection<MessageDocument>,
  entries: readonly { stream: string; id: string }[],
): Promise<Set<string>> {
  const streams = Map.groupBy(entries, (entry) => entry.stream);
  const found = await Promise.all(
    [...streams].map(([stream, ofStream]) =>
      messages
        .find(
          { stream, id: { $in: ofStream.map((entry) => entry.id) } },
          { projection: { stream: 1, id: 1 } },
        )
        .toArray(),
    ),
  );
  return new Set(found.flat().map((message) => `${message.stream} ${message.id}`));
}

function toEntry(document: MessageDocument): LogEntry {
  const { _id, stream, subject, id, payload, headers } = document;
  return { seq: _id, stream, subject, id, payload: payload.value(), headers };
}
