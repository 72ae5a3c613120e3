import { setTimeout as delay } from "node:timers/promises";
import { AckPolicy, DeliverPolicy, nanos, type ConsumerMessages } from "nats";
import type { ConsumerOptions, Delivery, Subscription } from "../bus.ts";
import { MAX_IN_PROGRESS } from "../dispatcher.ts";
import type { JetStreamContext } from "./context.ts";
import { refusalOf } from "./errors.ts";
import { createIntake } from "./intake.ts";

const BATCH = 200;
const PULL_EXPIRES_MS = 3_000;
const PULL_HEARTBEAT_MS = 1_000;
const RECOVERY_MS = 500;

type Handle = (delivery: Delivery) => Promise<void>;

/**
 * Consumes with a durable pull consumer. With an order per key one replica is active at a time (a lease); without one
 * all replicas share the messages.
 *
 * @throws the broker's error when the consumer cannot be created
 */
export async function consumeFromStream(
  context: JetStreamContext,
  options: ConsumerOptions,
  handle: Handle,
): Promise<Subscription> {
  if (options.owner === undefined) await ensureConsumer(context, options);
  else await lookForConsumer(context, options);
  const stop = new AbortController();
  const tenures = runTenures(context, options, handle, stop.signal);
  return {
    async close() {
      stop.abort();
      await tenures;
    },
  };
}

async function runTenures(
  context: JetStreamContext,
  options: ConsumerOptions,
  handle: Handle,
  stopSignal: AbortSignal,
): Promise<void> {
  if (!options.keyOf) return runTenure(context, options, handle, stopSignal);
  const leases = context.leases(options.owner);
  while (!stopSignal.aborted) {
    const lease = await leases.acquire(options.durable, stopSignal);
    if (!lease) return;
    await runTenure(context, options, handle, AbortSignal.any([stopSignal, lease.lost]));
    await lease.release();
  }
}

/** Pulls and handles until the signal. Survives the loss of the connection, the consumer and the stream. */
async function runTenure(
  context: JetStreamContext,
  options: ConsumerOptions,
  handle: Handle,
  endSignal: AbortSignal,
): Promise<void> {
  const { connection, jetstream, manager, logger } = context;
  const stream = context.prefixed(options.stream);
  const durable = context.prefixed(options.durable);
  const inspect = () => manager.consumers.info(stream, durable);
  const intake = createIntake(context, { ...options, handle, endSignal, inspect });

  const pulling: { messages?: ConsumerMessages; intact: boolean } = { intact: false };
  const interrupt = () => {
    pulling.intact = false;
    void pulling.messages?.close();
  };
  endSignal.addEventListener("abort", interrupt, { once: true });
  // Messages on their way are lost when the connection breaks: end the pull and ask for the consumer's position.
  const forget = connection.onReconnect(interrupt);

  while (!endSignal.aborted) {
    try {
      pulling.intact = true;
      const consumer = await jetstream.consumers.get(stream, durable);
      intake.resume(await inspect());
      while (pulling.intact) {
        const room = await intake.room();
        pulling.messages = await consumer.fetch({
          max_messages: Math.min(BATCH, room),
          expires: PULL_EXPIRES_MS,
          idle_heartbeat: PULL_HEARTBEAT_MS,
        });
        // Interrupted meanwhile; not awaited, because a pull that is closed ends only when it is iterated.
        if (!pulling.intact) void pulling.messages.close();
        for await (const message of pulling.messages) intake.take(message);
      }
    } catch (error) {
      if (endSignal.aborted) break;
      logger.warn({ err: error, durable: options.durable }, "a consumer is interrupted and starts anew");
      await delay(RECOVERY_MS, undefined, { signal: endSignal }).catch(() => undefined);
      await recover(context, options);
    }
  }
  endSignal.removeEventListener("abort", interrupt);
  forget();
  await intake.idle();
}

/** Creates a deleted stream or consumer again. A failure here comes again in the next round, which logs it. */
async function recover(context: JetStreamContext, options: ConsumerOptions): Promise<void> {
  try {
    await context.restoreStreams();
    if (options.owner === undefined) await ensureConsumer(context, options);
  } catch {
    // The broker is away; the caller's loop goes on.
  }
}

/** Logs once at the start that the consumer is missing. */
async function lookForConsumer(
  context: JetStreamContext,
  { stream, durable }: ConsumerOptions,
): Promise<void> {
  const consumerInfo = context.manager.consumers.info(context.prefixed(stream), context.prefixed(durable));
  await consumerInfo.catch((error: unknown) => {
    context.logger.warn({ err: error, durable }, "this consumer waits until the platform has made it");
  });
}

/**
 * Creates a consumer unless it exists.
 *
 * @throws Error that names the consumer, its subject and a remedy, where the broker refuses it
 */
export async function ensureConsumer(
  context: Pick<JetStreamContext, "manager" | "prefixed" | "ackWaitMs">,
  options: Pick<ConsumerOptions, "stream" | "durable" | "filter">,
): Promise<void> {
  const [stream, durable, filter] = [options.stream, options.durable, options.filter].map(context.prefixed);
  const adding = context.manager.consumers.add(stream!, {
    durable_name: durable!,
    filter_subject: filter!,
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(context.ackWaitMs),
    deliver_policy: DeliverPolicy.All,
    // The dispatcher counts attempts and buries; the broker must not give up by itself.
    max_deliver: -1,
    max_ack_pending: 2 * MAX_IN_PROGRESS,
  });
  await adding.catch((error: unknown) => {
    throw refusalOf(`consumer ${durable} of the stream ${stream} with the subject ${filter}`, error);
  });
}
