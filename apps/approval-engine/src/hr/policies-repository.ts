import type { IndexPlan, Scope } from "@countersign/mongo";

import { PAGE } from "../shared/record-reader.ts";
import { createRecordRepository } from "../shared/record-repository.ts";
import type { HrApprovalPolicyRecord } from "./records.ts";

export const createPolicies = (scope: Scope) =>
  createRecordRepository<HrApprovalPolicyRecord>(scope, "hr_approval_policies", []);

export const HR_INDEXES: readonly IndexPlan[] = [
  {
    collection: "hr_approval_policies",
    indexes: [
      {
        key: { companyId: 1, kind: 1 },
        name: "one_policy_per_kind",
        unique: true,
        partialFilterExpression: { deletedAt: null },
      },
      { key: PAGE },
    ],
  },
];
