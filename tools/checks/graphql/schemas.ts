import type { ResolverTypes } from "./generate-types.ts";

/** A service's GraphQL interface. */
export interface ServiceSchema extends ResolverTypes {
  /** Folder of the generated types and of the released schema, from the repository's root. */
  folder: string;
  /** Glob of the SDL's files, from the folder. */
  sdl: string;
}

const feature = (name: string) => `../../${name}/index.ts`;
const shared = (name: string) => `../../shared/${name}.ts`;

export const SCHEMAS: readonly ServiceSchema[] = [
  {
    folder: "apps/approval-engine/src/graphql",
    sdl: "../*/*.graphql",
    contextType: "../context.ts#GraphqlContext",
    scalars: {
      DateTime: "Date",
      JSON: "unknown",
      WorkflowTaskKind: "string",
      FactValue: "@countersign/contracts#FactValue",
    },
    mappers: {
      ApprovalDocument: `${feature("documents")}#Revision`,
      DocumentTablePage: `${feature("documents")}#TablePage`,
      DocumentFact: "@countersign/contracts#Fact",
      DocumentChange: `${feature("documents")}#DocumentChange as DocumentChangeParent`,
      DocumentRevision: `${feature("inbox")}#ShownRevision`,
      Workflow: `${feature("definitions")}#Workflow as WorkflowParent`,
      WorkflowStage: `${feature("definitions")}#WorkflowStage as WorkflowStageParent`,
      WorkflowApprover: `${feature("definitions")}#WorkflowApprover as WorkflowApproverParent`,
      WorkflowVersion: `${feature("definitions")}#WorkflowVersion as WorkflowVersionParent`,
      WorkflowVersionStage: `${feature("definitions")}#VersionStage as VersionStageParent`,
      WorkflowTask: `${feature("inbox")}#TaskRecord as WorkflowTaskParent`,
      SubmittedBy: `${feature("runs")}#SubmittedBy as SubmittedByParent`,
      WorkflowApproval: `${feature("inbox")}#ShownApproval as WorkflowApprovalParent`,
      WorkflowEvent: `${feature("runs")}#WorkflowEvent as WorkflowEventParent`,
      WorkflowNotificationDto: `${shared("record-of")}#WorkflowNotification as WorkflowNotificationParent`,
      HrApprovalPolicyLevel: "@countersign/domain/hr#PolicyLevel as PolicyLevelParent",
      HrApprovalPolicyDto: `${feature("hr")}#HrApprovalPolicy as HrApprovalPolicyParent`,
      ApprovalThreshold: `${feature("thresholds")}#ApprovalThreshold as ApprovalThresholdParent`,
      Approval: `${feature("inbox")}#ShownApproval as WorkflowApprovalParent`,
      Substitution: `${feature("substitutions")}#StoredSubstitution as SubstitutionParent`,
      User: `${shared("directory-read-model")}#User as UserParent`,
      Order: `${shared("directory-read-model")}#Order as OrderParent`,
      ApprovalSettings: `${feature("approval-settings")}#ApprovalSettings as ApprovalSettingsParent`,
      AuditLog: `${feature("audit")}#AuditLog as AuditLogParent`,
      WorkflowPageResult: `${feature("definitions")}#WorkflowPage`,
      WorkflowStagePageResult: `${feature("definitions")}#WorkflowStagePage`,
      WorkflowApproverPageResult: `${feature("definitions")}#WorkflowApproverPage`,
      WorkflowTaskPageResult: `${feature("inbox")}#WorkflowTaskPage`,
      WorkflowTaskSubmissionsPageResult: `${feature("inbox")}#WorkflowTaskPage`,
      ApprovalPageResult: `${feature("hr")}#ApprovalPage`,
      HrApprovalPolicyPageResult: `${feature("hr")}#HrApprovalPolicyPage`,
      ApprovalThresholdPageResult: `${feature("thresholds")}#ApprovalThresholdPage`,
      SubstitutionPageResult: `${feature("substitutions")}#SubstitutionPage`,
      FailedSubmission: `${feature("failed-submissions")}#ListedFailedSubmission`,
      FailedSubmissionPageResult: `${feature("failed-submissions")}#FailedSubmissionPage`,
      AuditLogPageResult: `${feature("audit")}#AuditLogPage`,
    },
  },
  {
    folder: "apps/version-gate/src/graphql",
    sdl: "schema.graphql",
    contextType: "../../use-cases/change-config.ts#Caller",
    scalars: { DateTime: "Date", ConfigValue: "unknown" },
    mappers: {},
  },
];
