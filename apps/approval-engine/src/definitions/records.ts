import type { ApproveBy } from "@countersign/domain/approval";
import type { ObjectId } from "mongodb";

import type { BaseRecord } from "../shared/records.ts";
import type { RecordOf } from "../shared/record-of.ts";

export const DEFINITION_STATUSES = ["DRAFT", "IN_PROGRESS", "COMPLETED", "CANCELLED"] as const;
/** Lifecycle of a workflow or stage definition. */
export type DefinitionStatus = (typeof DEFINITION_STATUSES)[number];

/** `workflows` */
export interface WorkflowRecord extends BaseRecord {
  name: string;
  description?: string;
  /** Legacy, unused; kept because the specification lists it. */
  stageId?: string;
  status: DefinitionStatus;
}

/** `workflow_stages` */
export interface WorkflowStageRecord extends BaseRecord {
  name: string;
  workflowId: ObjectId;
  order: number;
  approveBy: ApproveBy;
  status: DefinitionStatus;
}

/** `workflow_approvers` */
export interface WorkflowApproverRecord extends BaseRecord {
  stageId: ObjectId;
  workflowId: ObjectId;
  approverId: ObjectId;
}

export type Workflow = RecordOf<WorkflowRecord>;
export type WorkflowStage = RecordOf<WorkflowStageRecord>;
export type WorkflowApprover = RecordOf<WorkflowApproverRecord>;
