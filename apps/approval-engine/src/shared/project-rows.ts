import type { Id } from "@countersign/domain/approval";
import { canonicalJson } from "@countersign/domain/canonical-json";

import { baseFields, updateStamp } from "./base-fields.ts";
import { type Caller, stampOf } from "./caller.ts";
import type { RecordStore } from "./record-repository.ts";
import { type AnyRecord, deletedRecord, nextRefs, numberFields } from "./record-use-cases.ts";
import type { TransactionScope } from "./transact.ts";

/** The fields of a row that follow from what it is a projection of, by its id. */
export type DerivedRow<Fields> = Fields & { _id: Id };

/** The changes of the rows of one kind that follow from a change of what they are projections of. */
export interface RowChanges<Fields> {
  /** In the order in which their ids were made. */
  added: DerivedRow<Fields>[];
  changed: DerivedRow<Fields>[];
  removedIds: Id[];
}

export function rowChanges<Fields>(
  before: readonly DerivedRow<Fields>[],
  after: readonly DerivedRow<Fields>[],
): RowChanges<Fields> {
  const beforeById = new Map(before.map((row) => [row._id, canonicalJson(row)]));
  const afterIds = new Set(after.map(({ _id }) => _id));
  return {
    added: after
      .filter(({ _id }) => !beforeById.has(_id))
      .toSorted((left, right) => (left._id < right._id ? -1 : 1)),
    changed: after.filter((row) => beforeById.has(row._id) && beforeById.get(row._id) !== canonicalJson(row)),
    removedIds: [...beforeById.keys()].filter((id) => !afterIds.has(id)),
  };
}

/** The rows of one kind, and how they follow. */
export interface Projection<R extends AnyRecord, Fields> {
  store: RecordStore<R>;
  series: string;
  changes: RowChanges<Fields>;
  /** The rows among which the changed ones are. */
  among: Partial<R>;
  /** A row that the command names, with its own fields and those that it derives. */
  namedRow: R | undefined;
  /** A row with derived fields, and its own as they are. */
  rowAfter: (base: Omit<R, keyof Fields> & Partial<R>, fields: DerivedRow<Fields>) => R;
  /** Whether a row is written although no derived field of it changes. */
  isNamed: (row: R) => boolean;
}

/** Writes the rows that follow from a change: new ones with their numbers, changed ones, and those that are gone. */
export async function projectRows<R extends AnyRecord, Fields>(
  scope: TransactionScope,
  caller: Caller,
  { store, series, changes, among, namedRow, rowAfter, isNamed }: Projection<R, Fields>,
): Promise<void> {
  const { companyId } = caller;
  const stamp = stampOf(caller, scope.now);
  const numberedRows = changes.added.filter(({ _id }) => _id !== namedRow?._id);
  const refs = numberedRows.length === 0 ? [] : await nextRefs(scope, companyId, series, numberedRows.length);
  const addedRows = numberedRows.map((fields, place) => {
    const base = baseFields(stamp, numberFields(series, refs[place] ?? ""));
    return rowAfter(base as unknown as R, fields);
  });
  const isNew = namedRow !== undefined && changes.added.some(({ _id }) => _id === namedRow._id);
  const newRows = isNew ? [namedRow, ...addedRows] : addedRows;
  if (newRows.length > 0) await store.insert(newRows);
  const changedFields = new Map(changes.changed.map((fields) => [fields._id, fields]));
  const removedIds = new Set(changes.removedIds);
  const storedRows = await store.list(companyId, among);
  const writtenRows = storedRows.flatMap((row): R[] => {
    if (removedIds.has(row._id)) return [deletedRecord(row, stamp)];
    if (row._id === namedRow?._id) return isNew ? [] : [namedRow];
    const fields = changedFields.get(row._id);
    if (fields !== undefined) return [{ ...rowAfter(row, fields), ...updateStamp(stamp) }];
    return isNamed(row) ? [{ ...row, ...updateStamp(stamp) }] : [];
  });
  if (writtenRows.length > 0) await store.replace(writtenRows);
}

/** A row without fields, of which it may have some no longer. */
export function withoutFields<R extends object>(row: R, fields: readonly string[]): R {
  return Object.fromEntries(Object.entries(row).filter(([field]) => !fields.includes(field))) as R;
}
