import { DIRECTORY_FIELDS, type DirectoryType } from "@countersign/contracts";
import { toHex, toObjectId } from "@countersign/mongo";
import { type Collection, type Db, ObjectId } from "mongodb";

type FieldsOf<Type> = Type extends DirectoryType ? keyof (typeof DIRECTORY_FIELDS)[Type] : never;
export type DirectoryField = FieldsOf<DirectoryType>;

/** A user, an employee or a department; ids are 24-hex strings. */
export type DirectoryRecord = { readonly [Field in DirectoryField]?: string | undefined } & {
  readonly _id: string;
  /** `false`: a leaver, or a department that was closed. */
  readonly active: boolean;
  /** Rises with each change. 0: written before records had versions. */
  readonly version: number;
};

/** A row of `users`, `employees` or `departments`. Other modules may keep fields of their own on it. */
export type StoredRecord = { [Field in DirectoryField]?: string | ObjectId | null } & {
  _id: ObjectId;
  companyId: ObjectId;
  active?: boolean;
  version?: number;
};

const COLLECTIONS = { user: "users", employee: "employees", department: "departments" } as const;

export function collectionOf(db: Pick<Db, "collection">, type: DirectoryType): Collection<StoredRecord> {
  return db.collection(COLLECTIONS[type]);
}

export const collectionNameOf = (type: DirectoryType): string => COLLECTIONS[type];

export function fieldsOf(type: DirectoryType): DirectoryField[] {
  return Object.keys(DIRECTORY_FIELDS[type]) as DirectoryField[];
}

/** Fields that hold ids. */
const REFERENCES: ReadonlySet<DirectoryField> = new Set([
  "userId",
  "departmentId",
  "reportingTo",
  "hrId",
  "hodId",
]);

/** The update that writes the whole record, and nothing else on its row. */
export function updateOf(type: DirectoryType, record: DirectoryRecord) {
  const $set: Record<string, unknown> = { active: record.active, version: record.version };
  const $unset: Record<string, true> = {};
  for (const field of fieldsOf(type)) {
    const value = record[field];
    if (value === undefined) $unset[field] = true;
    else $set[field] = REFERENCES.has(field) ? toObjectId(value, field) : value;
  }
  return { $set, ...(Object.keys($unset).length > 0 && { $unset }) };
}

/** The record of a row. */
export function recordOf(
  type: DirectoryType,
  { _id, active = true, version = 0, ...row }: StoredRecord,
): DirectoryRecord {
  const values = fieldsOf(type).flatMap((field) => {
    const value = row[field];
    // The owning modules may keep an unset field as null.
    if (value === undefined || value === null) return [];
    return [[field, value instanceof ObjectId ? toHex(value) : value]];
  });
  return { _id: toHex(_id), ...Object.fromEntries(values), active, version };
}
