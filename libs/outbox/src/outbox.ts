import { streamOf } from "@countersign/contracts";
import type { Scope } from "@countersign/mongo";
import { outboxOf, type OutboxRecord, toRow } from "./record.ts";
import type { OutboxRelay } from "./relay.ts";

/** A message to be published once the transaction is committed. */
export interface OutboxEntry {
  /** Event id; also the message id at the broker. */
  id: string;
  /** The `refId` or another subject of the message; order is kept within it. */
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

/** The service that writes messages, and the relay that carries them. */
export interface OutboxSender {
  /** Name of the service that writes the rows: only its own relay carries them. */
  service: string;
  /**
   * The service's relay in this process: it gets the rows at their commit. Without it they wait until a relay of the
   * service looks.
   */
  relay?: Pick<OutboxRelay, "lease" | "wake"> | undefined;
}

/** The state of a key as a transaction reads it. */
interface KeyState {
  /** The greatest position; 0 without rows. */
  position: number;
  /** Whether rows of the service wait to be published. */
  isWaiting: boolean;
}

/**
 * The outbox of one transaction. A row's position follows every row of its key that the transaction can see, so that the
 * order does not depend on the replicas' clocks. The position is read instead of counted in a record of its own, so that
 * transactions do not conflict only because they send messages.
 *
 * Where no other row of the key waits, the rows are leased to the relay of this process as they are written, and it
 * publishes them right after the commit. Otherwise they take their turn behind those that wait.
 */
export function createOutbox(
  { db, session, write, afterCommit }: Scope,
  { service, relay }: OutboxSender,
): Outbox {
  async function stateOf(key: string): Promise<KeyState> {
    const outbox = outboxOf(db);
    const waitingRow = [
      // Rows without a service are read too (DOC-5).
      { $match: { key, pending: true, service: { $in: [service, null] } } },
      { $limit: 1 },
      { $group: { _id: null } },
    ];
    const [last] = await outbox
      .aggregate<{ position: number; waiting: unknown[] }>(
        [
          // Names both kinds of rows, so that the index yields the last of each.
          { $match: { key, pending: { $in: [true, null] } } },
          { $sort: { position: -1 } },
          { $limit: 1 },
          { $unset: ["data", "headers"] },
          { $lookup: { from: outbox.collectionName, pipeline: waitingRow, as: "waiting" } },
        ],
        { session },
      )
      .toArray();
    return { position: last?.position ?? 0, isWaiting: last !== undefined && last.waiting.length > 0 };
  }

  return {
    add: async (entries) => {
      if (entries.length === 0) return;
      const createdAt = new Date();
      const lease = relay?.lease();
      const keys = new Map<string, KeyState>();
      const leasedRecords: OutboxRecord[] = [];
      const records: OutboxRecord[] = [];
      for (const { id, ...entry } of entries) {
        const { position: last, isWaiting } = keys.get(entry.key) ?? (await stateOf(entry.key));
        const position = last + 1;
        keys.set(entry.key, { position, isWaiting });
        const stream = streamOf(entry.subject) ?? "";
        const record = { _id: id, service, stream, ...entry, position, createdAt, pending: true } as const;
        records.push(
          lease && !isWaiting ? { ...record, lease: { holder: lease.holder, until: lease.until } } : record,
        );
        if (lease && !isWaiting) leasedRecords.push(record);
      }
      await write({ insert: "outbox", documents: records });
      afterCommit(() => {
        if (leasedRecords.length > 0) lease?.carry(leasedRecords.map(toRow));
        if (leasedRecords.length < records.length) relay?.wake();
      });
    },
  };
}
