import type {
  ApprovalThreshold,
  HrApprovalPolicy,
  Workflow,
  WorkflowApproval,
  WorkflowApprover,
  WorkflowStage,
  WorkflowTask,
} from "./records.ts";
import type { AuditLog } from "../audit/audit-read-model.ts";
import type { Page } from "./record-reader.ts";

/** The pages by the names that the generated resolver types refer to. */
export type WorkflowPage = Page<Workflow>;
export type WorkflowStagePage = Page<WorkflowStage>;
export type WorkflowApproverPage = Page<WorkflowApprover>;
export type WorkflowTaskPage = Page<WorkflowTask>;
export type ApprovalPage = Page<WorkflowApproval>;
export type HrApprovalPolicyPage = Page<HrApprovalPolicy>;
export type ApprovalThresholdPage = Page<ApprovalThreshold>;
export type AuditLogPage = Page<AuditLog>;
