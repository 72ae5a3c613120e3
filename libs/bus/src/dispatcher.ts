import { setTimeout as delay } from "node:timers/promises";
import { isPassing } from "@countersign/domain/errors";
import { createKeyedQueue, createSemaphore } from "@countersign/concurrency";
import { toDomainError } from "@countersign/mongo";
import type { Logger } from "@countersign/service-kit";
import type { ConsumerOptions, Delivery } from "./bus.ts";
import { MalformedMessage, MessageNotAccepted } from "./bus.ts";
import { findSizeFault } from "./payload.ts";
import { createRetryBudget } from "./retry-budget.ts";
import { inSenderTrace } from "./sender-trace.ts";
import { createWorkInProgress } from "./work-in-progress.ts";

/** Default waits between attempts: about two minutes in all, then the message is a dead letter. */
const DEFAULT_BACKOFF_MS = [100, 500, 2_000, 5_000, 15_000, 30_000, 60_000] as const;
const DEFAULT_CONCURRENCY = 16;
/** A message delivered this often without an answer probably crashes its process; it is buried untried. */
const MAX_DELIVERIES = 20;
/** Waits before a dead letter that could not be stored is tried again: about five minutes in all. */
const BURIAL_BACKOFF_MS = [1_000, 2_000, 5_000, 10_000, 30_000, 60_000, 60_000, 60_000, 60_000] as const;
/** Dead letters that are stored at a time. Messages that cannot be handled wait in the stream. */
const BURIALS_AT_ONCE = 6;
/** At this number of messages that wait for their burial, no more are taken: they would be read only to wait. */
const MAX_AWAIT_BURIAL = 100;
/** Messages taken and not yet finished. At this number an adapter takes no more. */
export const MAX_IN_PROGRESS = 1_000;
/** So many must be finished before more are taken: one pull costs as much as several messages. */
const LEAST_ROOM = 100;
/** From this many in progress, waiting messages give way to those behind them. */
const CROWDED = 750;
/** Log line for a message that is given up without a dead letter. */
export const LOST = "a message is given up, and could not be kept as a dead letter";
/** Wait between attempts while the store is away; these attempts are not counted. */
const OUTAGE_RETRY_MS = 2_000;

/** One delivered message and the ways its delivery can end. */
export interface Work {
  /** Of its payload. */
  bytes: number;
  /** Reads the message, once. */
  read(): Delivery;
  /** The message was handled and is never delivered again. */
  done(): void;
  /** The message was not handled; the next consumer gets it at once. */
  abandon(): void;
  /** Keeps the message as a dead letter; rejects when that could not be stored. */
  bury(reason: string, delivery: Delivery): Promise<void>;
  /** Gives the message up without a dead letter. */
  lose(reason: string): void;
}

export interface DispatcherOptions extends Pick<
  ConsumerOptions,
  "keyOf" | "senderOf" | "backoffMs" | "concurrency" | "raw"
> {
  handle: (delivery: Delivery) => Promise<void>;
  logger: Pick<Logger, "warn">;
  /** Once aborted, running handlers finish and everything else is abandoned. */
  stopSignal: AbortSignal;
  retried: (delivery: Delivery) => void;
}

/** Handles deliveries: in order within a key, side by side across keys, with retries and dead letters. */
export interface Dispatcher {
  /** Takes a message; within a key in the order of the calls. */
  offer(work: Work): void;
  /** Waits until more messages may be taken, and resolves to their number. */
  room(): Promise<number>;
  /** Resolves once nothing is in progress. */
  idle(): Promise<void>;
}

/**
 * Creates the part that both adapters share. A message that waits for another attempt holds its key, not a slot, so
 * that it never holds back another key. Because work in progress is bounded, waiting messages could fill it: before
 * that, messages of the sender with the most in progress are given up early. Few dead letters are stored at a time.
 */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const {
    keyOf,
    senderOf,
    backoffMs = DEFAULT_BACKOFF_MS,
    raw = false,
    handle,
    logger,
    retried,
    stopSignal,
  } = options;
  const inOrder = createKeyedQueue();
  const withSlot = createSemaphore(options.concurrency ?? DEFAULT_CONCURRENCY);
  const inProgress = createWorkInProgress();
  const toBury = createSemaphore(BURIALS_AT_ONCE);
  const awaitBurial = createWorkInProgress();
  const retryBudget = createRetryBudget({ limit: CROWDED, stopSignal });

  async function bury(work: Work, reason: string, delivery: Delivery, sender: string): Promise<void> {
    for (let failures = 0; !stopSignal.aborted; failures += 1) {
      try {
        const burial = toBury(async () => (stopSignal.aborted ? ABANDONED : work.bury(reason, delivery)));
        awaitBurial.start(async () => void (await burial));
        if ((await burial) === ABANDONED) break;
        return;
      } catch (error) {
        const about = { err: error, subject: delivery.subject };
        const waitMs = error instanceof MessageNotAccepted ? undefined : BURIAL_BACKOFF_MS[failures];
        inSenderTrace(delivery, () => logger.warn(about, "a dead letter could not be stored"));
        if (waitMs === undefined || !(await retryBudget.wait(sender, waitMs))) return work.lose(reason);
      }
    }
    work.abandon();
  }

  async function finish({ work, delivery: first, fault, sender }: Examined): Promise<void> {
    if (stopSignal.aborted) return work.abandon();
    if (fault !== undefined) return bury(work, fault, first, sender);
    let failures = 0;
    let { attempt } = first;
    while (!stopSignal.aborted) {
      const delivery = { ...first, attempt };
      const result = await withSlot(async () => (stopSignal.aborted ? ABANDONED : tryOnce(handle, delivery)));
      if (result === ABANDONED) break;
      if (result === HANDLED) return work.done();
      if (result.malformed) return bury(work, result.reason, delivery, sender);
      const waitMs = result.outage ? OUTAGE_RETRY_MS : backoffMs[failures];
      if (waitMs === undefined) return bury(work, result.reason, delivery, sender);
      if (!result.outage) failures += 1;
      attempt += 1;
      retried(delivery);
      const about = { err: result.error, subject: delivery.subject, messageId: delivery.id, attempt, waitMs };
      inSenderTrace(delivery, () =>
        logger.warn(about, "a message could not be handled and will be tried again"),
      );
      if (result.outage) await delay(waitMs, undefined, { signal: stopSignal }).catch(() => undefined);
      else if (!(await retryBudget.wait(sender, waitMs))) {
        return bury(
          work,
          `${result.reason} (not tried again: too many of this sender's wait)`,
          delivery,
          sender,
        );
      }
    }
    work.abandon();
  }

  function examine(delivery: Delivery): {
    key?: string | undefined;
    sender?: string | undefined;
    fault?: string;
  } {
    const fault = delivery.fault ?? (raw ? undefined : findSizeFault(delivery.raw));
    if (fault !== undefined) return { fault };
    if (!raw && delivery.data === undefined) return { fault: "the payload is not JSON" };
    if (delivery.attempt > MAX_DELIVERIES) {
      return { fault: `delivered ${MAX_DELIVERIES} times without an answer` };
    }
    try {
      return { key: keyOf?.(delivery), sender: senderOf?.(delivery) };
    } catch (error) {
      return { fault: reasonOf(error) };
    }
  }

  async function enqueue(work: Work): Promise<void> {
    const delivery = work.read();
    const { key, sender = "", fault } = examine(delivery);
    retryBudget.took(sender);
    try {
      const finishWork = () => finish({ work, delivery, fault, sender });
      await (key === undefined ? finishWork() : inOrder(key, finishWork));
    } finally {
      retryBudget.finished(sender);
    }
  }

  return {
    offer: (work) => inProgress.start(() => enqueue(work)),
    async room() {
      await awaitBurial.below(MAX_AWAIT_BURIAL);
      if (inProgress.count >= MAX_IN_PROGRESS) await inProgress.below(MAX_IN_PROGRESS - LEAST_ROOM);
      return MAX_IN_PROGRESS - inProgress.count;
    },
    idle: () => inProgress.below(1),
  };
}

interface Examined {
  work: Work;
  delivery: Delivery;
  /** Why it cannot be handled. */
  fault: string | undefined;
  sender: string;
}

const HANDLED = Symbol("handled");
const ABANDONED = Symbol("abandoned");

interface Failure {
  error: unknown;
  reason: string;
  /** The message can never succeed. */
  malformed: boolean;
  /** Nothing is wrong with the message: what its handling needs is away. */
  outage: boolean;
}

async function tryOnce(
  handle: (delivery: Delivery) => Promise<void>,
  delivery: Delivery,
): Promise<typeof HANDLED | Failure> {
  try {
    await handle(delivery);
    return HANDLED;
  } catch (error) {
    const domainError = toDomainError(error);
    return {
      error,
      reason: reasonOf(error),
      malformed: error instanceof MalformedMessage,
      outage: domainError !== undefined && isPassing(domainError),
    };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof MalformedMessage) return error.message;
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
