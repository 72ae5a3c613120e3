import type { Store } from "./store.ts";

/** One row of the outbox: a message that was decided in a transaction and is not yet acknowledged by the broker. */
export interface OutboxRow {
  /** Event id; also the message id. */
  id: string;
  /** The `refId`: order is kept within it. */
  key: string;
  subject: string;
  /** JSON of the CloudEvent. */
  data: unknown;
  headers?: Readonly<Record<string, string>>;
  createdAt: Date;
}

/** Rows of one key, oldest first, leased to one relay: nobody else publishes that key meanwhile. */
export interface OutboxClaim {
  key: string;
  rows: readonly OutboxRow[];
}

/** The store's side of the outbox relay. */
export interface OutboxSource {
  /**
   * Leases keys that have unpublished rows and no living lease, the longest waiting first.
   *
   * @param options.holder unique id of this relay
   * @param options.leaseMs how long the lease lives without {@link OutboxSource.settle}
   */
  claim(options: {
    holder: string;
    leaseMs: number;
    maxKeys: number;
    maxRowsPerKey: number;
  }): Promise<readonly OutboxClaim[]>;
  /**
   * Marks rows published (they are retained for replay) or rejected for good with a reason, and gives the key's lease
   * back. Rows that are in neither list stay and are claimed again.
   */
  settle(options: {
    holder: string;
    key: string;
    published: readonly string[];
    rejected: readonly { id: string; reason: string }[];
  }): Promise<void>;
  /** Unpublished rows and the age of the oldest, for metrics. */
  backlog(): Promise<{ rows: number; oldestAgeMs: number }>;
  /**
   * Puts the retained rows that were published at or after a moment back into the queue, after a lost stream.
   *
   * @returns the number of rows
   */
  replay(since: Date): Promise<number>;
}

export declare function createOutboxSource(
  store: Pick<Store, "db">,
  options?: { clock?: () => Date },
): OutboxSource;
