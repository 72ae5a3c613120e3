import { asRead } from "@countersign/domain/approval";
import type { IndexPlan, Scope } from "@countersign/mongo";

import { type RecordRepository, createRecordRepository } from "../shared/record-repository.ts";
import type { UserGroupRecord } from "./records.ts";

export const GROUPS = "user_groups";

/** Its name as people read it. A company keeps one living group by it; the directory's names are its own affair. */
interface StoredUserGroup extends UserGroupRecord {
  nameAsRead?: string;
}

export const createGroups = (scope: Scope): RecordRepository<StoredUserGroup> =>
  createRecordRepository<StoredUserGroup>(scope, GROUPS, ["memberIds"], {
    fields: ["nameAsRead"],
    of: ({ name, deletedAt }) => (deletedAt === null ? { nameAsRead: asRead(name) } : {}),
  });

/** By name, as pages show them. */
export const BY_NAME = { name: 1, _id: 1 } as const;

export const GROUP_INDEXES: readonly IndexPlan[] = [
  {
    collection: GROUPS,
    indexes: [
      { key: { companyId: 1, deletedAt: 1, ...BY_NAME }, name: "by_name" },
      {
        key: { companyId: 1, nameAsRead: 1 },
        name: "one_of_a_name",
        unique: true,
        partialFilterExpression: { nameAsRead: { $exists: true } },
      },
      { key: { companyId: 1, memberIds: 1 }, name: "of_member" },
    ],
  },
];
