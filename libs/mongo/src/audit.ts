import type { Scope } from "./scope.ts";

/** What is recorded about a change. Values of fields that hold credentials are never stored. */
export interface AuditEntry {
  companyId: string;
  /** User id; absent when the platform itself acts. */
  actorId?: string;
  /** Verb, such as `create`, `update`, `approve`, `post`. */
  action: string;
  /** Kind of the record, such as `workflow` or `journal_entry`. */
  entity: string;
  entityId: string;
  /** The record, or the changed fields of it, before and after. */
  before?: unknown;
  after?: unknown;
  at: Date;
  /** Request id of the edge that caused it. */
  requestId?: string;
  /** What else the reader of the trail needs, such as a session or the arguments. */
  details?: Readonly<Record<string, unknown>>;
}

export interface AuditOptions {
  /**
   * Links the record into its company's hash chain. The company's chained transactions follow each other, so keep it
   * the last thing a transaction does.
   */
  chained?: boolean;
}

/** The audit trail, written in the transaction of what it tells about. */
export interface Audit {
  /** @returns id of the record */
  record(entry: AuditEntry, options?: AuditOptions): Promise<string>;
}

export declare function createAudit(scope: Scope): Audit;
