import type { ConsumerInfo, JsMsg } from "nats";
import type { ConsumerOptions, Delivery } from "../bus.ts";
import { createDispatcher, LOST } from "../dispatcher.ts";
import { headerText } from "../payload.ts";
import { inSenderTrace } from "../sender-trace.ts";
import type { JetStreamContext } from "./context.ts";

/** Bytes of messages that may be in progress. Parsed messages take several times as much. */
const MAX_BYTES_IN_PROGRESS = 16 * 1024 * 1024;
/** How fast the size of the largest message is forgotten, with each smaller one. */
const FORGETTING = 0.99;
/** Answered messages to remember, against redeliveries that crossed their answer. */
const MAX_ANSWERED = 10_000;
const POLL_MS = 100;

/** The way of one consumer's messages from the broker to the handler. */
export interface Intake {
  /** Starts (again) from the broker's state of the consumer. */
  resume(info: ConsumerInfo): void;
  take(message: JsMsg): void;
  /** Waits until more messages may be pulled, and resolves to their number. */
  room(): Promise<number>;
  /** Resolves once nothing is in progress. */
  idle(): Promise<void>;
}

export interface IntakeOptions extends ConsumerOptions {
  handle: (delivery: Delivery) => Promise<void>;
  /** Once aborted, running handlers finish and everything else is given back. */
  endSignal: AbortSignal;
  /** Asks the broker for the consumer's position. */
  inspect: () => Promise<ConsumerInfo>;
}

/**
 * Creates the intake of a consumer. It keeps messages in progress alive and restores the stream's order: JetStream sends
 * an unanswered message again only after its ack wait, while newer ones go out at once. When a message went to a
 * consumer that is gone, or got lost on its way (a gap in the numbers of the deliveries), newer messages wait until all
 * messages outstanding at the broker are in progress here.
 */
export function createIntake(context: JetStreamContext, options: IntakeOptions): Intake {
  const { logger, events, ackWaitMs } = context;
  const { stream, durable, keyOf, endSignal, inspect } = options;
  /** By place in the stream. */
  const inProgress = new Map<number, JsMsg>();
  const answeredSeqs = new Set<number>();
  let heldMessages: JsMsg[] = [];
  let waitingSince: number | undefined;
  let lastDeliverySeq = 0;
  let consumerCreated = "";
  let bytesInProgress = 0;
  /** Largest size expected of the next message; sizes are unknown before delivery. */
  let expectedBytes = context.maxMessageBytes();

  const dispatcher = createDispatcher({
    ...options,
    logger,
    stopSignal: endSignal,
    retried: ({ subject, attempt }) => events.retried?.({ stream, durable, subject, attempt }),
  });
  const keepAlive = setInterval(() => {
    for (const message of inProgress.values()) context.quietly(() => message.working());
  }, ackWaitMs / 3).unref();
  const poll = setInterval(() => void lookForMissing(), POLL_MS).unref();

  /** Remembers a message as handled or buried. */
  function remember(seq: number): void {
    answeredSeqs.add(seq);
    const oldest = answeredSeqs.size > MAX_ANSWERED ? answeredSeqs.values().next().value : undefined;
    if (oldest !== undefined) answeredSeqs.delete(oldest);
  }

  function offer(message: JsMsg): void {
    // The numbers of a deleted stream begin anew: an answer must not reach another message of that number.
    const finish = (answer: "ack" | "nak" | "term") => {
      bytesInProgress -= message.data.length;
      if (inProgress.get(message.seq) !== message) return;
      inProgress.delete(message.seq);
      if (answer !== "nak") remember(message.seq);
      context.quietly(() => message[answer]());
    };
    bytesInProgress += message.data.length;
    dispatcher.offer({
      bytes: message.data.length,
      read: () => context.toDelivery(message),
      done: () => finish("ack"),
      abandon: () => finish("nak"),
      async bury(reason, delivery) {
        const storedAt = String(message.info.timestampNanos);
        await context.bury({ delivery, stream, durable, reason, sequence: message.seq, storedAt });
        const about = {
          stream,
          durable,
          subject: delivery.subject,
          messageId: delivery.id,
          reason: headerText(reason),
        };
        inSenderTrace(delivery, () => logger.warn(about, "a message is given up and kept as a dead letter"));
        events.deadLettered?.({ stream, durable, subject: delivery.subject, reason });
        finish("term");
      },
      lose(reason) {
        // Without a connection no message can be given up: it comes again.
        if (!context.connection.connected) return finish("nak");
        const { subject, seq: sequence } = message;
        events.deadLetterLost?.({ stream, durable, subject, reason });
        logger.error({ stream, durable, subject, sequence, reason }, LOST);
        finish("term");
      },
    });
  }

  function releaseHeld(): void {
    waitingSince = undefined;
    const releasedMessages = heldMessages.toSorted((a, b) => a.seq - b.seq);
    heldMessages = [];
    for (const message of releasedMessages) offer(message);
  }

  /** How many messages the broker awaits an answer to that are not in progress here. */
  function missingCount(info: ConsumerInfo): number {
    const knownMessages = inProgress.values().filter((message) => {
      return message.info.deliverySequence <= info.delivered.consumer_seq;
    });
    return info.num_ack_pending - knownMessages.toArray().length;
  }

  async function lookForMissing(): Promise<void> {
    if (waitingSince === undefined || endSignal.aborted) return;
    if (performance.now() - waitingSince > 2 * ackWaitMs) {
      logger.warn({ durable }, "unanswered messages did not come back in time; going on without them");
      return releaseHeld();
    }
    const info = await inspect().catch(() => undefined);
    if (info && waitingSince !== undefined && missingCount(info) <= 0) releaseHeld();
  }

  function giveBack(): void {
    clearInterval(poll);
    for (const message of heldMessages) {
      inProgress.delete(message.seq);
      context.quietly(() => message.nak());
    }
    heldMessages = [];
  }
  endSignal.addEventListener("abort", giveBack, { once: true });

  return {
    resume(info) {
      if (consumerCreated !== "" && info.created !== consumerCreated) {
        inProgress.clear();
        answeredSeqs.clear();
      }
      consumerCreated = info.created;
      lastDeliverySeq = info.delivered.consumer_seq;
      if (keyOf && missingCount(info) > 0) waitingSince ??= performance.now();
    },
    take(message) {
      if (endSignal.aborted) return context.quietly(() => message.nak());
      const { deliverySequence, streamSequence, pending } = message.info;
      const gap = deliverySequence > lastDeliverySeq + 1;
      lastDeliverySeq = deliverySequence;
      events.pending?.({ stream, durable, messages: pending });
      if (keyOf && gap) waitingSince ??= performance.now();
      if (inProgress.has(streamSequence)) return;
      if (answeredSeqs.has(streamSequence)) return context.quietly(() => message.ack());
      expectedBytes = Math.max(message.data.length, expectedBytes * FORGETTING, 1);
      inProgress.set(streamSequence, message);
      if (waitingSince === undefined) offer(message);
      else heldMessages.push(message);
    },
    async room() {
      const room = await dispatcher.room();
      const fitting = Math.floor((MAX_BYTES_IN_PROGRESS - bytesInProgress) / expectedBytes);
      // With many bytes in progress, pull one message at a time: those in progress must not keep all others away.
      return Math.max(1, Math.min(room - heldMessages.length, fitting));
    },
    async idle() {
      await dispatcher.idle();
      clearInterval(keepAlive);
    },
  };
}
