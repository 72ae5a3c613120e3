import { joinedEvents } from "../joined-events.ts";
import { type StreamContract, STREAMS } from "@countersign/contracts";
import type { Logger } from "@countersign/service-kit";
import { ErrorCode, type JsMsg, type Msg } from "nats";
import { type Bus, type BusEvents, BusUnavailable } from "../bus.ts";
import { storeDeadLetter } from "../dead-letter.ts";
import { encodePayload } from "../payload.ts";
import { subjectMatches } from "../subject-match.ts";
import { createSubscriptions } from "../subscriptions.ts";
import { createWorkInProgress } from "../work-in-progress.ts";
import { connectToBroker } from "./connection.ts";
import { consumeFromStream } from "./consumer.ts";
import type { JetStreamContext } from "./context.ts";
import { isClientError, withoutJetStream } from "./errors.ts";
import { createDeliveryReader, toHeaders } from "./headers.ts";
import { createOwnersLeases } from "./lease.ts";
import { createProvision } from "./provision.ts";
import { createPublisher } from "./publisher.ts";
import { createRequests } from "./requests.ts";
import { ensureStream } from "./streams.ts";

export interface JetStreamBusOptions {
  /** NATS URLs, a list or separated by commas. */
  servers: string | readonly string[];
  /** Content of a NATS credentials file. */
  credentials?: string;
  /** Precedes every subject, stream and durable name; letters, digits, `-` and `_`. */
  prefix?: string;
  /** Name of this client in the broker's listings. */
  name?: string;
  logger: Pick<Logger, "info" | "warn" | "error">;
  events?: BusEvents;
  timings?: Partial<JetStreamTimings>;
}

/** Durations in milliseconds; the defaults suit production. */
export interface JetStreamTimings {
  /** How long the first connection is tried. Default 15 000. */
  connectTimeoutMs: number;
  /** How long a publish waits for its acknowledgement. Default 5 000. */
  publishTimeoutMs: number;
  /** When the messages of a crashed replica are delivered again. Default 3 000. */
  ackWaitMs: number;
  /** When the place of a crashed replica is free. Default 5 000. */
  leaseMs: number;
  /** How often the platform looks for deleted consumers of owners. Default 10 000. */
  provisionMs: number;
}

const DEFAULT_TIMINGS: JetStreamTimings = {
  connectTimeoutMs: 15_000,
  publishTimeoutMs: 5_000,
  ackWaitMs: 3_000,
  leaseMs: 5_000,
  provisionMs: 10_000,
};
/** How long the broker may take to answer an API request. A request lost with its connection waits as long. */
const API_TIMEOUT_MS = 2_000;
/** A NATS server's default. */
const DEFAULT_MAX_PAYLOAD_BYTES = 1_048_576;
/** Broadcasts in progress per listener; more are dropped, because broadcasts are never kept. */
const MAX_BROADCASTS = 1_000;

/**
 * Connects to NATS and creates the bus on it. Later the connection comes back by itself, however long the broker is
 * away.
 *
 * @throws BusUnavailable when no broker answers in time, RangeError for a prefix that names could not begin with
 */
export async function createJetStreamBus(options: JetStreamBusOptions): Promise<Bus> {
  const { prefix = "", logger, events = {} } = options;
  if (!/^[\w-]{0,64}$/u.test(prefix)) {
    throw new RangeError("the prefix may have up to 64 letters, digits, hyphens and underscores");
  }
  const timings = { ...DEFAULT_TIMINGS, ...options.timings };
  const { connectTimeoutMs } = timings;
  const connection = await connectToBroker({ ...options, connectTimeoutMs });
  const { nats } = connection;
  const jetstream = nats.jetstream({ checkAPI: false, timeout: API_TIMEOUT_MS });
  const manager = await nats.jetstreamManager({ checkAPI: false, timeout: API_TIMEOUT_MS });
  const streams = new Map<string, StreamContract>();
  const expected = new Map<string, StreamContract>();
  const { register, closeAll } = createSubscriptions();
  const withPrefix = (name: string) => `${prefix}${name}`;
  const toDelivery = createDeliveryReader(prefix);
  const maxMessageBytes = () => nats.info?.max_payload ?? DEFAULT_MAX_PAYLOAD_BYTES;

  async function restoreStreams(): Promise<void> {
    for (const { name, subjects, maxAgeMs } of streams.values()) {
      await ensureStream(manager, { name: withPrefix(name), subjects: subjects.map(withPrefix), maxAgeMs });
    }
  }
  const publish = createPublisher({
    connection,
    jetstream,
    timeoutMs: timings.publishTimeoutMs,
    withPrefix,
    restoreStreams: restore,
    keeps: (subject) =>
      [...streams.values(), ...expected.values()].some(({ subjects }) =>
        subjects.some((filter) => subjectMatches(filter, subject)),
      ),
  });
  const context: JetStreamContext = {
    connection,
    jetstream,
    manager,
    leases: createOwnersLeases(jetstream, {
      bucket: withPrefix("consumer-leases"),
      leaseMs: timings.leaseMs,
    }),
    logger,
    events,
    ackWaitMs: timings.ackWaitMs,
    prefixed: withPrefix,
    toDelivery: (message: JsMsg) => toDelivery(message, message.info.deliveryCount),
    maxMessageBytes,
    restoreStreams: restore,
    bury: (message) => storeDeadLetter(publish, message, maxMessageBytes()),
    quietly(answer) {
      try {
        answer();
      } catch (error) {
        logger.warn({ err: error }, "a message could not be answered and will be delivered again");
      }
    },
  };
  const requests = createRequests({ connection, prefixed: withPrefix, toDelivery, logger });
  const provision = createProvision(context, timings.provisionMs);

  /** Creates the streams of this bus again, then the owners' consumers on them. */
  async function restore(): Promise<void> {
    await restoreStreams();
    await provision.restore();
  }

  function explain(error: unknown): never {
    throw isClientError(error, ErrorCode.JetStreamNotEnabled)
      ? withoutJetStream(nats.getServer(), error)
      : error;
  }

  return {
    async ensureStreams(definitions) {
      for (const definition of [...definitions, STREAMS.deadLetters])
        streams.set(definition.name, definition);
      await restoreStreams().catch(explain);
    },
    async expectStreams(definitions) {
      for (const definition of [...definitions, STREAMS.deadLetters])
        expected.set(definition.name, definition);
    },
    ensureConsumers: (consumers) => provision.ensure(consumers),
    publish,
    async consume(consumer, handle) {
      const allEvents = joinedEvents(events, consumer.events);
      allEvents.consuming?.(consumer);
      return register(await consumeFromStream({ ...context, events: allEvents }, consumer, handle));
    },
    async broadcast({ subject, id, data, headers }) {
      if (!connection.connected) throw new BusUnavailable("the broker is away");
      nats.publish(withPrefix(subject), encodePayload(data), { headers: toHeaders(headers, id) });
    },
    async listen({ subject }, handle) {
      const inProgress = createWorkInProgress();
      const hear = async (message: Msg) => {
        await handle(toDelivery(message, 1)).catch((error: unknown) => {
          logger.warn({ err: error, subject: message.subject }, "a broadcast could not be handled");
        });
      };
      const subscription = nats.subscribe(withPrefix(subject), {
        callback: (error, message) => {
          if (error) logger.error({ err: error, subject }, "a listener was refused by the broker");
          else if (inProgress.count < MAX_BROADCASTS) inProgress.start(() => hear(message));
          else logger.warn({ subject: message.subject }, "a broadcast was dropped");
        },
      });
      // Makes sure that this listener hears broadcasts sent after this call.
      await nats.flush();
      return register({
        async close() {
          if (connection.connected) await subscription.drain();
          else subscription.unsubscribe();
          await inProgress.below(1);
        },
      });
    },
    serve: async (service) => register(await requests.serve(service)),
    respond: async (endpoint) => register(await requests.respond(endpoint)),
    request: requests.request,
    async ping() {
      if (!connection.connected) throw new BusUnavailable("the broker is away");
      // An owner's account may only ask JetStream about its own consumers.
      if (streams.size === 0 && expected.size > 0) await nats.flush();
      else await manager.getAccountInfo().catch(explain);
    },
    async close() {
      provision.close();
      await closeAll();
      if (connection.connected) await nats.drain();
      else await nats.close();
    },
  };
}
