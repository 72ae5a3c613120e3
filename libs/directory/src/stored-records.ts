import { DIRECTORY_FIELDS, type DirectoryMadeBy, type DirectoryType } from "@countersign/contracts";
import { toHex, toObjectId } from "@countersign/mongo";
import { type Collection, type Db, ObjectId } from "mongodb";

type FieldsOf<Type> = Type extends DirectoryType ? keyof (typeof DIRECTORY_FIELDS)[Type] : never;
export type DirectoryField = FieldsOf<DirectoryType>;

/** The value of a field: a list for the members of a group, else a text. */
export type ValueOf<Field extends DirectoryField> = Field extends "memberIds" ? readonly string[] : string;

/** A user, an employee, a department or a group of users; ids are 24-hex strings. */
export type DirectoryRecord = { readonly [Field in DirectoryField]?: ValueOf<Field> | undefined } & {
  readonly _id: string;
  /** `false`: a leaver, or a department or group that was closed. */
  readonly active: boolean;
  /** Rises with each change. 0: written before records had versions. */
  readonly version: number;
  /** The people by whose changes it gives seats. */
  readonly madeBy?: DirectoryMadeBy | undefined;
};

/** A row of the collection of its type. Other modules may keep fields of their own on it. */
export type StoredRecord = { [Field in DirectoryField]?: string | ObjectId | ObjectId[] | null } & {
  _id: ObjectId;
  companyId: ObjectId;
  active?: boolean;
  version?: number;
  madeBy?: DirectoryMadeBy;
};

const COLLECTIONS = {
  user: "users",
  employee: "employees",
  department: "departments",
  group: "user_groups",
} as const;

export function collectionOf(db: Pick<Db, "collection">, type: DirectoryType): Collection<StoredRecord> {
  return db.collection(COLLECTIONS[type]);
}

export const collectionNameOf = (type: DirectoryType): string => COLLECTIONS[type];

export function fieldsOf(type: DirectoryType): DirectoryField[] {
  return Object.keys(DIRECTORY_FIELDS[type]) as DirectoryField[];
}

/**
 * The collections in which somebody else keeps records too: theirs have no version, and the directory does not touch them.
 * In the others a row without a version is an old one of the directory.
 */
const SHARED: ReadonlySet<DirectoryType> = new Set(["group"]);

/** Whether the row is somebody else's: the directory neither shows nor changes it. */
export const isForeign = (type: DirectoryType, { version }: Pick<StoredRecord, "version">): boolean =>
  SHARED.has(type) && version === undefined;

/** Matches the directory's own rows of a collection. */
export const ownRows = (type: DirectoryType): { version?: { $exists: true } } =>
  SHARED.has(type) ? { version: { $exists: true } } : {};

/** Says whose the row is. */
export const FOREIGN = "_id: this group is kept by hand in the approval engine";

/** Fields that hold ids. */
const REFERENCES: ReadonlySet<DirectoryField> = new Set([
  "userId",
  "departmentId",
  "reportingTo",
  "hrId",
  "hodId",
  "memberIds",
]);

const idsOf = (value: string | readonly string[], field: string): ObjectId | ObjectId[] =>
  typeof value === "string" ? toObjectId(value, field) : value.map((id) => toObjectId(id, field));

/** A stored value as records have it. */
function valueOf(value: string | ObjectId | ObjectId[]): string | string[] {
  if (Array.isArray(value)) return value.map((id) => toHex(id));
  return value instanceof ObjectId ? toHex(value) : value;
}

/** The update that writes the whole record, and nothing else on its row. */
export function updateOf(type: DirectoryType, record: DirectoryRecord) {
  const { active, version, madeBy } = record;
  const $set: Record<string, unknown> = { active, version, ...(madeBy && { madeBy }) };
  const $unset: Record<string, true> = madeBy ? {} : { madeBy: true };
  for (const field of fieldsOf(type)) {
    const value = record[field];
    if (value === undefined) $unset[field] = true;
    else $set[field] = REFERENCES.has(field) ? idsOf(value, field) : value;
  }
  return { $set, ...(Object.keys($unset).length > 0 && { $unset }) };
}

/** The record of a row. */
export function recordOf(
  type: DirectoryType,
  { _id, active = true, version = 0, madeBy, ...row }: StoredRecord,
): DirectoryRecord {
  const values = fieldsOf(type).flatMap((field) => {
    const value = row[field];
    // The owning modules may keep an unset field as null.
    if (value === undefined || value === null) return [];
    return [[field, valueOf(value)]];
  });
  return { _id: toHex(_id), ...Object.fromEntries(values), active, version, ...(madeBy && { madeBy }) };
}

/** A record as readers get it: the marks of who made it so are for decisions alone. */
export function shownRecord({ madeBy: _marks, ...record }: DirectoryRecord): DirectoryRecord {
  return record;
}
