import { joinedEvents } from "../joined-events.ts";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { type StreamContract, STREAMS } from "@countersign/contracts";
import { createKeyedQueue } from "@countersign/concurrency";
import type { Logger } from "@countersign/service-kit";
import { createAnswerer, type Answer, type Answerer } from "../answer.ts";
import type {
  Bus,
  BusEvents,
  BusMessage,
  Delivery,
  Endpoint,
  RequestReplyService,
  Subscription,
} from "../bus.ts";
import { MessageNotAccepted, RequestRefused, RequestUnanswered } from "../bus.ts";
import { storeDeadLetter } from "../dead-letter.ts";
import { decodePayload, encodePayload } from "../payload.ts";
import { subjectMatches } from "../subject-match.ts";
import { createSubscriptions } from "../subscriptions.ts";
import { createWorkInProgress } from "../work-in-progress.ts";
import { consumeQueue, type InProcessContext } from "./consumer.ts";
import type { History } from "./history.ts";
import { createQueues } from "./queues.ts";

export interface InProcessBusOptions {
  /** Messages and positions that outlive the process. Without it, none do. */
  history?: History;
  logger: Pick<Logger, "warn" | "error">;
  events?: BusEvents;
}

/** A NATS server's default bound, so that messages that pass here pass there. */
const MAX_PAYLOAD_BYTES = 1_048_576;
const DEFAULT_TIMEOUT_MS = 5_000;
const EXPIRY_INTERVAL_MS = 60 * 60 * 1000;

interface Listener {
  subject: string;
  deliver: (delivery: Delivery) => void;
}

interface Server {
  endpoint: Omit<Endpoint, "name">;
  answerer: Answerer;
}

/**
 * Creates a bus for services that live in one process. Messages wait in memory. With a history, each durable begins with
 * the messages published since its bookmark, so that a crash loses none (ADR 32); some are delivered again.
 */
export function createInProcessBus(options: InProcessBusOptions): Bus {
  const { history, logger, events = {} } = options;
  const listeners = new Set<Listener>();
  const servers = new Set<Server>();
  const { register, closeAll } = createSubscriptions();
  const queues = createQueues(history);
  let turn = 0;

  const expiry = setInterval(() => queues.expire(), EXPIRY_INTERVAL_MS).unref();

  async function publish({ subject, id, data, headers = {} }: BusMessage): Promise<void> {
    const payload = encodePayload(data);
    if (payload.length > MAX_PAYLOAD_BYTES) {
      throw new MessageNotAccepted(`the message has ${payload.length} bytes, more than ${MAX_PAYLOAD_BYTES}`);
    }
    queues.add({ subject, id, payload, headers });
  }

  const context: InProcessContext = {
    logger,
    events,
    openQueue: (consumer) => queues.open(consumer),
    inTurn: createKeyedQueue(),
    bury: (message) => storeDeadLetter(publish, message, MAX_PAYLOAD_BYTES),
  };

  function offer(
    service: Pick<RequestReplyService, "concurrency">,
    endpoints: readonly Server["endpoint"][],
  ): Subscription {
    const answerer = createAnswerer(service, logger);
    const offeredServers = endpoints.map((endpoint) => ({ endpoint, answerer }));
    for (const server of offeredServers) servers.add(server);
    return register({
      close: () => {
        for (const server of offeredServers) servers.delete(server);
        return answerer.idle();
      },
    });
  }

  const ensureStreams = async (definitions: readonly StreamContract[]): Promise<void> =>
    queues.define([...definitions, STREAMS.deadLetters]);

  return {
    ensureStreams,
    // Only this process can create them, and a consumer's position begins with its first message.
    expectStreams: ensureStreams,
    ensureConsumers: async () => undefined,
    publish,
    async consume(consumer, handle) {
      queues.assertConsumer(consumer);
      const allEvents = joinedEvents(events, consumer.events);
      allEvents.consuming?.(consumer);
      return register(consumeQueue({ ...context, events: allEvents }, consumer, handle));
    },
    async broadcast(message) {
      const delivery = toDelivery(message.subject, message.data, message.headers, message.id);
      const hearing = [...listeners].filter(({ subject }) => subjectMatches(subject, message.subject));
      for (const listener of hearing) listener.deliver(delivery);
    },
    async listen({ subject }, handle) {
      const inProgress = createWorkInProgress();
      const listener: Listener = {
        subject,
        deliver: (delivery) =>
          inProgress.start(() =>
            handle(delivery).catch((error: unknown) => {
              logger.warn({ err: error, subject: delivery.subject }, "a broadcast could not be handled");
            }),
          ),
      };
      listeners.add(listener);
      return register({
        close: () => {
          listeners.delete(listener);
          return inProgress.below(1);
        },
      });
    },
    serve: async (service) => offer(service, service.endpoints),
    respond: async (endpoint) => offer({}, [endpoint]),
    async request(subject, data, { timeoutMs = DEFAULT_TIMEOUT_MS, headers } = {}) {
      const serving = [...servers].filter(({ endpoint }) => subjectMatches(endpoint.subject, subject));
      // In turn, as a queue group shares its load.
      const server = serving[turn++ % serving.length];
      if (!server) throw new RequestUnanswered(`nobody serves ${subject}`, { possiblyHandled: false });
      const request = toDelivery(subject, data, headers);
      const answer = await answerWithin(timeoutMs, server, request);
      if (!answer) {
        const message = `no answer from ${subject} within ${timeoutMs} ms`;
        throw new RequestUnanswered(message, { possiblyHandled: true });
      }
      if ("refusal" in answer) throw new RequestRefused(answer.refusal.code, answer.refusal.text);
      const payload = encodePayload(answer.value);
      if (payload.length > MAX_PAYLOAD_BYTES) throw new RequestRefused(500, "The answer is too large");
      return decodePayload(payload);
    },
    ping: async () => undefined,
    async close() {
      clearInterval(expiry);
      await closeAll();
      await queues.close();
    },
  };
}

function toDelivery(
  subject: string,
  data: unknown,
  headers: Readonly<Record<string, string>> = {},
  id: string = randomUUID(),
): Delivery {
  const raw = encodePayload(data);
  return { subject, id, data: decodePayload(raw), raw, headers, attempt: 1 };
}

async function answerWithin(
  timeoutMs: number,
  server: Server,
  request: Delivery,
): Promise<Answer | undefined> {
  const timeout = new AbortController();
  const late = delay(timeoutMs, undefined, { signal: timeout.signal }).catch(() => undefined);
  const firstAnswer = new Promise<Answer>((resolve) => {
    server.answerer.answer(server.endpoint, { raw: request.raw, read: () => request }, resolve);
  });
  try {
    return await Promise.race([firstAnswer, late]);
  } finally {
    timeout.abort();
  }
}
