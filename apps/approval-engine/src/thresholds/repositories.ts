import type { IndexPlan, Scope } from "@countersign/mongo";

import { PAGE } from "../shared/record-reader.ts";
import { createRecordRepository } from "../shared/record-repository.ts";
import type { ApprovalThresholdRecord } from "./records.ts";

export const createThresholds = (scope: Scope) =>
  createRecordRepository<ApprovalThresholdRecord>(scope, "approval_thresholds", ["workflowId"]);

export const THRESHOLD_INDEXES: readonly IndexPlan[] = [
  {
    collection: "approval_thresholds",
    indexes: [{ key: { companyId: 1, kind: 1, enabled: 1 } }, { key: PAGE }],
  },
];
