import type { IndexPlan, Scope } from "@countersign/mongo";

import { PAGE } from "../shared/record-reader.ts";
import { createRecordRepository } from "../shared/record-repository.ts";
import { VERSIONS } from "./versions.ts";
import type { WorkflowApproverRecord, WorkflowRecord, WorkflowStageRecord } from "./records.ts";

export const createWorkflows = (scope: Scope) =>
  createRecordRepository<WorkflowRecord>(scope, "workflows", []);

export const createStages = (scope: Scope) =>
  createRecordRepository<WorkflowStageRecord>(scope, "workflow_stages", ["workflowId"]);

export const createApprovers = (scope: Scope) =>
  createRecordRepository<WorkflowApproverRecord>(scope, "workflow_approvers", [
    "stageId",
    "workflowId",
    "approverId",
  ]);

export const DEFINITION_INDEXES: readonly IndexPlan[] = [
  { collection: "workflows", indexes: [{ key: PAGE }] },
  { collection: "workflow_stages", indexes: [{ key: { workflowId: 1, order: 1 } }, { key: PAGE }] },
  {
    collection: "workflow_approvers",
    indexes: [{ key: { workflowId: 1 } }, { key: { stageId: 1 } }, { key: PAGE }],
  },
  {
    collection: VERSIONS,
    // Of two changes at once the indexes let one be the next version.
    indexes: [
      { key: { companyId: 1, workflowId: 1, version: 1 }, name: "one_version", unique: true },
      { key: { companyId: 1, workflowId: 1, createdAt: 1, version: 1 }, name: "versions_by_time" },
      {
        key: { companyId: 1, workflowId: 1 },
        name: "newest_version",
        unique: true,
        partialFilterExpression: { until: null },
      },
    ],
  },
];
