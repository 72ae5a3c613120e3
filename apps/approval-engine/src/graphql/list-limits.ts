import type { KindRegistry } from "@countersign/contracts";

import { LIST_MAXIMA } from "../shared/list-maxima.ts";
import type { ListLimits } from "@countersign/graphql";

/** Most items of every list field of the SDL. A list field without a line here keeps the service from starting. */
export const listLimits = ({ kinds }: KindRegistry): ListLimits => ({
  "Query.validateWorkflow": LIST_MAXIMA.findingsOfWorkflow,
  "Query.findWorkflowApproval": LIST_MAXIMA.approvalsFound,
  "Query.workflowEvents": LIST_MAXIMA.eventsOfDocument,
  "Query.documentRevisions": LIST_MAXIMA.revisionsOfDocument,
  "Query.findMyNotifications": LIST_MAXIMA.notifications,
  "Query.userSearch": LIST_MAXIMA.usersFound,
  "Query.runTasks": LIST_MAXIMA.stagesOfWorkflow,
  "Query.myPendingApprovals": LIST_MAXIMA.pendingApprovals,
  "Query.mySubstitutions": LIST_MAXIMA.substitutions,
  "Query.inboxCounts": kinds.length,
  "Query.pendingApprovalCounts": kinds.length,
  "Mutation.decideMany": LIST_MAXIMA.itemsOfBatch,
  "Workflow.stages": LIST_MAXIMA.stagesOfWorkflow,
  // Always empty.
  "WorkflowStage.approverIds": 0,
  "WorkflowApprover.groups": LIST_MAXIMA.groupsOfApprover,
  "WorkflowApproval.groups": LIST_MAXIMA.groupsOfApprover,
  "WorkflowTask.approvals": LIST_MAXIMA.approvalsOfTask,
  "StageTally.groups": LIST_MAXIMA.groupsOfStage,
  "ApprovalDocument.facts": LIST_MAXIMA.factsOfDocument,
  "ApprovalDocument.attachments": LIST_MAXIMA.attachmentsOfDocument,
  "ApprovalDocument.editorIds": LIST_MAXIMA.editorsOfDocument,
  "DocumentRevision.changes": LIST_MAXIMA.changesOfRevision,
  "WorkflowEvent.targetIds": LIST_MAXIMA.targetsOfEvent,
  "HrApprovalPolicyDto.levels": LIST_MAXIMA.levelsOfPolicy,
  "WorkflowPageResult.data": LIST_MAXIMA.page,
  "WorkflowStagePageResult.data": LIST_MAXIMA.page,
  "WorkflowApproverPageResult.data": LIST_MAXIMA.page,
  "WorkflowTaskPageResult.data": LIST_MAXIMA.page,
  "WorkflowTaskSubmissionsPageResult.data": LIST_MAXIMA.page,
  "ApprovalPageResult.data": LIST_MAXIMA.page,
  "HrApprovalPolicyPageResult.data": LIST_MAXIMA.page,
  "ApprovalThresholdPageResult.data": LIST_MAXIMA.page,
  "ApprovalSettings.fallbackApproverIds": LIST_MAXIMA.fallbackApprovers,
  "ApprovalSettings.fallbackApprovers": LIST_MAXIMA.fallbackApprovers,
  "ApprovalSettings.exclusiveGroups": LIST_MAXIMA.exclusiveGroups,
  "Substitution.kinds": kinds.length,
  "SubstitutionPageResult.data": LIST_MAXIMA.page,
  "FailedSubmissionPageResult.data": LIST_MAXIMA.page,
  "AuditLogPageResult.data": LIST_MAXIMA.page,
});
