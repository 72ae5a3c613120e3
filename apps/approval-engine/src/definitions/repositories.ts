import type { IndexPlan, Scope } from "@countersign/mongo";

import { PAGE } from "../shared/record-reader.ts";
import { createRecordRepository } from "../shared/record-repository.ts";
import type { WorkflowApproverDocument, WorkflowDocument, WorkflowStageDocument } from "./documents.ts";

export const createWorkflows = (scope: Scope) =>
  createRecordRepository<WorkflowDocument>(scope, "workflows", []);

export const createStages = (scope: Scope) =>
  createRecordRepository<WorkflowStageDocument>(scope, "workflow_stages", ["workflowId"]);

export const createApprovers = (scope: Scope) =>
  createRecordRepository<WorkflowApproverDocument>(scope, "workflow_approvers", [
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
];
