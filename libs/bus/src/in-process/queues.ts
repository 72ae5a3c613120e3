import type { StreamContract } from "@countersign/contracts";
import { type ConsumerOptions, MessageNotAccepted } from "../bus.ts";
import { encodePayload } from "../payload.ts";
import { isFilterOf, subjectMatches } from "../subject-match.ts";
import type { History, Published, PublishedMessage } from "./history.ts";
import {
  createDurableQueue,
  type DurableQueue,
  MAX_MESSAGES,
  type NextMessages,
  type QueuedMessage,
  trim,
} from "./queue.ts";

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
  define(streams: readonly StreamContract[]): void;
  /** @throws Error where there is no such stream, or JetStream would refuse the filter on it */
  assertConsumer(consumer: Consumer): void;
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
  definition: StreamContract;
  /** Messages of this process, for durables that come later; and their ids. */
  kept: QueuedMessage[];
  ids: Set<string>;
  durables: { filter: string; queue: DurableQueue }[];
}

/** Moments from which messages are read, in milliseconds since 1970. */
interface Since {
  history: number;
  /** Of the messages that this process published. */
  own: number;
}

/** Creates the queues of a bus that has no streams yet. */
export function createQueues(history: History | undefined): Queues {
  const streams = new Map<string, Stream>();
  const durables = new Map<string, Promise<DurableQueue>>();
  const bookmarks = history && keepBookmarks(history);
  const readHistory = async (stream: string, since: Date): Promise<Published> =>
    history === undefined ? { messages: [] } : history.publishedSince(stream, since, MAX_MESSAGES);
  let lastSeq = 0;
  let lastAt = 0;

  const forget = ({ kept, ids }: Stream, olderThan: number): void => {
    for (const { id } of trim(kept, olderThan)) ids.delete(id);
  };

  function streamOf(subject: string): Stream {
    for (const stream of streams.values()) {
      if (stream.definition.subjects.some((filter) => subjectMatches(filter, subject))) return stream;
    }
    throw new MessageNotAccepted(`no stream keeps the subject ${subject}`);
  }

  /** Reads the history; the result is put together with what the stream holds at the moment of the call. */
  async function readSince(stream: Stream, filter: string, { history: from, own: ownFrom }: Since) {
    const { name, maxAgeMs } = stream.definition;
    const since = new Date(Math.max(from, Date.now() - maxAgeMs));
    const { messages, moreSince } = await readHistory(name, since);
    const isOwn = ({ subject, at }: QueuedMessage) => at >= ownFrom && subjectMatches(filter, subject);
    return (): NextMessages => {
      // More of the history comes before what this process published.
      const ownMessages = moreSince === undefined ? stream.kept.filter(isOwn) : [];
      const ownIds = new Set(ownMessages.map(({ id }) => id));
      const earlier = messages.filter(
        ({ id, subject }) => !ownIds.has(id) && subjectMatches(filter, subject),
      );
      return { messages: [...earlier.map(queuedMessage), ...ownMessages], missedSince: moreSince?.getTime() };
    };
  }

  function queuedMessage({ subject, id, data, headers = {}, publishedAt }: PublishedMessage): QueuedMessage {
    lastSeq += 1;
    return {
      subject,
      id,
      payload: encodePayload(data),
      headers,
      seq: lastSeq,
      at: publishedAt.getTime(),
    };
  }

  async function openNew(stream: Stream, { durable, filter }: Consumer): Promise<DurableQueue> {
    const bookmark = (await history?.bookmarkOf(durable))?.getTime() ?? 0;
    const begin = await readSince(stream, filter, { history: bookmark - CLOCK_MARGIN_MS, own: 0 });
    const read = (since: number) => readSince(stream, filter, { history: since, own: since });
    const queue = createDurableQueue(begin(), read, () => bookmarks?.moved());
    stream.durables.push({ filter, queue });
    bookmarks?.watch(durable, queue);
    return queue;
  }

  return {
    define(definitions) {
      for (const definition of definitions) {
        const knownStream = streams.get(definition.name);
        if (knownStream) knownStream.definition = definition;
        else streams.set(definition.name, { definition, kept: [], ids: new Set(), durables: [] });
      }
    },
    assertConsumer({ stream: name, durable, filter }) {
      const stream = streams.get(name);
      if (stream === undefined) throw new Error(`the stream ${name} does not exist`);
      const { subjects } = stream.definition;
      if (isFilterOf(filter, subjects)) return;
      throw new Error(
        `the consumer ${durable} of the stream ${name} has the filter ${filter}, which crosses its subjects ${subjects.join(", ")}`,
      );
    },
    add(message) {
      const stream = streamOf(message.subject);
      if (stream.ids.has(message.id)) return;
      lastSeq += 1;
      // Never before the message before it, though the clock may be set back.
      lastAt = Math.max(lastAt, Date.now());
      const nextMessage = { ...message, seq: lastSeq, at: lastAt };
      stream.ids.add(message.id);
      stream.kept.push(nextMessage);
      if (stream.kept.length > MAX_MESSAGES) forget(stream, 0);
      for (const { filter, queue } of stream.durables) {
        if (subjectMatches(filter, message.subject)) queue.add(nextMessage);
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
