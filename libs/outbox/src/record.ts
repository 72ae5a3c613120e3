import { streamOf, STREAMS } from "@countersign/contracts";
import type { LeaseRecord } from "@countersign/mongo/due-work";
import type { Collection, Db } from "mongodb";

/** A row of `outbox`. */
export interface OutboxRecord {
  /** Event id. */
  _id: string;
  /** Name of the service that wrote the row and carries it. Null is never stored; it only finds rows without a name. */
  service?: string | null;
  /** Name of the stream that keeps the subject, empty if no stream of the platform does; rows without a service may have none. */
  stream?: string | null;
  key: string;
  /** Position within the key, from 1. Rows of transactions that ran side by side may share one. */
  position: number;
  subject: string;
  data: unknown;
  headers?: Readonly<Record<string, string>>;
  companyId?: string;
  createdAt: Date;
  /** Present only while the row waits to be published, so that the index of waiting rows stays small. */
  pending?: true;
  /**
   * The relay that wrote the row publishes it alone, until this moment; only while the row waits. Such rows have no
   * waiting rows of their key before them.
   */
  lease?: Omit<LeaseRecord, "_id">;
  publishedAt?: Date;
  /**
   * How often the row was put back to be published again; absent for never. A mark names the count that its relay
   * claimed, so that a mark that comes late undoes no replay. Null is never stored; it only finds rows without a count.
   */
  replays?: number | null;
  /** Present only on published rows; a rejected one waits for a person. */
  expiresAt?: Date;
  /** Set aside for good, with the reason. */
  rejectedAt?: Date;
  rejection?: string;
}

/** One row of the outbox: a message that was decided in a transaction and is not yet acknowledged by the broker. */
export interface OutboxRow {
  /** Event id; also the message id. */
  id: string;
  /** The `refId`: order is kept within it. */
  key: string;
  subject: string;
  /** Name of the stream that keeps the subject; empty if no stream of the platform does. */
  stream: string;
  /** JSON of the CloudEvent. */
  data: unknown;
  headers?: Readonly<Record<string, string>>;
  createdAt: Date;
  /** How often it was put back to be published again; absent for never. */
  replays?: number;
}

/** The service to which rows without a service belong (DOC-5). */
export const UNNAMED_ROWS_OF = "approval-engine";

/** Every stream of rows; the last one stands for subjects that no stream of the platform keeps. */
export const ALL_STREAMS: readonly string[] = [...Object.values(STREAMS).map(({ name }) => name), ""];

/** The collection of the leases of keys: which relay of a service may publish its rows of a key. */
export const OUTBOX_LEASES = "outbox_leases";

export function outboxOf(db: Db): Collection<OutboxRecord> {
  return db.collection("outbox");
}

/** The row of a record. */
export function toRow(record: OutboxRecord): OutboxRow {
  const { _id, key, subject, stream, data, headers, createdAt, replays } = record;
  const knownStream = stream ?? streamOf(subject) ?? "";
  return {
    id: _id,
    key,
    subject,
    stream: knownStream,
    data,
    createdAt,
    ...(headers && { headers }),
    ...(replays && { replays }),
  };
}
