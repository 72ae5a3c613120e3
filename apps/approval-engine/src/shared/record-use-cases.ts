import { DomainError, type ErrorCode } from "@countersign/domain/errors";
import { type AuditEntry, createNumbers, type OpenScope, type Scope } from "@countersign/mongo";
import { type TextCode, text } from "@countersign/texts";
import type { z } from "zod";

import { type BaseFields, type Stamp, baseFields, updateStamp } from "./base-fields.ts";
import type { RecordStore } from "./record-repository.ts";
import { type Caller, agentOf, stampOf } from "./caller.ts";
import { type ChangeNote, type ChangeNoteInput, notedChange } from "./change-note.ts";
import { idInput } from "./inputs.ts";
import { refuseLeaver } from "./leavers.ts";
import { parseInput } from "./parse-input.ts";
import { type RecordedAction, storedAction } from "./recorded-action.ts";
import type { AskedChange, NoteChange, NoteInForce } from "./reckon-change.ts";
import { recordFacts } from "./record-facts.ts";
import type { Transact, TransactionScope } from "./transact.ts";

/** The three writes of one kind of record. Every one is audited; another company's record is a missing one. */
export interface RecordUseCases<R, Create, Update> {
  create(caller: Caller, input: Create, beside?: BesideChange): Promise<R>;
  update(caller: Caller, id: string, input: Update, beside?: BesideUpdate): Promise<R>;
  /** Soft delete; answers the deleted record. */
  remove(caller: Caller, id: string, beside?: BesideChange): Promise<R>;
}

/** The rest of a command, of kinds by which rules ask. */
interface BesideChange {
  /** The note that is kept with the change. */
  changeNote?: ChangeNoteInput | null | undefined;
}

interface BesideUpdate extends BesideChange {
  /** The version that the caller has seen; left out: any. Only of kinds that have versions. */
  expectedVersion?: number | null | undefined;
}

export interface RecordDependencies {
  transact: Transact;
  /** For kinds by which rules ask. */
  noteChange: NoteChange;
  /** Throws when the caller may not write this kind of record. */
  authorize: (caller: Caller) => void;
}

/** Any record. */
export type AnyRecord = BaseFields & { _id: string };

/** The document fields that a create and an update may name. */
interface DocumentFields {
  documentCode?: string | null | undefined;
  documentDate?: Date | undefined;
}

/** The fields of a record beyond the base ones. */
export type OwnFields<R extends AnyRecord> = Omit<R, keyof AnyRecord>;

/** Says that a company has no such record. */
type RecordMissing = Extract<TextCode, `missing.${string}`>;
/** Says that a record has changed since. */
type RecordChanged = Extract<TextCode, `${string}.hasChanged`>;

/** A record before and after a change of it. */
interface RecordChange<R extends AnyRecord> {
  before?: R;
  after?: OwnFields<R>;
}

/** The rest of what a command on a record changes, before and after it. */
export interface AlsoAudited {
  before?: object;
  after?: object;
}

/** The properties of one kind of record. */
export interface RecordKind<R extends AnyRecord, C extends z.ZodType<object>, U extends z.ZodType> {
  /** Says that there is no such record. */
  missingText: RecordMissing;
  /** Its collection, as the audit names it. */
  collection: string;
  /** Series of its numbers, such as `WF`. */
  series: string;
  /** Default `NOT_FOUND`. */
  missing?: ErrorCode;
  storeOf: (scope: Scope) => RecordStore<R>;
  /** Of a kind whose records have versions: that of a record, and what says that it is not the one that a caller has seen. */
  versions?: { of: (record: R) => number; changedText: RecordChanged };
  /** Finds a live record that follows from another one; default the one that is stored. */
  find?: (scope: Scope, companyId: string, id: string) => Promise<R | undefined>;
  createInput: C;
  updateInput: U;
  /** Refuses, beside `authorize`, who may not change a record from the one to the other; a new one has no `before`. */
  fence?: (scope: TransactionScope, caller: Caller, change: RecordChange<R>) => Promise<void> | void;
  /** Own fields of a new record; refuses references to what the company does not have. */
  build: (
    scope: TransactionScope,
    companyId: string,
    input: z.output<C>,
    caller: Caller,
  ) => Promise<OwnFields<R>> | OwnFields<R>;
  /** The record after an update, but for its base fields; refuses like `build`. */
  change: (scope: TransactionScope, record: R, input: z.output<U>, caller: Caller) => Promise<R> | R;
  /**
   * Writes a record that follows from another one, with that one; a deleted one has its `deletedAt`.
   *
   * @returns what the audit has of the command beside the record
   */
  save?: (
    scope: TransactionScope,
    caller: Caller,
    rowWrite: RowWrite<R, z.output<C> | z.output<U>>,
  ) => Promise<AlsoAudited | void>;
  /** Further writes in the same transaction. */
  afterUpdate?: (scope: TransactionScope, caller: Caller, record: R, input: z.output<U>) => Promise<void>;
  /** The record as it is when it is deleted, but for its base fields; default: as it was. */
  removed?: (scope: TransactionScope, record: R) => Promise<R>;
  afterRemove?: (scope: TransactionScope, caller: Caller, record: R) => Promise<void>;
  /** The action of a command that its record does not say by itself; a deleted record has its `deletedAt`. */
  did?: (scope: TransactionScope, change: { before?: R; after: R }) => Promise<RecordedAction>;
  /** Of a kind by which rules ask: the change of a record as a replay is asked about it; without an input it is deleted. */
  asked?: (before: R | undefined, input: z.output<C> | z.output<U> | undefined) => AskedChange;
}

/** A record that is about to be written. */
interface RowWrite<R, Input> {
  record: R;
  created: boolean;
  input?: Input;
  /** The note that is kept with the change. */
  changeNote?: ChangeNote | undefined;
  did?: RecordedAction | undefined;
}

/**
 * Makes the writes of one kind of record: each is one transaction with its audit row.
 */
export function createRecordUseCases<R extends AnyRecord, C extends z.ZodType<object>, U extends z.ZodType>(
  { transact, authorize, noteChange }: RecordDependencies,
  kind: RecordKind<R, C, U>,
): RecordUseCases<R, z.input<C>, z.input<U>> {
  const { collection: entity, series, storeOf } = kind;

  const findLive = (scope: Scope, companyId: string, id: string) =>
    kind.find?.(scope, companyId, id) ?? storeOf(scope).find(companyId, id);

  async function findRecord(scope: Scope, companyId: string, id: string): Promise<R> {
    const record = await findLive(scope, companyId, id);
    if (record === undefined) {
      throw new DomainError(kind.missing ?? "NOT_FOUND", text(kind.missingText), { field: "id" });
    }
    return record;
  }

  async function saveRecord(
    scope: TransactionScope,
    caller: Caller,
    rowWrite: RowWrite<R, z.output<C> | z.output<U>>,
  ): Promise<AlsoAudited> {
    if (kind.save !== undefined) return (await kind.save(scope, caller, rowWrite)) ?? {};
    const { record, created } = rowWrite;
    await (created ? storeOf(scope).insert([record]) : storeOf(scope).replace([record]));
    return {};
  }

  /** The note that is kept with a change, reckoned before its transaction. */
  async function noteOf(
    caller: Caller,
    beside: BesideChange,
    { id, input }: { id?: string; input?: z.output<C> | z.output<U> },
  ): Promise<NoteInForce> {
    const { changeNote } = parseInput(notedChange, { changeNote: beside.changeNote });
    const { asked } = kind;
    if (asked === undefined) return async () => undefined;
    return noteChange(caller, changeNote, async (scope) => {
      if (id === undefined) return asked(undefined, input);
      const before = await findLive(scope, caller.companyId, id);
      return before && asked(before, input);
    });
  }

  return {
    create: async (caller, input, beside = {}) => {
      authorize(caller);
      const read = parseInput(kind.createInput, input);
      const keepNote = await noteOf(caller, beside, { input: read });
      return transact(async (scope) => {
        await refuseLeaver(scope, caller);
        const ownFields = await kind.build(scope, caller.companyId, read, caller);
        await kind.fence?.(scope, caller, { after: ownFields });
        const changeNote = await keepNote(scope);
        const _id = scope.newId();
        const [ref = ""] = await nextRefs(scope, caller.companyId, series, 1);
        const base = baseFields(stampOf(caller, scope.now), numberFields(series, ref, read));
        const record = { ...base, ...ownFields, _id } as R;
        const did = await kind.did?.(scope, { after: record });
        const also = await saveRecord(scope, caller, { record, created: true, input: read, changeNote, did });
        const after = { ...record, ...also.after };
        await auditWrite(scope, caller, { entity, action: "create", after, changeNote, did });
        return record;
      });
    },
    update: async (caller, id, input, beside = {}) => {
      authorize(caller);
      const recordId = parseInput(idInput("id"), id);
      const read = parseInput(kind.updateInput, input);
      const keepNote = await noteOf(caller, beside, { id: recordId, input: read });
      return transact(async (scope) => {
        await refuseLeaver(scope, caller);
        const before = await findRecord(scope, caller.companyId, recordId);
        await kind.fence?.(scope, caller, { before });
        assertSeen(kind, before, beside.expectedVersion);
        const changeNote = await keepNote(scope);
        const changedRecord = await kind.change(scope, before, read, caller);
        const after = { ...changedRecord, ...updateStamp(stampOf(caller, scope.now)) };
        await kind.fence?.(scope, caller, { after });
        const did = await kind.did?.(scope, { before, after });
        const also = await saveRecord(scope, caller, {
          record: after,
          created: false,
          input: read,
          changeNote,
          did,
        });
        await kind.afterUpdate?.(scope, caller, after, read);
        const sides = { before: { ...before, ...also.before }, after: { ...after, ...also.after } };
        await auditWrite(scope, caller, { entity, action: "update", ...sides, changeNote, did });
        return after;
      });
    },
    remove: async (caller, id, beside = {}) => {
      authorize(caller);
      const recordId = parseInput(idInput("id"), id);
      const keepNote = await noteOf(caller, beside, { id: recordId });
      return transact(async (scope) => {
        await refuseLeaver(scope, caller);
        const before = await findRecord(scope, caller.companyId, recordId);
        await kind.fence?.(scope, caller, { before });
        const changeNote = await keepNote(scope);
        const lastRecord = (await kind.removed?.(scope, before)) ?? before;
        const after = deletedRecord(lastRecord, stampOf(caller, scope.now));
        const did = await kind.did?.(scope, { before, after });
        const also = await saveRecord(scope, caller, { record: after, created: false, changeNote, did });
        await kind.afterRemove?.(scope, caller, before);
        const lastSides = { before: { ...before, ...also.before } };
        await auditWrite(scope, caller, { entity, action: "delete", ...lastSides, changeNote, did });
        return after;
      });
    },
  };
}

/** Refuses a change of a record that is not as the caller has seen it (contract-4, HIST-2). */
function assertSeen<R extends AnyRecord>(
  { versions }: Pick<RecordKind<R, z.ZodType<object>, z.ZodType>, "versions">,
  record: R,
  expectedVersion: number | null | undefined,
): void {
  if (versions === undefined || (expectedVersion ?? versions.of(record)) === versions.of(record)) return;
  throw new DomainError("CONFLICT", text(versions.changedText), { field: "expectedVersion" });
}

const DIGITS = 6;

/** The next numbers of a company's series, such as `WF-000001`. */
export async function nextRefs(
  scope: OpenScope,
  companyId: string,
  series: string,
  count: number,
): Promise<string[]> {
  const next = await createNumbers(scope).next(companyId, series, count);
  return next.map((number) => `${series}-${String(number).padStart(DIGITS, "0")}`);
}

/** Base fields of a record that has a number. */
export function numberFields(
  series: string,
  ref: string,
  { documentCode, documentDate }: DocumentFields = {},
) {
  return { ref, documentCode: documentCode ?? series, ...(documentDate !== undefined && { documentDate }) };
}

/** A record after its soft delete. */
export function deletedRecord<R extends AnyRecord>(record: R, stamp: Stamp): R {
  return { ...record, ...updateStamp(stamp), deletedAt: stamp.now };
}

/** A record with the named fields changed: undefined leaves a field as it is, null removes it. */
export function withChanges<R extends AnyRecord>(
  record: R,
  changes: { [Key in keyof R]?: R[Key] | null | undefined },
): R {
  const givenEntries = Object.entries(changes).filter(([, value]) => value !== undefined);
  const removedFields = new Set(givenEntries.filter(([, value]) => value === null).map(([key]) => key));
  const fields = Object.entries({ ...record, ...Object.fromEntries(givenEntries) });
  return Object.fromEntries(fields.filter(([key]) => !removedFields.has(key))) as R;
}

interface RecordWrite {
  entity: string;
  action: string;
  before?: { _id: string };
  after?: { _id: string };
  /** The note that is kept with the change. */
  changeNote?: ChangeNote | undefined;
  did?: RecordedAction | undefined;
}

/** Writes the audit row of a write, with the record before and after it. */
export async function auditWrite(scope: TransactionScope, caller: Caller, write: RecordWrite): Promise<void> {
  await recordFacts(scope, { audit: [auditOf(scope, caller, write)] });
}

/** The audit row of a write, with the record before and after it. */
export function auditOf(
  { now: at }: Pick<TransactionScope, "now">,
  caller: Caller,
  { entity, action, changeNote, did, ...records }: RecordWrite,
): AuditEntry {
  const entityId = (records.after ?? records.before)?._id ?? "";
  const { companyId, userId: actorId } = caller;
  const about = { action, entity, entityId, at, ...records };
  const details = {
    ...(caller.isAgent && agentOf(caller)),
    ...(changeNote && { changeNote }),
    ...(did && { did: storedAction(did) }),
  };
  return { companyId, actorId, ...about, ...(Object.keys(details).length > 0 && { details }) };
}
