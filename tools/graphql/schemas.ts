import type { ResolverTypes } from "./generate-types.ts";

/** A service's GraphQL interface. */
export interface ServiceSchema extends ResolverTypes {
  /** Folder of `schema.graphql`, from the repository's root. */
  folder: string;
}

const records = "../../shared/records.ts";
const app = "../..";

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
      User: `${app}/shared/directory-read-model.ts#User as UserRecord`,
      Order: `${app}/shared/directory-read-model.ts#Order as OrderRecord`,
      AuditLog: `${app}/audit/audit-read-model.ts#AuditLog as AuditLogRecord`,
      WorkflowPageResult: `${app}/shared/pages.ts#WorkflowPage`,
      WorkflowStagePageResult: `${app}/shared/pages.ts#WorkflowStagePage`,
      WorkflowApproverPageResult: `${app}/shared/pages.ts#WorkflowApproverPage`,
      WorkflowTaskPageResult: `${app}/shared/pages.ts#WorkflowTaskPage`,
      WorkflowTaskSubmissionsPageResult: `${app}/shared/pages.ts#WorkflowTaskPage`,
      ApprovalPageResult: `${app}/shared/pages.ts#ApprovalPage`,
      HrApprovalPolicyPageResult: `${app}/shared/pages.ts#HrApprovalPolicyPage`,
      ApprovalThresholdPageResult: `${app}/shared/pages.ts#ApprovalThresholdPage`,
      AuditLogPageResult: `${app}/shared/pages.ts#AuditLogPage`,
    },
  },
  {
    folder: "apps/version-gate/src/graphql",
    contextType: "../../use-cases/change-config.ts#Caller",
    scalars: { DateTime: "string", ConfigValue: "unknown" },
    mappers: {},
  },
];
