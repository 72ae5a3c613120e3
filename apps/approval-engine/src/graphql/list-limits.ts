import { LIST_MAXIMA } from "../shared/list-maxima.ts";

/** Most items of every list field of the SDL. Without its line here a list field keeps the service from starting. */
const LIST_LIMITS: Readonly<Record<string, number>> = {
  "Query.findWorkflowApproval": LIST_MAXIMA.approvalsFound,
  "Query.workflowEvents": LIST_MAXIMA.eventsOfDocument,
  "Query.findMyNotifications": LIST_MAXIMA.notifications,
  "Query.myPendingApprovals": LIST_MAXIMA.pendingApprovals,
  "Query.pendingApprovalCounts": LIST_MAXIMA.kinds,
  "Workflow.stages": LIST_MAXIMA.stagesOfWorkflow,
  // Always empty.
  "WorkflowStage.approverIds": 0,
  "WorkflowTask.approvals": LIST_MAXIMA.approvalsOfTask,
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
  "AuditLogPageResult.data": LIST_MAXIMA.page,
};

/** @throws Error for a list field whose maximum nobody wrote down */
export function listLimitOf(type: string, field: string): number {
  const limit = LIST_LIMITS[`${type}.${field}`];
  if (limit === undefined)
    throw new Error(`${type}.${field}: a list field needs its maximum in list-limits.ts`);
  return limit;
}
