import type { StreamContract } from "@countersign/contracts";

/** A message as the bus carries it: a CloudEvent's JSON or a plain JSON payload, with headers. */
export interface BusMessage {
  /** Without the platform's prefix; the adapter adds it. */
  subject: string;
  /** Unique id; a second publish of the same id is stored once (`Nats-Msg-Id`). */
  id: string;
  /** Any JSON value, or bytes that travel as they are. */
  data: unknown;
  headers?: Readonly<Record<string, string>>;
}

/** A message as a consumer gets it. */
export interface Delivery {
  /** Without the platform's prefix. */
  subject: string;
  id: string | undefined;
  /** Parsed JSON. `undefined` only for a consumer that takes {@link ConsumerOptions.raw} payloads. */
  data: unknown;
  raw: Uint8Array;
  headers: Readonly<Record<string, string>>;
  /** Why the headers could not be read; a consumer makes such a message a dead letter, a service refuses it. */
  fault?: string;
  /** On a request from another account of the broker: that account, as the broker states it. */
  account?: string;
  /** 1 on the first delivery. */
  attempt: number;
}

/** Thrown by a handler for a message that can never succeed: it goes to the dead letters at once. */
export class MalformedMessage extends Error {
  override readonly name = "MalformedMessage";
}

/** Thrown by {@link Bus.publish}: the broker is away or did not store the message in time. Try again with the same id. */
export class BusUnavailable extends Error {
  override readonly name = "BusUnavailable";
}

/** Thrown by {@link Bus.publish} for a message that can never be stored: too large, or no stream keeps its subject. */
export class MessageNotAccepted extends Error {
  override readonly name = "MessageNotAccepted";
}

/** An error reply of the request/reply service API. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
  /** 400, 403, 404 or 409; 429 for too many at once, 500 for a fault of the service, 503 when its store is away. */
  readonly code: number;
  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Thrown by {@link Bus.request} when nobody serves the subject or no answer came in time. */
export class RequestUnanswered extends Error {
  override readonly name = "RequestUnanswered";
  /** `false` when it is certain that the request reached nobody. */
  readonly possiblyHandled: boolean;
  constructor(message: string, options: { possiblyHandled: boolean; cause?: unknown }) {
    super(message, options);
    this.possiblyHandled = options.possiblyHandled;
  }
}

export interface ConsumerOptions {
  /** Stream the messages are kept in; one of those given to {@link Bus.ensureStreams}. */
  stream: string;
  /** Durable name: the position survives the consumer's absence; replicas of one service share it. */
  durable: string;
  /** Subject filter, with NATS wildcards. */
  filter: string;
  /**
   * Messages with equal keys are handled one at a time and in the stream's order, across redelivery and across all
   * replicas of the durable (one of them is active); other keys go on beside a failing one. Default: no order.
   */
  keyOf?: (delivery: Delivery) => string | undefined;
  /** Waits between attempts in milliseconds; after the last the message goes to the dead letters. */
  backoffMs?: readonly number[];
  /**
   * The sender of a message, such as a company. When too many messages are in progress, those of the sender with the most
   * go to the dead letters at their next failure. Default: one sender for all.
   */
  senderOf?: (delivery: Delivery) => string | undefined;
  /** Messages handled at once by this consumer. Default 16. */
  concurrency?: number;
  /** Hands over payloads that are not JSON too; without it they go to the dead letters at once. */
  raw?: boolean;
  /**
   * The owner of the consumer. The platform creates it ({@link Bus.ensureConsumers}), because an owner's account may not;
   * this process waits until it exists and binds to it.
   */
  owner?: string;
  /** Hears of this consumer alone, beside the events of the bus. */
  events?: BusEvents;
}

/** The options that the broker needs for the consumer of an owner. */
export type OwnedConsumer = Readonly<
  Required<Pick<ConsumerOptions, "owner" | "stream" | "durable" | "filter">>
>;

export interface Endpoint {
  /** Name in the service API's listing; letters, digits, `-` and `_`. */
  name: string;
  subject: string;
  /** Resolves to the JSON reply; throw {@link RequestRefused} to refuse. Any other error answers 500 without internals. */
  handle: (request: Delivery) => Promise<unknown>;
}

export interface RequestReplyService {
  name: string;
  /** Semantic version. */
  version: string;
  description: string;
  endpoints: readonly Endpoint[];
  /** Requests handled at once by this replica; as many again may wait, more are refused with 429. Default 64. */
  concurrency?: number;
}

export interface Subscription {
  /** Stops taking messages, waits for those in progress. */
  close(): Promise<void>;
}

/** Events of a running bus. Handlers must be cheap. */
export interface BusEvents {
  /** A consumer was opened. */
  consuming?: (consumer: { stream: string; durable: string }) => void;
  /** A message went to the dead letters. */
  deadLettered?: (letter: { stream: string; durable: string; subject: string; reason: string }) => void;
  /** A message was given up and could not be stored as a dead letter. It stays in its stream until that drops it. */
  deadLetterLost?: (letter: { stream: string; durable: string; subject: string; reason: string }) => void;
  /** A handler failed and the message will be tried again. */
  retried?: (retry: { stream: string; durable: string; subject: string; attempt: number }) => void;
  /** How many messages of the stream this consumer has not received yet. */
  pending?: (lag: { stream: string; durable: string; messages: number }) => void;
}

/**
 * Messages between processes. Two adapters pass one contract suite: NATS JetStream, and one inside the process.
 */
export interface Bus {
  /** Creates or updates the streams (the dead-letter stream with them); safe to call from every replica. */
  ensureStreams(streams: readonly StreamContract[]): Promise<void>;
  /** Names streams that the platform creates. A publish to one that is still missing fails as a passing failure. */
  expectStreams(streams: readonly StreamContract[]): Promise<void>;
  /**
   * Creates the owners' consumers and leases, and creates them again when they are lost while the bus is open; safe to
   * call from every replica. Their streams must exist.
   */
  ensureConsumers(consumers: readonly OwnedConsumer[]): Promise<void>;
  /**
   * Resolves once the broker has stored the message; a repeated id is acknowledged and stored once.
   *
   * @throws BusUnavailable within a few seconds when the broker is away
   * @throws MessageNotAccepted when the message can never be stored
   */
  publish(message: BusMessage): Promise<void>;
  /** Consumes a stream durably: explicit acknowledgement, redelivery with backoff, dead letters, order per key. */
  consume(options: ConsumerOptions, handle: (delivery: Delivery) => Promise<void>): Promise<Subscription>;
  /** Sends to everybody who listens now, without waiting; not stored. */
  broadcast(message: BusMessage): Promise<void>;
  /** Hears broadcasts. A failing handler is logged. */
  listen(options: { subject: string }, handle: (delivery: Delivery) => Promise<void>): Promise<Subscription>;
  /** Offers request/reply endpoints; replicas share the load (queue group). */
  serve(service: RequestReplyService): Promise<Subscription>;
  /** Answers requests on one subject, unlisted: for addresses that come and go, such as a session's. */
  respond(endpoint: Omit<Endpoint, "name">): Promise<Subscription>;
  /** @throws RequestRefused or RequestUnanswered */
  request(
    subject: string,
    data: unknown,
    options?: { timeoutMs?: number; headers?: Readonly<Record<string, string>> },
  ): Promise<unknown>;
  /** Throws when the broker cannot be reached. */
  ping(): Promise<void>;
  /** Closes every subscription (waiting for the work in progress), then the connection. */
  close(): Promise<void>;
}
