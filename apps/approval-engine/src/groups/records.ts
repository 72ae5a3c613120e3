import type { GroupMadeBy } from "@countersign/domain/approval";
import type { ObjectId } from "mongodb";

import type { RecordOf } from "../shared/record-of.ts";
import type { BaseRecord } from "../shared/records.ts";

/** `user_groups`: a group that is kept here, or one of the directory (contract-3, SRC-2). */
export interface UserGroupRecord extends BaseRecord {
  name: string;
  /** Users. */
  memberIds: ObjectId[];
  /** Of a group of the directory: `false` once it was closed there. */
  active?: boolean;
  /** By whose changes it gives seats; ids in hexadecimal. */
  madeBy?: GroupMadeBy;
  /** Of a group of the directory alone: rises with each change there (ADR 39). */
  version?: number;
  /** Of a group that is kept here: rises with each change of it. */
  changes?: number;
}

/** A row as it may be stored: one that the directory wrote has none of the base fields. */
export type StoredGroup = Pick<UserGroupRecord, "_id" | "companyId"> & Partial<UserGroupRecord>;

/** A group as it is read, with base fields where it is kept here. */
export interface ShownGroup extends Partial<RecordOf<UserGroupRecord>> {
  _id: string;
  companyId: string;
  name: string;
  memberIds: string[];
  /** Whether its members are asked. */
  active: boolean;
}

/** A row as it is read. Where the directory gives no name, its id stands for it; unset fields may be null. */
export function shownGroup({
  name,
  memberIds,
  active,
  deletedAt,
  ...group
}: Partial<RecordOf<UserGroupRecord>> & { _id: string; companyId: string }): ShownGroup {
  return {
    ...group,
    name: name || group._id,
    memberIds: memberIds ?? [],
    active: active !== false && !deletedAt,
  };
}

/** Greater with each change of a group. */
export const versionOf = ({ version, changes = 0 }: Pick<RecordOf<UserGroupRecord>, "version" | "changes">) =>
  version ?? changes;

/** Whether the directory keeps the group; nobody else changes it then. */
export const isOfDirectory = ({ version }: { version?: number | undefined }): boolean =>
  version !== undefined;
