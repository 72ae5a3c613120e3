import { setTimeout as delay } from "node:timers/promises";
import type { KeyedQueue } from "@countersign/concurrency";
import type { Logger } from "@countersign/service-kit";
import type { BusEvents, ConsumerOptions, Delivery, Subscription } from "../bus.ts";
import type { GivenUp } from "../dead-letter.ts";
import { createDispatcher, type Dispatcher, LOST } from "../dispatcher.ts";
import { decodePayload, headerText } from "../payload.ts";
import { inSenderTrace } from "../sender-trace.ts";
import type { DurableQueue, QueuedMessage } from "./queue.ts";

const PAGE = 200;
const READ_RETRY_MS = 1_000;

/** The parts of the bus that its consumers use. */
export interface InProcessContext {
  logger: Pick<Logger, "warn" | "error">;
  events: BusEvents;
  /** The queue of a durable. @throws Error when earlier messages cannot be read now */
  openQueue: (consumer: Pick<ConsumerOptions, "stream" | "durable" | "filter">) => Promise<DurableQueue>;
  /** Lets one subscription at a time have a durable. */
  inTurn: KeyedQueue;
  bury(message: GivenUp): Promise<void>;
}

/** Handles the messages of a durable. Of several subscriptions one is active; the others stand by in order. */
export function consumeQueue(
  context: InProcessContext,
  options: ConsumerOptions,
  handle: (delivery: Delivery) => Promise<void>,
): Subscription {
  const stop = new AbortController();
  let feeding: Promise<void> | undefined;
  // A standby that was closed meanwhile passes its turn on.
  void context.inTurn(options.durable, async () => {
    if (stop.signal.aborted) return;
    feeding = feed(context, options, handle, stop.signal);
    await feeding;
  });
  return {
    async close() {
      stop.abort();
      await feeding;
    },
  };
}

/** Feeds the handler until stopped, then finishes or gives back everything in progress. */
async function feed(
  context: InProcessContext,
  options: ConsumerOptions,
  handle: (delivery: Delivery) => Promise<void>,
  stopSignal: AbortSignal,
): Promise<void> {
  const { logger, events } = context;
  const { stream, durable } = options;
  const untilRead = <T>(read: () => Promise<T>) => repeatUntilRead(context, durable, stopSignal, read);
  const queue = await untilRead(() => context.openQueue(options));
  if (queue === undefined) return;
  queue.watch((messages) => events.pending?.({ stream, durable, messages }));
  const dispatcher = createDispatcher({
    ...options,
    handle,
    logger,
    stopSignal,
    retried: ({ subject, attempt }) => events.retried?.({ stream, durable, subject, attempt }),
  });
  while (!stopSignal.aborted) {
    const page = queue.take(Math.min(PAGE, await dispatcher.room()));
    for (const message of page) offer(context, options, dispatcher, queue, message);
    await untilRead(() => queue.filled(stopSignal));
  }
  await dispatcher.idle();
  queue.giveBack();
}

/** Repeats a read until the store answers, and says once that it does not; `undefined` when stopped before. */
async function repeatUntilRead<T>(
  { logger }: InProcessContext,
  durable: string,
  stopSignal: AbortSignal,
  read: () => Promise<T>,
): Promise<T | undefined> {
  for (let attempts = 1; !stopSignal.aborted; attempts += 1) {
    try {
      return await read();
    } catch (error) {
      const about = { durable, reason: (error as Error).message };
      if (attempts === 1) logger.warn(about, "earlier messages cannot be read yet; this is tried again");
      await delay(READ_RETRY_MS, undefined, { signal: stopSignal }).catch(() => undefined);
    }
  }
  return undefined;
}

function offer(
  context: InProcessContext,
  { stream, durable }: ConsumerOptions,
  dispatcher: Dispatcher,
  queue: DurableQueue,
  message: QueuedMessage,
): void {
  const { subject, id, payload, headers, seq } = message;
  dispatcher.offer({
    bytes: payload.length,
    read: () => ({ subject, id, data: decodePayload(payload), raw: payload, headers, attempt: 1 }),
    done: () => queue.finish(message),
    // It stays open, and waits again once all other work in progress has ended.
    abandon: () => undefined,
    async bury(reason, delivery) {
      await context.bury({ delivery, stream, durable, reason, sequence: seq });
      const about = { stream, durable, subject, messageId: id, reason: headerText(reason) };
      inSenderTrace(delivery, () =>
        context.logger.warn(about, "a message is given up; its dead letter lasts as long as this process"),
      );
      context.events.deadLettered?.({ stream, durable, subject, reason });
      queue.finish(message);
    },
    lose(reason) {
      context.events.deadLetterLost?.({ stream, durable, subject, reason });
      context.logger.error({ stream, durable, subject, sequence: seq, reason }, LOST);
      queue.finish(message);
    },
  });
}
