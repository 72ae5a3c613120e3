import type { Collection, Db } from "mongodb";

/** A row of `outbox`. */
export interface OutboxRecord {
  /** Event id. */
  _id: string;
  /** Name of the service that wrote the row and carries it; null, which finds rows without one, is never stored. */
  service?: string | null;
  /** Name of the stream that keeps the subject, empty where none of the platform's does; older rows have none. */
  stream?: string | null;
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

/** Rows that name no service are of a release that named none; they belong to the engine (DOC-5). */
export const UNNAMED_ROWS_OF = "approval-engine";

/** A row of `outbox_leases`: which relay of a service may publish its rows of a key. */
export interface OutboxLease {
  /** The service's name, a space, the outbox key: so the leases of one service are a range of ids. */
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
