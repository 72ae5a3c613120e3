// The values that resolvers get for types of the SDL, under the types' names.
export type {
  WorkflowApproverPage as WorkflowApproverPageResult,
  WorkflowPage as WorkflowPageResult,
  WorkflowStagePage as WorkflowStagePageResult,
} from "./definition-read-model.ts";
export type { ApproverSource } from "@countersign/domain/approval";
export type { FactDeclaration, WorkflowFinding } from "@countersign/domain/routing";
export type { Workflow, WorkflowApprover, WorkflowStage } from "./records.ts";
export type { NamedApprover as StageApprover } from "./stage-seats.ts";
export type { ShownStage as WorkflowVersionStage } from "./content.ts";
export type { ShownVersion as WorkflowVersion } from "./version-read-model.ts";
