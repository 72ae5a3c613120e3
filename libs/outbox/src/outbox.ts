import { streamOf } from "@countersign/contracts";
import type { Scope } from "@countersign/mongo";
import { outboxOf, type OutboxRecord } from "./record.ts";

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

/**
 * The outbox of one transaction. A row's position follows every row of its key that the transaction can see, so that the
 * order does not depend on the replicas' clocks. The position is read instead of counted in a record of its own, so that
 * transactions do not conflict only because they send messages.
 *
 * @param service name of the service that writes the rows: only its own relay carries them
 */
export function createOutbox({ db, session, write }: Scope, service: string): Outbox {
  const outbox = outboxOf(db);

  async function lastPosition(key: string): Promise<number> {
    const last = await outbox.findOne(
      { key },
      { session, sort: { position: -1 }, projection: { position: 1 } },
    );
    return last?.position ?? 0;
  }

  return {
    add: async (entries) => {
      if (entries.length === 0) return;
      const createdAt = new Date();
      const positions = new Map<string, number>();
      const records: OutboxRecord[] = [];
      for (const { id, ...entry } of entries) {
        const position = (positions.get(entry.key) ?? (await lastPosition(entry.key))) + 1;
        positions.set(entry.key, position);
        const stream = streamOf(entry.subject) ?? "";
        records.push({ _id: id, service, stream, ...entry, position, createdAt, pending: true });
      }
      await write({ insert: "outbox", documents: records });
    },
  };
}
