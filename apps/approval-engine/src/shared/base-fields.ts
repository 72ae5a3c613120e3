import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";

import type { BaseRecord } from "./records.ts";
import type { RecordOf } from "./record-of.ts";

/** The base fields of a record but for its id. */
export type BaseFields = Omit<RecordOf<BaseRecord>, "_id">;

/** The author, time and company of a write. */
export interface Stamp {
  companyId: Id;
  branchId?: Id | undefined;
  /** Absent when the platform itself writes. */
  userId?: Id | undefined;
  now: Date;
}

/** Base fields that the creator of a record may choose; undefined leaves one to the rule. */
export type GivenFields = {
  [Key in Exclude<keyof BaseFields, "companyId" | "createdAt" | "updatedAt" | "deletedAt">]?:
    | BaseFields[Key]
    | undefined;
};

/** Base fields of a new record. */
export function baseFields(
  { companyId, branchId, userId, now }: Stamp,
  givenFields: GivenFields = {},
): BaseFields {
  return {
    documentDate: now,
    canUpdate: true,
    canView: true,
    canDelete: true,
    canPost: false,
    ...defined<Partial<BaseFields>>({ branchId, createdBy: userId, updatedBy: userId }),
    ...defined<Partial<BaseFields>>(givenFields),
    companyId,
    createdAt: now,
    updatedAt: now,
    deletedAt: null,
  };
}

/** The fields that every write of an existing record updates. */
export function updateStamp({ userId, now }: Stamp): Pick<BaseFields, "updatedAt" | "updatedBy"> {
  return defined<Pick<BaseFields, "updatedAt" | "updatedBy">>({ updatedAt: now, updatedBy: userId });
}
