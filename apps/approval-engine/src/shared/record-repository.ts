import type { Id } from "@countersign/domain/approval";
import { type Scope, toObjectId } from "@countersign/mongo";
import type { Collection, Document, Filter, ObjectId } from "mongodb";

import type { BaseRecord } from "./records.ts";
import { type RecordOf, toRecord } from "./record-of.ts";

/** The names of a record's fields that hold an object id or a list of them. */
type OwnIdField<D> = {
  [Key in keyof D]-?: Exclude<D[Key], undefined> extends ObjectId | ObjectId[] ? Key : never;
}[keyof D] &
  string;

/** The same, and the paths of such fields in nested objects. */
export type IdField<D> =
  | OwnIdField<D>
  | { [Key in keyof D & string]: `${Key}.${OwnIdField<Exclude<D[Key], undefined>>}` }[keyof D & string];

/**
 * Records of one kind, bound to a transaction and fenced by company: another company's records and deleted ones are
 * missing. Records are written whole; the transaction's snapshot guards what was read before.
 */
export interface RecordStore<R> {
  insert(records: readonly R[]): Promise<void>;
  find(companyId: Id, id: Id): Promise<R | undefined>;
  /** Live records with equal fields, oldest first. */
  list(companyId: Id, equal: Partial<R>): Promise<R[]>;
  /** The same with deleted ones. */
  listEver(companyId: Id, equal: Partial<R>): Promise<R[]>;
  /** Writes records whole that were read in this transaction. */
  replace(records: readonly R[]): Promise<void>;
}

/** {@link RecordStore} of one collection. */
export interface RecordRepository<D extends BaseRecord> extends RecordStore<RecordOf<D>> {
  /** For commands that one kind of record needs; they have to pass the session. */
  collection: Collection<D>;
  /** The record in the form of the use cases. */
  read(document: object): RecordOf<D>;
  /** A record, or some of its fields, in stored form. */
  toStored(record: Partial<RecordOf<D>>): Partial<D>;
}

/** Fields of a stored record that follow from its others. They are made at every write, and no use case sees them. */
export interface Derived<D> {
  fields: readonly (keyof D & string)[];
  of(document: D): Partial<D>;
}

const BASE_ID_FIELDS = ["_id", "companyId", "branchId", "createdBy", "updatedBy"] as const;

/** The names of the fields beyond the base ones that are object ids in the store, at most one level deep. */
export type IdFields<D> = readonly Exclude<IdField<D>, (typeof BASE_ID_FIELDS)[number]>[];

/**
 * Makes the function that brings a record of one kind, or some of its fields, into stored form.
 *
 * @param idFields - the fields that are object ids in the store
 */
export function storedFormOf<D extends BaseRecord>(
  idFields: IdFields<D>,
): (record: Partial<RecordOf<D>>) => Partial<D> {
  const isIdField = new Set<string>([...BASE_ID_FIELDS, ...idFields]);
  const parents = new Set(idFields.flatMap((path) => path.split(".").slice(0, -1)));
  function storedFields(record: object, parent = ""): Document {
    const storedRecord: Document = {};
    // Not `Object.entries`, as in `toRecord`: every decision reads and writes whole records.
    for (const key in record) {
      const value = record[key as keyof typeof record];
      if (value === undefined) continue;
      if (isIdField.has(parent + key)) storedRecord[key] = idOf(value);
      else storedRecord[key] = parents.has(key) ? storedFields(value, `${key}.`) : value;
    }
    return storedRecord;
  }
  return (record) => storedFields(record) as Partial<D>;
}

/**
 * @param idFields - the fields beyond the base ones that are object ids in the store
 * @param derivedFields - the fields that are stored beside a record's own
 */
export function createRecordRepository<D extends BaseRecord>(
  scope: Scope,
  name: string,
  idFields: IdFields<D>,
  derivedFields?: Derived<D>,
): RecordRepository<D> {
  const { db, session, write } = scope;
  const collection = db.collection<D>(name);
  const toStored = storedFormOf<D>(idFields);
  const read = (document: object) => toRecord(document, derivedFields?.fields) as RecordOf<D>;
  const filterOf = (companyId: Id, equal: Partial<RecordOf<D>>) =>
    ({ ...toStored(equal), companyId: toObjectId(companyId), deletedAt: null }) as Filter<D>;
  const listWhere = async (filter: Filter<D>) => {
    const documents = await collection.find(filter, { session }).sort({ _id: 1 }).toArray();
    return documents.map((document) => read(document));
  };
  const storedDocument = (record: RecordOf<D>): D => {
    const storedRecord = toStored(record) as D;
    return { ...storedRecord, ...derivedFields?.of(storedRecord) };
  };

  return {
    collection,
    read,
    toStored,
    insert: async (records) => {
      await write({ insert: name, documents: records.map(storedDocument) });
    },
    find: async (companyId, id) => {
      const filter = filterOf(companyId, { _id: id } as Partial<RecordOf<D>>);
      const document = await collection.findOne(filter, { session });
      return document === null ? undefined : read(document);
    },
    list: async (companyId, equal) => listWhere(filterOf(companyId, equal)),
    listEver: async (companyId, equal) => {
      const { deletedAt: _live, ...filter } = filterOf(companyId, equal);
      return listWhere(filter as Filter<D>);
    },
    replace: async (records) => {
      const updates = records.map((record) => {
        const { _id, companyId, ...fields } = storedDocument(record);
        return { q: { _id, companyId }, u: { companyId, ...fields } };
      });
      await write({ update: name, updates });
    },
  };
}

function idOf(value: unknown): ObjectId | ObjectId[] {
  return Array.isArray(value) ? value.map((id: Id) => toObjectId(id)) : toObjectId(value as Id);
}
