import type { ApproveBy, LadderFields, RejectBy } from "@countersign/domain/approval";
import type { FactDeclaration } from "@countersign/domain/routing";
import type { ObjectId } from "mongodb";

import type { BaseRecord } from "../shared/records.ts";
import type { RecordOf } from "../shared/record-of.ts";
import type { StoredSource } from "./stage-seats.ts";

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

/** `workflow_stages`; with the fields of its ladder (contract-3, TIME-3), whose ids are text. */
export interface WorkflowStageRecord extends BaseRecord, LadderFields {
  name: string;
  workflowId: ObjectId;
  order: number;
  approveBy: ApproveBy;
  /** The number of COUNT, PERCENT and PER_GROUP (contract-2, PPL-4). */
  quorum?: number;
  /** Default `VETO`. */
  rejectBy?: RejectBy;
  /** `false`: the stage is not decided in bulk (contract-2, CTRL-6). */
  bulk?: false;
  status: DefinitionStatus;
  /** Approvers beside the users of its `workflow_approvers` rows (contract-3, SRC-1); absent without any. */
  sources?: StoredSource[];
  /** Condition under which the stage is on a document's way (contract-3, ROUTE-3); absent: always. */
  when?: string;
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
