import { DomainError, type ErrorCode } from "@countersign/domain/errors";
import { type AuditEntry, createNumbers, type Scope } from "@countersign/mongo";
import { type TextCode, text } from "@countersign/texts";
import type { z } from "zod";

import { type BaseFields, type Stamp, baseFields, touched } from "./base-fields.ts";
import type { RecordStore } from "./record-repository.ts";
import { type Caller, agentOf, stampOf } from "./caller.ts";
import { idInput } from "./inputs.ts";
import { refuseLeaver } from "./leavers.ts";
import { parseInput } from "./parse-input.ts";
import { recordFacts } from "./record-facts.ts";
import type { Transact, TransactionScope } from "./transact.ts";

/** The three writes of one kind of record. Every one is audited; another company's record is a missing one. */
export interface RecordUseCases<R, Create, Update> {
  create(caller: Caller, input: Create): Promise<R>;
  update(caller: Caller, id: string, input: Update): Promise<R>;
  /** Soft delete; answers the deleted record. */
  remove(caller: Caller, id: string): Promise<R>;
}

export interface RecordDependencies {
  transact: Transact;
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
  createInput: C;
  updateInput: U;
  /** Own fields of a new record; refuses references to what the company does not have. */
  build: (
    scope: TransactionScope,
    companyId: string,
    input: z.output<C>,
  ) => Promise<OwnFields<R>> | OwnFields<R>;
  /** The record after an update, but for its base fields; refuses like `build`. */
  change: (scope: TransactionScope, record: R, input: z.output<U>) => Promise<R> | R;
  /** Further writes in the same transaction. */
  created?: (scope: TransactionScope, caller: Caller, record: R, input: z.output<C>) => Promise<void>;
  updated?: (scope: TransactionScope, caller: Caller, record: R, input: z.output<U>) => Promise<void>;
  removed?: (scope: TransactionScope, caller: Caller, record: R) => Promise<void>;
}

/**
 * Makes the writes of one kind of record: each is one transaction with its audit row.
 */
export function createRecordUseCases<R extends AnyRecord, C extends z.ZodType<object>, U extends z.ZodType>(
  { transact, authorize }: RecordDependencies,
  kind: RecordKind<R, C, U>,
): RecordUseCases<R, z.input<C>, z.input<U>> {
  const { collection: entity, series, storeOf } = kind;

  async function found(scope: Scope, companyId: string, id: string): Promise<R> {
    const record = await storeOf(scope).find(companyId, id);
    if (record === undefined) {
      throw new DomainError(kind.missing ?? "NOT_FOUND", text(kind.missingText), { field: "id" });
    }
    return record;
  }

  return {
    create: async (caller, input) => {
      authorize(caller);
      const read = parseInput(kind.createInput, input);
      return transact(async (scope) => {
        await refuseLeaver(scope, caller);
        const own = await kind.build(scope, caller.companyId, read);
        const _id = scope.newId();
        const [ref = ""] = await nextRefs(scope, caller.companyId, series, 1);
        const base = baseFields(stampOf(caller, scope.now), numbered(series, ref, read));
        const record = { ...base, ...own, _id } as R;
        await storeOf(scope).insert([record]);
        await kind.created?.(scope, caller, record, read);
        await auditWrite(scope, caller, { entity, action: "create", after: record });
        return record;
      });
    },
    update: async (caller, id, input) => {
      authorize(caller);
      const recordId = parseInput(idInput("id"), id);
      const read = parseInput(kind.updateInput, input);
      return transact(async (scope) => {
        await refuseLeaver(scope, caller);
        const before = await found(scope, caller.companyId, recordId);
        const after = { ...(await kind.change(scope, before, read)), ...touched(stampOf(caller, scope.now)) };
        await storeOf(scope).replace([after]);
        await kind.updated?.(scope, caller, after, read);
        await auditWrite(scope, caller, { entity, action: "update", before, after });
        return after;
      });
    },
    remove: async (caller, id) => {
      authorize(caller);
      const recordId = parseInput(idInput("id"), id);
      return transact(async (scope) => {
        await refuseLeaver(scope, caller);
        const before = await found(scope, caller.companyId, recordId);
        const after = deleted(before, stampOf(caller, scope.now));
        await storeOf(scope).replace([after]);
        await kind.removed?.(scope, caller, before);
        await auditWrite(scope, caller, { entity, action: "delete", before });
        return after;
      });
    },
  };
}

const DIGITS = 6;

/** The next numbers of a company's series, such as `WF-000001`. */
export async function nextRefs(
  scope: Scope,
  companyId: string,
  series: string,
  count: number,
): Promise<string[]> {
  const next = await createNumbers(scope).next(companyId, series, count);
  return next.map((number) => `${series}-${String(number).padStart(DIGITS, "0")}`);
}

/** Base fields of a record that has a number. */
export function numbered(series: string, ref: string, { documentCode, documentDate }: DocumentFields = {}) {
  return { ref, documentCode: documentCode ?? series, ...(documentDate !== undefined && { documentDate }) };
}

/** A record after its soft delete. */
export function deleted<R extends AnyRecord>(record: R, stamp: Stamp): R {
  return { ...record, ...touched(stamp), deletedAt: stamp.now };
}

/** A record with the named fields changed: undefined leaves a field as it is, null removes it. */
export function changed<R extends AnyRecord>(
  record: R,
  changes: { [Key in keyof R]?: R[Key] | null | undefined },
): R {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const removed = new Set(given.filter(([, value]) => value === null).map(([key]) => key));
  const fields = Object.entries({ ...record, ...Object.fromEntries(given) });
  return Object.fromEntries(fields.filter(([key]) => !removed.has(key))) as R;
}

interface RecordWrite {
  entity: string;
  action: string;
  before?: AnyRecord;
  after?: AnyRecord;
}

/** Writes the audit row of a write, with the record before and after it. */
export async function auditWrite(scope: TransactionScope, caller: Caller, write: RecordWrite): Promise<void> {
  await recordFacts(scope, { audit: [auditOf(scope, caller, write)] });
}

/** The audit row of a write, with the record before and after it. */
export function auditOf(
  { now: at }: Pick<TransactionScope, "now">,
  caller: Caller,
  { entity, action, ...records }: RecordWrite,
): AuditEntry {
  const entityId = (records.after ?? records.before)?._id ?? "";
  const { companyId, userId: actorId } = caller;
  const about = { action, entity, entityId, at, ...records };
  const details = caller.isAgent ? { details: agentOf(caller) } : {};
  return { companyId, actorId, ...about, ...details };
}
