import type { Logger } from "@countersign/service-kit";
import type { JetStreamClient, JetStreamManager, JsMsg } from "nats";
import type { BusEvents, Delivery } from "../bus.ts";
import type { GivenUp } from "../dead-letter.ts";
import type { BrokerConnection } from "./connection.ts";
import type { Leases } from "./lease.ts";

/** The parts of the JetStream bus that its consumers use. */
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
  /** Largest message that the broker takes, headers included, in bytes. */
  maxMessageBytes(): number;
  /** Creates missing streams and consumers of this bus again. */
  restoreStreams(): Promise<void>;
  /** Stores a dead letter; resolves once the broker has it. */
  bury(message: GivenUp): Promise<void>;
  /** Runs an answer to the broker that may fail with the connection: the message is then delivered again. */
  quietly(answer: () => void): void;
}
