import type { IndexPlan, Scope } from "@countersign/mongo";

import { createRecordRepository } from "../shared/record-repository.ts";
import { type ApprovalRuleRecord, RULES } from "./records.ts";

export const createRules = (scope: Scope) =>
  createRecordRepository<ApprovalRuleRecord>(scope, RULES, [
    "workflowId",
    "thresholdId",
    "publishedBy",
    "draft.savedBy",
  ]);

export const RULE_INDEXES: readonly IndexPlan[] = [
  { collection: RULES, indexes: [{ key: { companyId: 1, kind: 1, state: 1 } }] },
];
