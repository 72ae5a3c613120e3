import type { Collection, Db, ObjectId } from "mongodb";
import { digestOf } from "./canonical.ts";

/** Place of a record in its company's hash chain. */
export interface ChainLink {
  /** From 1, without gaps. */
  seq: number;
  /** Hash of the record before; empty for the first. */
  previous: string;
  /** Hash of this record, its place and `previous`. */
  hash: string;
}

/** A record of `audit_logs`; written once. */
export interface AuditRecord {
  _id: ObjectId;
  companyId: ObjectId;
  /** Absent when the platform itself acted. */
  actorId?: ObjectId;
  action: string;
  entity: string;
  entityId: ObjectId;
  before?: unknown;
  after?: unknown;
  at: Date;
  requestId?: string;
  details?: unknown;
  chain?: ChainLink;
}

/** A record of `audit_chains`: the end of a company's chain. */
export interface ChainHeadRecord {
  /** The company. */
  _id: ObjectId;
  seq: number;
  hash: string;
}

export function auditLogsOf(db: Db): Collection<AuditRecord> {
  return db.collection("audit_logs");
}

export const AUDIT_CHAINS = "audit_chains";

export function auditChainsOf(db: Db): Collection<ChainHeadRecord> {
  return db.collection(AUDIT_CHAINS);
}

/** The hash of a chained record: over all stored fields but the hash itself. */
export function hashOf(record: Omit<AuditRecord, "chain">, place: Omit<ChainLink, "hash">): string {
  return digestOf({ ...record, chain: place });
}
