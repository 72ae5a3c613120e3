import { newId } from "@countersign/mongo";

import type { World } from "./list-costs-world.ts";

/**
 * The values of an argument: one that matches nothing, one that matches one record, one that matches everything; as far
 * as there are such. Enumerations and truth values are all tried without a row, and lists with a cursor at their second
 * page.
 *
 * The key is the query, and the path of the argument.
 */
export function valuesOf({ ids, one, callers }: World): Record<string, readonly unknown[]> {
  const { workflow, rareWorkflow, stage, rareStage, document, rareDocument, run } = ids;
  const people = [newId(), callers.idle.userId, callers.busy.userId];
  const documents = [newId(), rareDocument, document];
  const keywords = ["nothing has this", "rare", "e"];
  const references = ["NO-999999", "RARE-1", "NO-000020"];
  const names = ["Nothing", "The rare one", "One of many"];
  const instants = ["2000-01-01T00:00:00Z", "2023-11-14T22:13:22Z", "2100-01-01T00:00:00Z"];
  const workflows = [newId(), rareWorkflow, workflow];
  const stages = [newId(), rareStage, stage];
  return {
    "auditLogPage.input.entity": ["nothing", "rare", "workflows"],
    "auditLogPage.input.entityId": workflows,
    "auditLogPage.input.actorId": people,
    "auditLogPage.input.action": ["nothing", "rare", "update"],
    "auditLogPage.input.ref": references,
    "auditLogPage.input.from": instants,
    "auditLogPage.input.until": instants,
    "dueAfter.input.calendarId": [one("approval_calendars")],
    "dueAfter.input.from": ["2026-03-02T09:00:00Z"],
    "dueAfter.input.duration.businessDays": [1],
    "dueAfter.input.duration.businessHours": [],
    "dueAfter.input.duration.hours": [],
    "userGroupPage.input.keyword": keywords,
    "workflowPage.input.keyword": keywords,
    "findWorkflow.input._id": [newId(), one("workflows")],
    "findWorkflow.input.ref": references,
    "findWorkflow.input.name": names,
    "workflowStagePage.input.keyword": keywords,
    "workflowStagePage.input.workflowId": workflows,
    "findWorkflowStage.input._id": [newId(), one("workflow_stages")],
    "findWorkflowStage.input.ref": references,
    "findWorkflowStage.input.name": names,
    "findWorkflowStage.input.workflowId": workflows,
    "findWorkflowStage.input.order": [-1, 7_777, 20],
    "workflowApproverPage.input.workflowId": workflows,
    "workflowApproverPage.input.stageId": stages,
    "workflowApproverPage.input.approverId": people,
    "findWorkflowApprover.input._id": [newId(), one("workflow_approvers")],
    "findWorkflowApprover.input.workflowId": workflows,
    "findWorkflowApprover.input.stageId": stages,
    "findWorkflowApprover.input.approverId": people,
    "ruleUses.id": [newId(), one("approval_limits"), one("user_groups"), one("approval_calendars")],
    "ruleDiff.kind": ["SalesOrder"],
    "ruleDiff.ruleId": [workflow],
    "ruleDiff.a": [1],
    "ruleDiff.b": [1_000],
    "ruleHistory.kind": ["SalesOrder"],
    "ruleHistory.ruleId": [workflow],
    "ruleHistory.before": instants,
    "ruleHistory.take": [1, 100],
    "matchingRule.input.discount": [0, 50],
    "matchingRule.input.submitterId": people,
    "replayRules.input.days": [1, 90],
    "replayRules.input.remove": [],
    "replayRules.input.order": [],
    "validateWorkflow.workflowId": [workflow],
    "previewRoute.input.workflowId": [workflow],
    "previewRoute.input.version": [1, 1_000],
    "previewRoute.input.submitterId": people,
    "previewRoute.input.at": instants,
    "runRoute.refId": documents,
    "workflowVersions.workflowId": [workflow, newId()],
    "workflowVersions.before": [1, 2, 1_000],
    "workflowDiff.workflowId": [workflow],
    "workflowDiff.a": [1],
    "workflowDiff.b": [1_000],
    "approvalPage.input.approverId": people,
    "workflowTaskPage.input.keyword": [...keywords, ...references],
    "workflowTaskPage.input.involvedUserId": people,
    "inboxPage.input.keyword": [...keywords, ...references],
    "inboxPage.input.amountFrom": [],
    "inboxPage.input.amountTo": [],
    "inboxPage.input.currency": ["EUR"],
    "inboxPage.input.submitterIds": people,
    "inboxPage.input.forUserIds": people,
    "inboxPage.input.askedAfter": instants,
    "inboxPage.input.group": [],
    "findMySubmissions.input.keyword": [...keywords, ...references],
    "findOneWorkflowTask.input._id": [newId(), one("workflow_tasks")],
    "findOneWorkflowTask.input.refId": documents,
    "findOneWorkflowTask.input.runId": [newId(), run],
    "findOneWorkflowTask.input.workflowId": workflows,
    "findOneWorkflowTask.input.stageId": stages,
    "findOneWorkflowApproval.input._id": [newId(), one("workflow_approvals")],
    "findOneWorkflowApproval.input.taskId": [newId(), one("workflow_tasks")],
    "findOneWorkflowApproval.input.stageId": stages,
    "findOneWorkflowApproval.input.workflowId": workflows,
    "findOneWorkflowApproval.input.approverId": people,
    "findWorkflowApproval.input._id": [newId(), one("workflow_approvals")],
    "findWorkflowApproval.input.taskId": [newId(), one("workflow_tasks")],
    "findWorkflowApproval.input.stageId": stages,
    "findWorkflowApproval.input.workflowId": workflows,
    "findWorkflowApproval.input.approverId": people,
    "documentSearch.input.take": [1, 50],
    "documentSearch.input.text": ["nothing", "RARE-1", "NO"],
    "documentSearch.input.number": references,
    "documentSearch.input.personId": people,
    "documentSearch.input.amountFrom": [],
    "documentSearch.input.amountTo": [],
    "documentSearch.input.currency": [],
    "documentSearch.input.submittedFrom": instants,
    "documentSearch.input.submittedUntil": instants,
    "mySubmissions.input.text": ["nothing", "RARE-1", "NO"],
    "decidedPage.input.status": ["APPROVED", "REJECTED"],
    "decidedPage.input.text": ["nothing", "RARE-1", "NO"],
    "decidedPage.input.from": instants,
    "decidedPage.input.until": instants,
    "workflowEvents.refId": documents,
    "documentRevisions.refId": documents,
    "conversation.refId": documents,
    "conversation.take": [200],
    "conversation.before": documents,
    "documentTable.refId": documents,
    "documentTable.key": ["lines", "nothing"],
    "documentTable.skip": [0, 1_500],
    "documentTable.take": [100],
    "runTasks.refId": documents,
    "user.id": people,
    "userSearch.input.keyword": keywords,
    "substitutionPage.input.activeAt": [0, 4_000_000_000_000, 1_700_000_000_001],
    "substitutionPage.input.userId": people,
  };
}

/** How far every page goes. */
export const PAGING: Record<string, readonly unknown[]> = { skip: [30, 1_000], take: [1, 100] };
