/** A message for the log of the in-process bus. */
export interface NewLogEntry {
  stream: string;
  subject: string;
  /** Message id; unique within the stream. */
  id: string;
  payload: Uint8Array;
  headers: Readonly<Record<string, string>>;
}

/** A stored message; numbers ascend within a stream. */
export interface LogEntry extends NewLogEntry {
  seq: number;
}

/**
 * Storage of the in-process bus: an append-only log with the positions of its consumers. It belongs to one process at a
 * time, and the bus calls `append` one at a time.
 */
export interface MessageLog {
  /** Appends in order, skipping ids that the stream has already; durable when it resolves. */
  append(entries: readonly NewLogEntry[]): Promise<void>;
  /** Messages of a stream after a position, oldest first. */
  read(stream: string, afterSeq: number, limit: number): Promise<readonly LogEntry[]>;
  /** Everything up to and including this number was handled; 0 for a new durable. */
  position(durable: string): Promise<number>;
  savePosition(durable: string, seq: number): Promise<void>;
  /** Forgets messages older than `maxAgeMs`. */
  expire(stream: string, maxAgeMs: number): Promise<void>;
}

/** A log without a store behind it is bounded: beyond this the oldest messages of a stream go. */
const MAX_ENTRIES = 100_000;

/** Creates a log in memory, for tests and for a bus whose messages need not outlive the process. */
export function createMemoryMessageLog(): MessageLog {
  const streams = new Map<string, (LogEntry & { at: number })[]>();
  const knownIds = new Map<string, Set<string>>();
  const positions = new Map<string, number>();
  let lastSeq = 0;

  const forgetOldest = (stream: string, count: number) => {
    const gone = streams.get(stream)?.splice(0, count) ?? [];
    for (const entry of gone) knownIds.get(stream)?.delete(entry.id);
  };
  const appendOne = (entry: NewLogEntry) => {
    const ids = knownIds.get(entry.stream) ?? new Set();
    const stored = streams.get(entry.stream) ?? [];
    if (ids.has(entry.id)) return;
    lastSeq += 1;
    stored.push({ ...entry, seq: lastSeq, at: Date.now() });
    ids.add(entry.id);
    streams.set(entry.stream, stored);
    knownIds.set(entry.stream, ids);
    // A tenth at once, so that a full log does not shift its array for every message.
    if (stored.length > MAX_ENTRIES) forgetOldest(entry.stream, MAX_ENTRIES / 10);
  };

  return {
    async append(entries) {
      for (const entry of entries) appendOne(entry);
    },
    async read(stream, afterSeq, limit) {
      const stored = streams.get(stream) ?? [];
      const from = stored.findLastIndex((entry) => entry.seq <= afterSeq) + 1;
      return stored.slice(from, from + limit);
    },
    async position(durable) {
      return positions.get(durable) ?? 0;
    },
    async savePosition(durable, seq) {
      positions.set(durable, seq);
    },
    async expire(stream, maxAgeMs) {
      const limit = Date.now() - maxAgeMs;
      const stored = streams.get(stream) ?? [];
      const young = stored.findIndex((entry) => entry.at >= limit);
      forgetOldest(stream, young === -1 ? stored.length : young);
    },
  };
}
