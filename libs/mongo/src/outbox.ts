import type { Scope } from "./scope.ts";

/** A message to be published once the transaction is committed. */
export interface OutboxEntry {
  /** Event id; also the message id at the broker. */
  id: string;
  /** The `refId`, or what else a message is about: order is kept within it. */
  key: string;
  /** Without the platform's prefix. */
  subject: string;
  /** JSON of the CloudEvent. */
  data: unknown;
  headers?: Readonly<Record<string, string>>;
  companyId?: string;
}

/** Messages out, written in the transaction that caused them. */
export interface Outbox {
  /** Adds messages in the order in which they are to be published within their key. */
  add(entries: readonly OutboxEntry[]): Promise<void>;
}

export declare function createOutbox(scope: Scope): Outbox;
