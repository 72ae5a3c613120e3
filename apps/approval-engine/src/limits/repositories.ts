import type { IndexPlan, Scope } from "@countersign/mongo";
import type { ObjectId } from "mongodb";

import { PAGE } from "../shared/record-reader.ts";
import { type RecordRepository, createRecordRepository } from "../shared/record-repository.ts";
import type { ApprovalLimitRecord } from "./records.ts";

export const LIMITS_COLLECTION = "approval_limits";

/** With its holder's id, whichever of the two it is. */
export interface StoredLimit extends ApprovalLimitRecord {
  holderId?: ObjectId;
}

export const createLimits = (scope: Scope): RecordRepository<StoredLimit> =>
  createRecordRepository<StoredLimit>(scope, LIMITS_COLLECTION, ["userId", "groupId"], {
    fields: ["holderId"],
    of: ({ userId, groupId }) => {
      const holderId = userId ?? groupId;
      return holderId === undefined ? {} : { holderId };
    },
  });

export const LIMIT_INDEXES: readonly IndexPlan[] = [
  {
    collection: LIMITS_COLLECTION,
    indexes: [
      {
        key: { companyId: 1, kind: 1, holderId: 1, currency: 1 },
        name: "one_limit",
        unique: true,
        partialFilterExpression: { deletedAt: null },
      },
      { key: PAGE },
    ],
  },
];
