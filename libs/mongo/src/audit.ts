import { ObjectId } from "mongodb";
import { AUDIT_CHAINS, auditChainsOf, type AuditRecord, type ChainLink, hashOf } from "./audit-record.ts";
import { asStored } from "./canonical.ts";
import { toHex, toObjectId } from "./ids.ts";
import type { Scope } from "./scope.ts";
import { withoutCredentials } from "./without-credentials.ts";

/** A change to record. Credentials in its values are never stored. */
export interface AuditEntry {
  companyId: string;
  /** User id; absent when the platform itself acts. */
  actorId?: string | undefined;
  /** Verb, such as `create`, `update`, `approve`, `post`. */
  action: string;
  /** Kind of the record, such as `workflow` or `journal_entry`. */
  entity: string;
  entityId: string;
  /** The record, or the changed fields of it, before and after. */
  before?: unknown;
  after?: unknown;
  at: Date;
  /** Id of the request that caused it. */
  requestId?: string | undefined;
  /** Further details for readers of the trail, such as a session or the arguments. */
  details?: Readonly<Record<string, unknown>>;
}

export interface AuditOptions {
  /**
   * Links the record into its company's hash chain. The company's chained transactions then follow each other: of two
   * that run side by side one conflicts and is repeated.
   */
  chained?: boolean;
}

/** The audit trail, written in the transaction of the change. */
export interface Audit {
  /** @returns id of the record */
  record(entry: AuditEntry, options?: AuditOptions): Promise<string>;
}

/** The record of a change, with an id of its own and without a place in a chain. */
export function auditRecordOf({
  companyId,
  actorId,
  entityId,
  before,
  after,
  requestId,
  details,
  ...rest
}: AuditEntry): Omit<AuditRecord, "chain"> {
  return asStored({
    _id: new ObjectId(),
    companyId: toObjectId(companyId, "companyId"),
    ...(actorId !== undefined && { actorId: toObjectId(actorId, "actorId") }),
    ...rest,
    ...(requestId !== undefined && { requestId }),
    entityId: toObjectId(entityId, "entityId"),
    before: withoutCredentials(before),
    after: withoutCredentials(after),
    details: withoutCredentials(details),
  });
}

/** The audit trail of one transaction. */
export function createAudit({ db, session, write }: Scope): Audit {
  const chains = auditChainsOf(db);

  async function link(record: Omit<AuditRecord, "chain">): Promise<ChainLink> {
    const _id = record.companyId;
    const head = await chains.findOne({ _id }, { session });
    const { seq = 0, hash: previous = "" } = head ?? {};
    const place = { seq: seq + 1, previous };
    const hash = hashOf(record, place);
    const next = { seq: place.seq, hash };
    // Replaces the head that was read, else the transaction conflicts.
    if (head === null) await write({ insert: AUDIT_CHAINS, documents: [{ _id, ...next }] });
    else await write({ update: AUDIT_CHAINS, updates: [{ q: { _id, seq }, u: { $set: next } }] });
    return { ...place, hash };
  }

  return {
    record: async (entry, options = {}) => {
      const record = auditRecordOf(entry);
      const chain = options.chained ? { chain: await link(record) } : {};
      await write({ insert: "audit_logs", documents: [{ ...record, ...chain }] });
      return toHex(record._id);
    },
  };
}
