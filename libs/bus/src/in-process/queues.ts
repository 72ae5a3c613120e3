import { type ConsumerOptions, MessageNotAccepted, type StreamDefinition } from "../bus.ts";
import { encodePayload } from "../payload.ts";
import { subjectMatches } from "../subject-match.ts";
import type { History } from "./history.ts";
import { createDurableQueue, type DurableQueue, MAX_MESSAGES, type QueuedMessage, trim } from "./queue.ts";

/** How often bookmarks are saved while messages come or are handled. */
const SAVE_INTERVAL_MS = 1_000;
/**
 * How far the clock may be set back between a message's arrival and its mark as published. Messages of this period are
 * delivered again when the process starts.
 */
const CLOCK_MARGIN_MS = 5 * 60 * 1000;

type Consumer = Pick<ConsumerOptions, "stream" | "durable" | "filter">;

/** The streams of an in-process bus, and the messages that each durable has not handled yet. */
export interface Queues {
  define(streams: readonly StreamDefinition[]): void;
  has(stream: string): boolean;
  /** Adds a message unless its stream has its id already. @throws MessageNotAccepted when no stream keeps its subject */
  add(message: Omit<QueuedMessage, "seq" | "at">): void;
  /**
   * The queue of a durable. A new one begins with the messages since its bookmark and those that its stream keeps.
   *
   * @throws Error when the history cannot be read now
   */
  open(consumer: Consumer): Promise<DurableQueue>;
  /** Forgets messages older than their stream keeps them. */
  expire(): void;
  /** Saves the bookmarks for the last time. */
  close(): Promise<void>;
}

interface Stream {
  definition: StreamDefinition;
  /** Messages of this process, for durables that come later; and their ids. */
  kept: QueuedMessage[];
  ids: Set<string>;
  durables: { filter: string; queue: DurableQueue }[];
}

/** Creates the queues of a bus that has no streams yet. */
export function createQueues(history: History | undefined): Queues {
  const streams = new Map<string, Stream>();
  const durables = new Map<string, Promise<DurableQueue>>();
  const bookmarks = history && keepBookmarks(history);
  let lastSeq = 0;

  const forget = ({ kept, ids }: Stream, olderThan: number): void => {
    for (const { id } of trim(kept, olderThan)) ids.delete(id);
  };

  function streamOf(subject: string): Stream {
    for (const stream of streams.values()) {
      if (stream.definition.subjects.some((filter) => subjectMatches(filter, subject))) return stream;
    }
    throw new MessageNotAccepted(`no stream keeps the subject ${subject}`);
  }

  /** Messages that this process or others published, and that the stream here does not hold. */
  async function earlierOf({ definition, ids }: Stream, { durable, filter }: Consumer) {
    if (history === undefined) return [];
    const bookmark = (await history.bookmarkOf(durable))?.getTime() ?? 0;
    const since = Math.max(bookmark - CLOCK_MARGIN_MS, Date.now() - definition.maxAgeMs);
    const published = await history.publishedSince(definition.name, new Date(since), MAX_MESSAGES);
    return published
      .filter(({ id, subject }) => !ids.has(id) && subjectMatches(filter, subject))
      .map(({ subject, id, data, headers = {}, publishedAt }): QueuedMessage => {
        lastSeq += 1;
        return {
          subject,
          id,
          payload: encodePayload(data),
          headers,
          seq: lastSeq,
          at: publishedAt.getTime(),
        };
      });
  }

  async function openNew(stream: Stream, consumer: Consumer): Promise<DurableQueue> {
    const { durable, filter } = consumer;
    const earlier = await earlierOf(stream, consumer);
    const kept = stream.kept.filter(({ subject }) => subjectMatches(filter, subject));
    const queue = createDurableQueue([...earlier, ...kept], () => bookmarks?.moved());
    stream.durables.push({ filter, queue });
    bookmarks?.watch(durable, queue);
    return queue;
  }

  return {
    define(definitions) {
      for (const definition of definitions) {
        const known = streams.get(definition.name);
        if (known) known.definition = definition;
        else streams.set(definition.name, { definition, kept: [], ids: new Set(), durables: [] });
      }
    },
    has: (stream) => streams.has(stream),
    add(message) {
      const stream = streamOf(message.subject);
      if (stream.ids.has(message.id)) return;
      lastSeq += 1;
      const queued = { ...message, seq: lastSeq, at: Date.now() };
      stream.ids.add(message.id);
      stream.kept.push(queued);
      if (stream.kept.length > MAX_MESSAGES) forget(stream, 0);
      for (const { filter, queue } of stream.durables) {
        if (subjectMatches(filter, message.subject)) queue.add(queued);
      }
    },
    open(consumer) {
      const stream = streams.get(consumer.stream)!;
      const opening = durables.getOrInsertComputed(consumer.durable, () => openNew(stream, consumer));
      opening.catch(() => durables.delete(consumer.durable));
      return opening;
    },
    expire() {
      for (const stream of streams.values()) {
        const olderThan = Date.now() - stream.definition.maxAgeMs;
        forget(stream, olderThan);
        for (const { queue } of stream.durables) queue.expire(olderThan);
      }
    },
    close: async () => bookmarks?.close(),
  };
}

/** Saves the bookmarks of all durables together, whenever one of them may have moved. */
function keepBookmarks(history: History) {
  const queues = new Map<string, DurableQueue>();
  let isMoved = false;
  let saving = Promise.resolve();

  async function save(): Promise<void> {
    isMoved = false;
    const bookmarks = new Map([...queues].map(([name, queue]) => [name, new Date(queue.handledBefore())]));
    // Without a saved bookmark messages are only delivered again; the next round tries to save it.
    await history.saveBookmarks(bookmarks).catch(() => (isMoved = true));
  }
  const saveMoved = () => (saving = saving.then(() => (isMoved ? save() : undefined)));
  const timer = setInterval(() => void saveMoved(), SAVE_INTERVAL_MS).unref();

  return {
    watch(durable: string, queue: DurableQueue) {
      queues.set(durable, queue);
      isMoved = true;
    },
    moved: () => void (isMoved = true),
    async close() {
      clearInterval(timer);
      isMoved = true;
      await saveMoved();
    },
  };
}
