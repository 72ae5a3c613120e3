import type { FactDeclaration } from "@countersign/domain/routing";
import type { ObjectId } from "mongodb";

import type { BaseRecord } from "../shared/records.ts";
import type { RecordOf } from "../shared/record-of.ts";
import type { StageFields } from "./content.ts";

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
  /** The facts that conditions and sources of its stages read (contract-3, ROUTE-3); absent without any. */
  facts?: FactDeclaration[];
}

/** `workflow_stages`; the ids in its fields are text. Its users are rows of `workflow_approvers`. */
export interface WorkflowStageRecord extends BaseRecord, StageFields {
  workflowId: ObjectId;
  status: DefinitionStatus;
}

/** `workflow_approvers` */
export interface WorkflowApproverRecord extends BaseRecord {
  stageId: ObjectId;
  workflowId: ObjectId;
  approverId: ObjectId;
  /** The labels that PER_GROUP asks for; absent without any. */
  groups?: string[];
}

export type Workflow = RecordOf<WorkflowRecord>;
export type WorkflowStage = RecordOf<WorkflowStageRecord>;
export type WorkflowApprover = RecordOf<WorkflowApproverRecord>;
