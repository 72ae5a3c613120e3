import type { Collection, Db } from "mongodb";

/** A row of `outbox`. */
export interface OutboxRecord {
  /** Event id. */
  _id: string;
  key: string;
  /** Position within the key, from 1. Rows of transactions that ran side by side may share one. */
  position: number;
  subject: string;
  data: unknown;
  headers?: Readonly<Record<string, string>>;
  companyId?: string;
  createdAt: Date;
  /** Only while the row waits to be published: the index of waiting rows stays small. */
  pending?: true;
  publishedAt?: Date;
  /** Only of published rows; a rejected one waits for a person. */
  expiresAt?: Date;
  /** Set aside for good, with the reason. */
  rejectedAt?: Date;
  rejection?: string;
}

/** A row of `outbox_leases`: which relay may publish a key. */
export interface OutboxLease {
  /** The outbox key. */
  _id: string;
  holder: string;
  until: Date;
}

export function outboxOf(db: Db): Collection<OutboxRecord> {
  return db.collection("outbox");
}

export function outboxLeasesOf(db: Db): Collection<OutboxLease> {
  return db.collection("outbox_leases");
}
