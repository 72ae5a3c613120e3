import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@countersign/service-kit";
import type { BusEvents, ConsumerOptions, Delivery, Subscription } from "../bus.ts";
import type { GivenUp } from "../dead-letter.ts";
import { createDispatcher, type Dispatcher, LOST } from "../dispatcher.ts";
import { decodePayload } from "../payload.ts";
import { subjectMatches } from "../subject-match.ts";
import type { LogEntry, MessageLog } from "./message-log.ts";

const PAGE = 200;
const LOG_RETRY_MS = 1_000;

/** What a consumer needs of the bus it belongs to. */
export interface InProcessContext {
  log: MessageLog;
  logger: Pick<Logger, "warn" | "error">;
  events: BusEvents;
  /** Grows with every append to the stream. */
  versionOf(stream: string): number;
  /** Resolves once something was appended to the stream after that version, or when the signal aborts. */
  appendedAfter(stream: string, version: number, signal: AbortSignal): Promise<void>;
  /** Waits until no other subscription of this process holds the durable; resolves to the function that gives it back. */
  hold(durable: string): Promise<() => void>;
  bury(message: GivenUp): Promise<void>;
}

/** Consumes a stream of the log: one active subscription per durable, positions saved as messages are handled. */
export function consumeFromLog(
  context: InProcessContext,
  options: ConsumerOptions,
  handle: (delivery: Delivery) => Promise<void>,
): Subscription {
  const stop = new AbortController();
  const running = run(context, options, handle, stop.signal);
  return {
    async close() {
      stop.abort();
      await running;
    },
  };
}

async function run(
  context: InProcessContext,
  options: ConsumerOptions,
  handle: (delivery: Delivery) => Promise<void>,
  stopped: AbortSignal,
): Promise<void> {
  const held = context.hold(options.durable);
  await Promise.race([held, aborted(stopped)]);
  // A standby that is closed leaves the queue; its turn passes on to the next.
  if (stopped.aborted) return void held.then((release) => release());
  const release = await held;
  try {
    while (!stopped.aborted) {
      try {
        await feed(context, options, handle, stopped);
      } catch (error) {
        context.logger.error({ err: error, durable: options.durable }, "the message log cannot be read");
        await delay(LOG_RETRY_MS, undefined, { signal: stopped }).catch(() => undefined);
      }
    }
  } finally {
    release();
  }
}

/** Reads on from the saved position until stopped; on the way out everything in progress is finished or given back. */
async function feed(
  context: InProcessContext,
  options: ConsumerOptions,
  handle: (delivery: Delivery) => Promise<void>,
  stopped: AbortSignal,
): Promise<void> {
  const { log, logger, events } = context;
  const { stream, durable, filter } = options;
  const bookmark = createBookmark(await log.position(durable), (seq) => log.savePosition(durable, seq));
  const dispatcher = createDispatcher({
    ...options,
    handle,
    logger,
    stopped,
    retried: ({ subject, attempt }) => events.retried?.({ stream, durable, subject, attempt }),
  });
  try {
    while (!stopped.aborted) {
      const room = await dispatcher.room();
      const version = context.versionOf(stream);
      const page = await log.read(stream, bookmark.read, Math.min(PAGE, room));
      for (const entry of page) {
        bookmark.taken(entry.seq);
        if (subjectMatches(filter, entry.subject)) offer(context, options, dispatcher, bookmark, entry);
        else bookmark.finished(entry.seq);
      }
      if (page.length === 0) await context.appendedAfter(stream, version, stopped);
    }
  } finally {
    await dispatcher.idle();
    await bookmark.saved();
  }
}

function offer(
  context: InProcessContext,
  options: ConsumerOptions,
  dispatcher: Dispatcher,
  bookmark: Bookmark,
  entry: LogEntry,
): void {
  const { stream, durable } = options;
  const { subject, id, payload, headers, seq } = entry;
  dispatcher.offer({
    bytes: payload.length,
    read: () => ({ subject, id, data: decodePayload(payload), raw: payload, headers, attempt: 1 }),
    done: () => bookmark.finished(seq),
    // Its number stays open in the bookmark, so the next reader starts with it.
    abandon: () => undefined,
    async bury(reason, delivery) {
      await context.bury({ delivery, stream, durable, reason, sequence: seq });
      context.events.deadLettered?.({ stream, durable, subject, reason });
      bookmark.finished(seq);
    },
    lose(reason) {
      context.events.deadLetterLost?.({ stream, durable, subject, reason });
      context.logger.error({ stream, durable, subject, sequence: seq, reason }, LOST);
      bookmark.finished(seq);
    },
  });
}

/** How far a consumer has come: everything up to the position was handled, whatever the order it was handled in. */
interface Bookmark {
  /** Number of the last message read. */
  readonly read: number;
  taken(seq: number): void;
  finished(seq: number): void;
  /** Resolves once the last position is saved. */
  saved(): Promise<void>;
}

function createBookmark(start: number, save: (seq: number) => Promise<void>): Bookmark {
  /** Insertion order is the order of the numbers, so the first is the lowest. */
  const open = new Set<number>();
  let read = start;
  let savedSeq = start;
  let saving: Promise<void> | undefined;

  const position = () => {
    const lowest = open.values().next().value;
    return lowest === undefined ? read : lowest - 1;
  };
  async function saveLatest(): Promise<void> {
    while (position() > savedSeq) {
      const seq = position();
      await save(seq);
      savedSeq = seq;
    }
  }
  const startSaving = () => {
    // A position that could not be saved costs a redelivery, no more; the next one tries again.
    saving ??= saveLatest()
      .catch(() => undefined)
      .finally(() => {
        saving = undefined;
      });
    return saving;
  };
  return {
    get read() {
      return read;
    },
    taken(seq) {
      open.add(seq);
      read = seq;
    },
    finished(seq) {
      open.delete(seq);
      void startSaving();
    },
    saved: () => startSaving(),
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
