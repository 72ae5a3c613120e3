import type { ApproveBy } from "@countersign/domain/approval";
import type { ObjectId } from "mongodb";

import type { BaseDocument } from "../shared/documents.ts";
import type { RecordOf } from "../shared/records.ts";

export const DEFINITION_STATUSES = ["DRAFT", "IN_PROGRESS", "COMPLETED", "CANCELLED"] as const;
/** Lifecycle of a workflow or stage definition. */
export type DefinitionStatus = (typeof DEFINITION_STATUSES)[number];

/** `workflows` */
export interface WorkflowDocument extends BaseDocument {
  name: string;
  description?: string;
  /** Legacy, unused; kept because the specification lists it. */
  stageId?: string;
  status: DefinitionStatus;
}

/** `workflow_stages` */
export interface WorkflowStageDocument extends BaseDocument {
  name: string;
  workflowId: ObjectId;
  order: number;
  approveBy: ApproveBy;
  status: DefinitionStatus;
}

/** `workflow_approvers` */
export interface WorkflowApproverDocument extends BaseDocument {
  stageId: ObjectId;
  workflowId: ObjectId;
  approverId: ObjectId;
}

export type Workflow = RecordOf<WorkflowDocument>;
export type WorkflowStage = RecordOf<WorkflowStageDocument>;
export type WorkflowApprover = RecordOf<WorkflowApproverDocument>;
