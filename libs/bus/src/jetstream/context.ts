import type { Logger } from "@countersign/service-kit";
import type { JetStreamClient, JetStreamManager, JsMsg } from "nats";
import type { BusEvents, Delivery } from "../bus.ts";
import type { GivenUp } from "../dead-letter.ts";
import type { BrokerConnection } from "./connection.ts";
import type { Leases } from "./lease.ts";

/** What a consumer needs of the JetStream bus it belongs to. */
export interface JetStreamContext {
  connection: BrokerConnection;
  jetstream: JetStreamClient;
  manager: JetStreamManager;
  /** The platform's leases, or those of an owner. */
  leases(owner?: string): Leases;
  logger: Pick<Logger, "info" | "warn" | "error">;
  events: BusEvents;
  /** Unanswered messages are delivered again after this; those in progress are kept alive. */
  ackWaitMs: number;
  /** Adds the platform's prefix to a subject, stream or durable name. */
  prefixed(name: string): string;
  toDelivery(message: JsMsg): Delivery;
  /** What the broker takes of one message, headers included. */
  maxMessageBytes(): number;
  /** Creates again what is missing of the streams and consumers that this bus made. */
  restoreStreams(): Promise<void>;
  /** Stores a dead letter; resolves once the broker has it. */
  bury(message: GivenUp): Promise<void>;
  /** Runs an answer to the broker that may fail with the connection: the message is then delivered again. */
  quietly(answer: () => void): void;
}
