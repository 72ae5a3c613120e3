import { newId, toObjectId } from "@countersign/mongo";
import type { Store } from "@countersign/mongo";

import type { Caller, Engine } from "../src/engine.ts";
import type { HrApprovalPolicy } from "../src/hr/index.ts";
import { daysFrom } from "./days-from.ts";
import { recordsOf, stagesOf, submitNew } from "./engine-fixture.ts";

/** Ids of a run in progress, and of what may be changed beside it. */
export interface RunIds {
  refId: string;
  /** The active task. */
  taskId: string;
  approverId: string;
  /** An approval of the active task besides its approver's. */
  otherApprovalId: string;
  /** A task of a run that has ended, by a rejection, and its document. */
  endedTaskId: string;
  endedRefId: string;
  /** A notification of the approver. */
  notificationId: string;
  /** A substitution of the approver. */
  substitutionId: string;
  /** Somebody whom the directory knows. */
  colleagueId: string;
  /** A view of the approver. */
  viewId: string;
  /** A question of the journal to the approver. */
  confirmationId: string;
  /** A message by which the approver wants changes of the submitter. */
  questionId: string;
}

/** A message by which an approver wants changes of another document of the submitter. */
export async function wantedChanges(
  engine: Pick<Engine, "submitDocument" | "requestChanges">,
  submitter: Caller,
  approver: Caller,
): Promise<string> {
  const { tasks } = await submitNew(engine, submitter, stagesOf([approver]), {
    kind: "PurchaseRequisition",
  });
  return engine.requestChanges(approver, { taskId: tasks[0]!._id, text: "Which boat?" });
}

/** Ids of one of each definition of a company. */
export interface DefinitionIds {
  workflowId: string;
  stageId: string;
  approverRowId: string;
  policyId: string;
  thresholdId: string;
  calendarId: string;
  /** A rule with a draft. */
  ruleId: string;
  groupId: string;
  limitId: string;
}

type Calls<Ids> = Readonly<Record<string, (ids: Ids) => Record<string, unknown>>>;

/** Days that begin in a month, so that no substitution holds yet. */
export const AWAY = daysFrom(30);

const CALENDAR = {
  name: "Office",
  timeZone: "Europe/Berlin",
  week: [{ day: "MONDAY" as const, from: "09:00", to: "17:00" }],
};

const RULE = { kind: "PurchaseOrder", amountAbove: "100", stages: [{ name: "S" }] };
const LIMIT = { kind: "SalesOrder", currency: "EUR", upTo: "5000" };

const level = { role: "HR", order: 1, approveBy: "ANY" };

/** Arguments of a sound call of each mutation about a definition. */
export const DEFINITION_CALLS: Calls<DefinitionIds> = {
  createWorkflow: () => ({ input: { name: "W" } }),
  updateWorkflow: ({ workflowId: id }) => ({ id, input: { name: "W" } }),
  deleteWorkflow: ({ workflowId: id }) => ({ id }),
  createWorkflowStage: ({ workflowId }) => ({ input: { workflowId, name: "S", order: 2 } }),
  updateWorkflowStage: ({ stageId: id }) => ({ id, input: { name: "S" } }),
  deleteWorkflowStage: ({ stageId: id }) => ({ id }),
  createWorkflowApprover: ({ stageId }) => ({ input: { stageId, approverId: newId() } }),
  updateWorkflowApprover: ({ approverRowId: id }) => ({ id, input: { approverId: newId() } }),
  deleteWorkflowApprover: ({ approverRowId: id }) => ({ id }),
  publishWorkflow: ({ workflowId }) => ({ input: { workflowId, name: "W", stages: [{ name: "S" }] } }),
  createHrApprovalPolicy: () => ({ input: { kind: "LEAVE", levels: [level] } }),
  updateHrApprovalPolicy: ({ policyId: id }) => ({ id, input: { levels: [level] } }),
  deleteHrApprovalPolicy: ({ policyId: id }) => ({ id }),
  createApprovalThreshold: ({ workflowId }) => ({ input: { kind: "SalesOrder", workflowId } }),
  updateApprovalThreshold: ({ thresholdId: id }) => ({ id, input: { enabled: false } }),
  deleteApprovalThreshold: ({ thresholdId: id }) => ({ id }),
  createApprovalCalendar: () => ({ input: CALENDAR }),
  updateApprovalCalendar: ({ calendarId: id }) => ({ id, input: { name: "C" } }),
  deleteApprovalCalendar: ({ calendarId: id }) => ({ id }),
  saveRule: () => ({ input: RULE }),
  publishRule: ({ ruleId: id }) => ({ id }),
  discardRule: ({ ruleId: id }) => ({ id }),
  switchRule: ({ thresholdId: id }) => ({ input: { id, enabled: false } }),
  orderRules: ({ thresholdId: id }) => ({ input: { kind: "PurchaseOrder", order: [id] } }),
  createUserGroup: () => ({ input: { name: "Board", memberIds: [newId()] } }),
  updateUserGroup: ({ groupId: id }) => ({ id, input: { name: "Directors" } }),
  deleteUserGroup: ({ groupId: id }) => ({ id }),
  createApprovalLimit: ({ groupId }) => ({ input: { ...LIMIT, groupId } }),
  updateApprovalLimit: ({ limitId: id }) => ({ id, input: { upTo: "6000" } }),
  deleteApprovalLimit: ({ limitId: id }) => ({ id }),
  newWorkflowTask: ({ workflowId }) => ({ input: { workflowId, refId: newId(), kind: "SalesOrder" } }),
};

/** Arguments of a sound call of each other mutation. */
export const RUN_CALLS: Calls<RunIds> = {
  updateWorkflowTask: ({ taskId: id }) => ({ id, input: { title: "T" } }),
  deleteWorkflowTask: ({ endedTaskId: id }) => ({ id }),
  updateWorkflowApprovalStatus: ({ taskId }) => ({ input: { taskId, status: "APPROVED" } }),
  decideMany: ({ taskId }) => ({ input: { items: [{ taskId, status: "APPROVED" }] } }),
  reassignApproval: ({ taskId, colleagueId: toUserId }) => ({ input: { taskId, toUserId, reason: "Ill" } }),
  addApprover: ({ taskId, colleagueId: userId }) => ({ input: { taskId, userId, position: "PARALLEL" } }),
  withdrawVerdict: ({ taskId }) => ({ input: { taskId } }),
  resolveAgain: ({ taskId }) => ({ taskId }),
  recallDocument: ({ refId }) => ({ input: { refId, reason: "Wrong dates" } }),
  requestChanges: ({ taskId }) => ({ input: { taskId, text: "Add the receipt" } }),
  answerQuestion: ({ questionId }) => ({ input: { questionId, text: "Done" } }),
  closeRejected: ({ endedRefId: refId }) => ({ input: { refId } }),
  nudge: ({ refId }) => ({ input: { refId } }),
  snoozeTask: ({ taskId }) => ({ input: { taskId, until: new Date(Date.now() + 3_600_000).toISOString() } }),
  createWorkflowApproval: ({ taskId, colleagueId: approverId }) => ({ input: { taskId, approverId } }),
  updateWorkflowApproval: ({ otherApprovalId: id }) => ({ id, input: { documentCode: "X" } }),
  deleteWorkflowApproval: ({ otherApprovalId: id }) => ({ id }),
  actionApproval: ({ taskId }) => ({ taskId, input: { status: "APPROVED" } }),
  createSubstitution: ({ approverId: principalId, colleagueId: substituteId }) => ({
    input: { principalId, substituteId, ...AWAY, reason: "Ill" },
  }),
  revokeSubstitution: ({ substitutionId: id }) => ({ id }),
  updateApprovalSettings: () => ({ input: { onAmend: "ASK_AGAIN" } }),
  updateNotificationPreferences: () => ({
    input: { preferences: [{ channel: "EMAIL", category: "ASKED", when: "OFF" }] },
  }),
  markNotificationRead: ({ notificationId: id }) => ({ id }),
  markAllNotificationsRead: () => ({}),
  markSeen: ({ refId }) => ({ input: { refId, revision: 1 } }),
  saveView: () => ({ input: { page: "INBOX", name: "Mine", query: "" } }),
  deleteView: ({ viewId: id }) => ({ id }),
  answerJournalConfirmation: ({ confirmationId: id }) => ({ input: { id, accept: true } }),
  testWebhook: () => ({ owner: "hr" }),
};

/** Changes of what is the caller's alone. */
const OF_THE_CALLER: ReadonlySet<string> = new Set([
  "markAllNotificationsRead",
  "markSeen",
  "saveView",
  "updateNotificationPreferences",
]);

/** Whether others can make the same change after it: definitions that are made or changed are there for the next. */
export const isRepeatable = (mutation: string): boolean =>
  OF_THE_CALLER.has(mutation) ||
  (mutation in DEFINITION_CALLS && !/^(?:delete|discard|publish)/u.test(mutation));

/** The changes of a workflow that is there. */
export const WORKFLOW_CHANGES: ReadonlySet<string> = new Set([
  "updateWorkflow",
  "deleteWorkflow",
  "createWorkflowStage",
  "updateWorkflowStage",
  "deleteWorkflowStage",
  "createWorkflowApprover",
  "updateWorkflowApprover",
  "deleteWorkflowApprover",
  "publishWorkflow",
]);

/**
 * Makes one of each definition of a company that has its policies.
 *
 * @param isUsed - whether the enabled threshold names the workflow, or another one
 */
export async function defineOneOfEach(
  engine: Engine,
  store: Pick<Store, "db">,
  { admin, approver, isUsed = false }: { admin: Caller; approver: Caller; isUsed?: boolean },
): Promise<DefinitionIds> {
  const { _id: workflowId } = await engine.workflows.create(admin, { name: "W" });
  const stage = { workflowId, name: "S", order: 1, approverIds: [approver.userId] };
  const { _id: stageId } = await engine.stages.create(admin, stage);
  const row = await engine.approvers.create(admin, { stageId, approverId: newId() });
  const policies = await recordsOf(store).list<HrApprovalPolicy>("hr_approval_policies", {
    companyId: toObjectId(admin.companyId),
  });
  const [leave, claim] = policies;
  await engine.policies.remove(admin, leave?._id ?? "");
  const usedWorkflowId = isUsed ? workflowId : (await engine.workflows.create(admin, { name: "Orders" }))._id;
  const threshold = await engine.thresholds.create(admin, {
    kind: "PurchaseOrder",
    workflowId: usedWorkflowId,
  });
  const calendar = await engine.calendars.create(admin, CALENDAR);
  const rule = await engine.saveRule(admin, RULE);
  const group = await engine.groups.create(admin, { name: "Group", memberIds: [approver.userId] });
  const limit = await engine.limits.create(admin, { ...LIMIT, userId: approver.userId });
  return {
    ruleId: rule.id,
    calendarId: calendar._id,
    groupId: group._id,
    limitId: limit._id,
    workflowId,
    stageId,
    approverRowId: row._id,
    policyId: claim?._id ?? "",
    thresholdId: threshold._id,
  };
}

/** The refused items of a batch. */
export function refusalsIn(data: Record<string, unknown> | null): { message: string }[] {
  const { decideMany = [] } = (data ?? {}) as { decideMany?: { message: string | null }[] };
  return decideMany.flatMap(({ message }) => (message === null ? [] : [{ message }]));
}
