import { type DirectoryMadeBy, type DirectoryType, MESSAGES } from "@countersign/contracts";
import { type Change, type GroupMadeBy, groupMadeBy } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
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
      const foundRows = await collectionOf(db, type).find({ _id }, { session }).toArray();
      for (const row of foundRows) rows.set(`${type} ${toHex(row._id)}`, row);
    }
    return changes.map((change) => resultOf(change, rows.get(`${change.type} ${change._id}`)));
  }

  /** The changes that marked those as leavers whom groups lose, by the user. */
  async function leaverChanges(
    changes: readonly RecordChange[],
    results: readonly ChangeResult[],
  ): Promise<LeaverChanges> {
    const _id = { $in: results.flatMap(membersLost).map((userId) => toObjectId(userId)) };
    if (_id.$in.length === 0) return new Map();
    const companyIds = new Set(changes.map((change) => change.companyId));
    const companyId = { $in: [...companyIds].map((id) => toObjectId(id)) };
    const users = collectionOf(db, "user");
    const leavers = await users.find({ _id, companyId, active: false }, { session }).toArray();
    return new Map(leavers.map(({ _id: userId, madeBy }) => [toHex(userId), madeBy?.fields?.active]));
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
      const leavers = await leaverChanges(changes, results);
      const writtenResults: ChangeResult[] = [];
      for (const [at, result] of results.entries()) {
        const change = changes[at]!;
        const markedResult = withMarks(change.type, result, by, leavers);
        if (markedResult.outcome === "created" || markedResult.outcome === "changed")
          await record(change, markedResult, by);
        writtenResults.push(markedResult);
      }
      return writtenResults;
    },
  };
}

type LeaverChanges = ReadonlyMap<string, Change | undefined>;

/** The members whom a group loses by a change: all of them where it is closed; of other records none. */
function membersLost(result: ChangeResult): readonly string[] {
  if (result.outcome !== "changed") return [];
  const { before, record } = result;
  const isClosed = before?.active === true && !record.active;
  return before?.memberIds?.filter((userId) => isClosed || !record.memberIds?.includes(userId)) ?? [];
}

type Written = Extract<ChangeResult, { outcome: "created" | "changed" }>;

function resultOf(
  { type, companyId, _id, change }: RecordChange,
  row: StoredRecord | undefined,
): ChangeResult {
  if (row && toHex(row.companyId) !== companyId) return { outcome: "foreign" };
  if (row && isForeign(type, row)) return { outcome: "invalid", reason: FOREIGN };
  const before = row && recordOf(type, row);
  const {
    version,
    madeBy: _by,
    ...values
  } = mergedRecord(before ?? { _id, active: true, version: 0 }, change);
  const fields = [...fieldsOf(type), "active" as const].filter(
    (field) => !isEqual(before?.[field], values[field]),
  );
  if (before && fields.length === 0) return { outcome: "unchanged", record: before };
  const reason = problemOf(type, values);
  if (reason !== undefined) return { outcome: "invalid", reason };
  const record = { ...values, version: version + 1 };
  return { outcome: before ? "changed" : "created", before, record, fields };
}

/** The fields on which seats depend, but for the members of a group. */
const SEAT_FIELDS = ["active", "userId", "departmentId", "reportingTo", "hodId"] as const;

/** The result of a change with its marks (contract-4, MEET-3). */
function withMarks(
  type: DirectoryType,
  result: ChangeResult,
  by: { actorId?: string; at: Date },
  leavers: LeaverChanges,
): ChangeResult {
  if (result.outcome !== "created" && result.outcome !== "changed") return result;
  const madeBy = madeByOf(type, result, by, leavers);
  return madeBy === undefined ? result : { ...result, record: { ...result.record, madeBy } };
}

/** The marks of a record after a change; what an operator changes has none. */
function madeByOf(
  type: DirectoryType,
  result: Written,
  { actorId, at }: { actorId?: string; at: Date },
  leavers: LeaverChanges,
): DirectoryMadeBy | undefined {
  const { before, record } = result;
  const by = actorId === undefined ? undefined : { userId: actorId, atMs: at.getTime() };
  if (type === "group") {
    const leaverChanges = membersLost(result).flatMap((userId) => leavers.get(userId) ?? []);
    return groupMadeBy(before && groupIn(before), groupIn(record), by, leaverChanges);
  }
  const earlier: Partial<DirectoryRecord> = before ?? { active: true };
  const fields = SEAT_FIELDS.flatMap((field) => {
    const last = earlier[field] === record[field] ? before?.madeBy?.fields?.[field] : by;
    return last === undefined ? [] : [[field, last] as const];
  });
  const partings = partingsAfter(before, record, by);
  if (fields.length === 0 && partings.length === 0) return undefined;
  return { fields: Object.fromEntries(fields), ...(partings.length > 0 && { partings }) };
}

type Partings = NonNullable<DirectoryMadeBy["partings"]>;

/** The people who took the record from its users, the last one of each user. */
function partingsAfter(
  before: DirectoryRecord | undefined,
  { userId }: DirectoryRecord,
  by: Change | undefined,
): Partings {
  const { partings = [] } = before?.madeBy ?? {};
  const from = before?.userId;
  if (from === undefined || from === userId) return partings;
  const otherPartings = partings.filter((parting) => parting.from !== from);
  return by === undefined ? otherPartings : [...otherPartings, { ...by, from }];
}

const groupIn = ({ memberIds = [], active, madeBy }: DirectoryRecord) => ({
  memberIds,
  active,
  madeBy: madeBy && defined<GroupMadeBy>(madeBy),
});

/** Whether two values are the same; the order of members means nothing. */
function isEqual(left: unknown, right: unknown): boolean {
  if (!Array.isArray(left) || !Array.isArray(right)) return left === right;
  return left.length === right.length && new Set(left).union(new Set(right)).size === left.length;
}

/** The record with the values of a change; what is null in it is gone. */
function mergedRecord(record: DirectoryRecord, change: DirectoryChange): DirectoryRecord {
  const givenFields = Object.entries(change).filter(([, value]) => value !== undefined);
  const values = Object.entries({ ...record, ...Object.fromEntries(givenFields) });
  return Object.fromEntries(values.filter(([, value]) => value !== null)) as DirectoryRecord;
}
