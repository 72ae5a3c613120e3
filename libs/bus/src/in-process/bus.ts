import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { STREAMS } from "@countersign/contracts";
import type { Logger } from "@countersign/service-kit";
import { createAnswerer, type Answer, type Answerer } from "../answer.ts";
import type {
  Bus,
  BusEvents,
  BusMessage,
  Delivery,
  Endpoint,
  ServiceDefinition,
  StreamDefinition,
  Subscription,
} from "../bus.ts";
import { MessageNotAccepted, RequestRefused, RequestUnanswered } from "../bus.ts";
import { storeDeadLetter } from "../dead-letter.ts";
import { decodePayload, encodePayload } from "../payload.ts";
import { subjectMatches } from "../subject-match.ts";
import { createWorkInProgress } from "../work-in-progress.ts";
import { consumeFromLog, type InProcessContext } from "./consumer.ts";
import { createMemoryMessageLog, type MessageLog, type NewLogEntry } from "./message-log.ts";

export interface InProcessBusOptions {
  /** Where messages and positions are kept. Default: memory. */
  log?: MessageLog;
  logger: Pick<Logger, "warn" | "error">;
  events?: BusEvents;
}

/** The same bound as a NATS server's default, so that what works here works there. */
const MAX_PAYLOAD_BYTES = 1_048_576;
const DEFAULT_TIMEOUT_MS = 5_000;
const EXPIRY_INTERVAL_MS = 60 * 60 * 1000;

interface Listener {
  subject: string;
  queue?: string;
  deliver: (delivery: Delivery) => void;
}

interface Server {
  endpoint: Omit<Endpoint, "name">;
  answerer: Answerer;
}

/** Creates a bus for services that live in one process. With a log in a store, messages survive the process. */
export function createInProcessBus(options: InProcessBusOptions): Bus {
  const { log = createMemoryMessageLog(), logger, events = {} } = options;
  const streams = new Map<string, StreamDefinition>();
  const listeners = new Set<Listener>();
  const servers = new Set<Server>();
  const subscriptions = new Set<Subscription>();
  const journal = createJournal(log);
  let turn = 0;

  const expiry = setInterval(() => void expireAll(), EXPIRY_INTERVAL_MS).unref();
  async function expireAll(): Promise<void> {
    for (const { name, maxAgeMs } of streams.values()) {
      await log.expire(name, maxAgeMs).catch((error: unknown) => {
        logger.warn({ err: error, stream: name }, "old messages could not be removed");
      });
    }
  }

  function streamOf(subject: string): string {
    for (const { name, subjects } of streams.values()) {
      if (subjects.some((filter) => subjectMatches(filter, subject))) return name;
    }
    throw new MessageNotAccepted(`no stream keeps the subject ${subject}`);
  }

  async function publish(message: BusMessage): Promise<void> {
    const { subject, id, headers = {} } = message;
    const payload = encodePayload(message.data);
    if (payload.length > MAX_PAYLOAD_BYTES) {
      throw new MessageNotAccepted(`the message has ${payload.length} bytes, more than ${MAX_PAYLOAD_BYTES}`);
    }
    await journal.append({ stream: streamOf(subject), subject, id, payload, headers });
  }

  const context: InProcessContext = {
    log,
    logger,
    events,
    versionOf: journal.versionOf,
    appendedAfter: journal.appendedAfter,
    hold: createHolds(),
    bury: (message) => storeDeadLetter(publish, message, MAX_PAYLOAD_BYTES),
  };

  function register(subscription: Subscription): Subscription {
    const registered = {
      close: async () => {
        subscriptions.delete(registered);
        await subscription.close();
      },
    };
    subscriptions.add(registered);
    return registered;
  }

  function offer(
    service: Pick<ServiceDefinition, "concurrency">,
    endpoints: readonly Server["endpoint"][],
  ): Subscription {
    const answerer = createAnswerer(service, logger);
    const offered = endpoints.map((endpoint) => ({ endpoint, answerer }));
    for (const server of offered) servers.add(server);
    return register({
      close: () => {
        for (const server of offered) servers.delete(server);
        return answerer.idle();
      },
    });
  }

  /** One of several in turn, as a queue group shares its load. */
  const pick = <T>(candidates: readonly T[]): T | undefined => candidates[turn++ % (candidates.length || 1)];

  async function ensureStreams(definitions: readonly StreamDefinition[]): Promise<void> {
    for (const definition of [...definitions, STREAMS.deadLetters]) streams.set(definition.name, definition);
    await expireAll();
  }

  return {
    ensureStreams,
    // In one process nobody else could make them, and a consumer's position begins with its first message.
    expectStreams: ensureStreams,
    ensureConsumers: async () => undefined,
    publish,
    async consume(consumer, handle) {
      if (!streams.has(consumer.stream)) throw new Error(`the stream ${consumer.stream} does not exist`);
      return register(consumeFromLog(context, consumer, handle));
    },
    async broadcast(message) {
      const delivery = toDelivery(message.subject, message.data, message.headers, message.id);
      const hearing = [...listeners].filter(({ subject }) => subjectMatches(subject, message.subject));
      const groups = Map.groupBy(hearing, ({ queue }) => queue);
      for (const [queue, members] of groups) {
        const chosen = queue === undefined ? members : [pick(members)];
        for (const member of chosen) member?.deliver(delivery);
      }
    },
    async listen({ subject, queue }, handle) {
      const inProgress = createWorkInProgress();
      const listener: Listener = {
        subject,
        ...(queue === undefined ? {} : { queue }),
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
      const server = pick([...servers].filter(({ endpoint }) => subjectMatches(endpoint.subject, subject)));
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
    async ping() {
      await log.position("ping");
    },
    async close() {
      clearInterval(expiry);
      await Promise.all([...subscriptions].map((subscription) => subscription.close()));
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
  const answered = new Promise<Answer>((resolve) => {
    server.answerer.answer(server.endpoint, request, resolve);
  });
  try {
    return await Promise.race([answered, late]);
  } finally {
    timeout.abort();
  }
}

/** Appends one batch at a time, so that numbers become visible in their order, and tells the streams' waiting readers. */
function createJournal(log: MessageLog) {
  type Waiting = { entry: NewLogEntry; resolve: () => void; reject: (error: unknown) => void };
  let queue: Waiting[] = [];
  let writing = false;
  const readers = new Map<string, (() => void)[]>();
  const versions = new Map<string, number>();
  const versionOf = (stream: string) => versions.get(stream) ?? 0;

  async function writeAll(): Promise<void> {
    writing = true;
    while (queue.length > 0) {
      const batch = queue;
      queue = [];
      try {
        await log.append(batch.map(({ entry }) => entry));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
      for (const stream of new Set(batch.map(({ entry }) => entry.stream))) {
        versions.set(stream, versionOf(stream) + 1);
        const waiting = readers.get(stream) ?? [];
        readers.delete(stream);
        for (const wake of waiting) wake();
      }
    }
    writing = false;
  }
  return {
    append: (entry: NewLogEntry) =>
      new Promise<void>((resolve, reject) => {
        queue.push({ entry, resolve, reject });
        if (!writing) void writeAll();
      }),
    versionOf,
    appendedAfter: (stream: string, seen: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (signal.aborted || versionOf(stream) > seen) return resolve();
        const wake = () => {
          signal.removeEventListener("abort", wake);
          resolve();
        };
        signal.addEventListener("abort", wake, { once: true });
        readers.getOrInsert(stream, []).push(wake);
      }),
  };
}

/** Lets one subscription at a time hold a durable; the others stand by in order. */
function createHolds(): InProcessContext["hold"] {
  const tails = new Map<string, Promise<void>>();
  return async (durable) => {
    const before = tails.get(durable) ?? Promise.resolve();
    const { promise, resolve } = Promise.withResolvers<void>();
    tails.set(
      durable,
      before.then(() => promise),
    );
    await before;
    return resolve;
  };
}
