import type { ResolverTypes } from "./generate-types.ts";

/** A service's GraphQL interface. */
export interface ServiceSchema extends ResolverTypes {
  /** Folder of `schema.graphql`, from the repository's root. */
  folder: string;
}

const records = "../../repositories/records.ts";
const readModels = "../../read-models";

export const SCHEMAS: readonly ServiceSchema[] = [
  {
    folder: "apps/approval-engine/src/graphql",
    contextType: "../context.ts#GraphqlContext",
    scalars: { DateTime: "Date", JSON: "unknown" },
    mappers: {
      Workflow: `${records}#Workflow as WorkflowRecord`,
      WorkflowStage: `${records}#WorkflowStage as WorkflowStageRecord`,
      WorkflowApprover: `${records}#WorkflowApprover as WorkflowApproverRecord`,
      WorkflowTask: `${records}#WorkflowTask as WorkflowTaskRecord`,
      WorkflowApproval: `${records}#WorkflowApproval as WorkflowApprovalRecord`,
      WorkflowEvent: `${records}#WorkflowEvent as WorkflowEventRecord`,
      WorkflowNotificationDto: `${records}#WorkflowNotification as WorkflowNotificationRecord`,
      HrApprovalPolicyDto: `${records}#HrApprovalPolicy as HrApprovalPolicyRecord`,
      ApprovalThreshold: `${records}#ApprovalThreshold as ApprovalThresholdRecord`,
      Approval: `${records}#WorkflowApproval as WorkflowApprovalRecord`,
      User: `${readModels}/directory-read-model.ts#User as UserRecord`,
      Order: `${readModels}/directory-read-model.ts#Order as OrderRecord`,
      AuditLog: `${readModels}/audit-read-model.ts#AuditLog as AuditLogRecord`,
      WorkflowPageResult: `${readModels}/pages.ts#WorkflowPage`,
      WorkflowStagePageResult: `${readModels}/pages.ts#WorkflowStagePage`,
      WorkflowApproverPageResult: `${readModels}/pages.ts#WorkflowApproverPage`,
      WorkflowTaskPageResult: `${readModels}/pages.ts#WorkflowTaskPage`,
      WorkflowTaskSubmissionsPageResult: `${readModels}/pages.ts#WorkflowTaskPage`,
      ApprovalPageResult: `${readModels}/pages.ts#ApprovalPage`,
      HrApprovalPolicyPageResult: `${readModels}/pages.ts#HrApprovalPolicyPage`,
      ApprovalThresholdPageResult: `${readModels}/pages.ts#ApprovalThresholdPage`,
      AuditLogPageResult: `${readModels}/pages.ts#AuditLogPage`,
    },
  },
  {
    folder: "apps/version-gate/src/graphql",
    contextType: "../../use-cases/change-config.ts#Caller",
    scalars: { DateTime: "string", ConfigValue: "unknown" },
    mappers: {},
  },
];
