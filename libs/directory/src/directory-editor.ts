import { type DirectoryType, MESSAGES } from "@countersign/contracts";
import { createAudit, type Scope, toHex, toObjectId } from "@countersign/mongo";
import { createOutbox, eventEntry, type OutboxSender } from "@countersign/outbox";
import { type DirectoryChange, problemOf } from "./directory-change.ts";
import {
  collectionNameOf,
  collectionOf,
  type DirectoryField,
  type DirectoryRecord,
  fieldsOf,
  FOREIGN,
  isForeign,
  recordOf,
  type StoredRecord,
  updateOf,
} from "./stored-records.ts";

/** The change of one record. A record that is not there is created. */
export interface RecordChange {
  type: DirectoryType;
  companyId: string;
  _id: string;
  change: DirectoryChange;
  /** Id of the message, if one is sent; made outside of the transaction. */
  eventId: string;
}

export type ChangeResult =
  | {
      outcome: "created" | "changed";
      before?: DirectoryRecord | undefined;
      record: DirectoryRecord;
      /** The fields with new values. */
      fields: readonly (DirectoryField | "active")[];
    }
  | { outcome: "unchanged"; record: DirectoryRecord }
  /** Another company has the id. */
  | { outcome: "foreign" }
  /** The record would break the contract of its message, possibly by what was stored before. */
  | { outcome: "invalid"; reason: string };

/** Changes the records of the directory. */
export interface DirectoryEditor {
  /**
   * Changes records, each at most once. A record that gets new values gets its next version, an audit record and a
   * message (contract-2, DOC-4). For one that stays as it is nothing is written.
   *
   * @param by.actorId - the user who changes them; absent when an operator does
   * @returns the results in the order of the changes
   */
  change(changes: readonly RecordChange[], by: { actorId?: string; at: Date }): Promise<ChangeResult[]>;
  /** The results that {@link DirectoryEditor.change} would have. Writes nothing. */
  preview(changes: readonly RecordChange[]): Promise<ChangeResult[]>;
}

/**
 * The editor of one transaction.
 *
 * @param sender - the service whose relay carries the messages
 * @param sender.source - of the messages, a URI reference
 */
export function createDirectoryEditor(
  scope: Scope,
  { source, ...sender }: OutboxSender & { source: string },
): DirectoryEditor {
  const { db, session, write } = scope;
  const audit = createAudit(scope);
  const outbox = createOutbox(scope, sender);

  async function preview(changes: readonly RecordChange[]): Promise<ChangeResult[]> {
    const rows = new Map<string, StoredRecord>();
    for (const [type, ofType] of Map.groupBy(changes, ({ type }) => type)) {
      const _id = { $in: ofType.map(({ _id }) => toObjectId(_id)) };
      const found = await collectionOf(db, type).find({ _id }, { session }).toArray();
      for (const row of found) rows.set(`${type} ${toHex(row._id)}`, row);
    }
    return changes.map((change) => resultOf(change, rows.get(`${change.type} ${change._id}`)));
  }

  async function record(
    { type, companyId, _id, eventId }: RecordChange,
    { before, record }: Written,
    { actorId, at }: { actorId?: string; at: Date },
  ): Promise<void> {
    const key = { _id: toObjectId(_id), companyId: toObjectId(companyId) };
    const update = updateOf(type, record);
    const collection = collectionNameOf(type);
    if (before) await write({ update: collection, updates: [{ q: key, u: update }] });
    else await write({ insert: collection, documents: [{ ...key, ...update.$set }] });
    const action = before ? "update" : "create";
    await audit.record({
      companyId,
      actorId,
      action,
      entity: type,
      entityId: _id,
      before,
      after: record,
      at,
    });
    const { type: event, address: subject } = MESSAGES[`${type}Changed`];
    const data = { companyId, [type]: record };
    await outbox.add([eventEntry({ id: eventId, source, type: event, subject, key: _id, time: at, data })]);
  }

  return {
    preview,
    async change(changes, by) {
      const results = await preview(changes);
      for (const [at, result] of results.entries()) {
        if (result.outcome === "created" || result.outcome === "changed") {
          await record(changes[at]!, result, by);
        }
      }
      return results;
    },
  };
}

type Written = Extract<ChangeResult, { outcome: "created" | "changed" }>;

function resultOf(
  { type, companyId, _id, change }: RecordChange,
  row: StoredRecord | undefined,
): ChangeResult {
  if (row && toHex(row.companyId) !== companyId) return { outcome: "foreign" };
  if (row && isForeign(type, row)) return { outcome: "invalid", reason: FOREIGN };
  const before = row && recordOf(type, row);
  const { version, ...values } = merged(before ?? { _id, active: true, version: 0 }, change);
  const fields = [...fieldsOf(type), "active" as const].filter(
    (field) => !isEqual(before?.[field], values[field]),
  );
  if (before && fields.length === 0) return { outcome: "unchanged", record: before };
  const reason = problemOf(type, values);
  if (reason !== undefined) return { outcome: "invalid", reason };
  const record = { ...values, version: version + 1 };
  return { outcome: before ? "changed" : "created", before, record, fields };
}

/** Whether two values are the same; the order of members means nothing. */
function isEqual(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one.length === other.length && new Set(one).union(new Set(other)).size === one.length;
}

/** The record with the values of a change; what is null in it is gone. */
function merged(record: DirectoryRecord, change: DirectoryChange): DirectoryRecord {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  const values = Object.entries({ ...record, ...Object.fromEntries(given) });
  return Object.fromEntries(values.filter(([, value]) => value !== null)) as DirectoryRecord;
}
