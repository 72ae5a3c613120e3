import {
  type Approval,
  type Decision,
  type Run,
  type RunDocument,
  type Task,
  type WorkflowEventType,
  isActive,
  isLate,
  isOpen,
  isUnassigned,
  isWaiting,
} from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";

import type { Revision } from "../documents/index.ts";
import { type BaseFields, type GivenFields, type Stamp, baseFields, touched } from "../shared/base-fields.ts";
import type { Changed } from "../shared/record-repository.ts";
import type { WorkflowApproval, WorkflowTask } from "./records.ts";

/** A run's origin, the definition that it follows, the document's terms when it began, and its revision; the same on all its tasks. */
export type RunOrigin = Pick<
  WorkflowTask,
  | "byOwner"
  | "requestId"
  | "statedBy"
  | "submittedBy"
  | "agentPrincipalIds"
  | "expiresAt"
  | "submittedOrder"
  | "orderUnknown"
  | "workflowVersion"
  | "document"
>;

/** The records of one run, archived ones too. */
export interface RunRecords {
  tasks: readonly WorkflowTask[];
  approvals: readonly WorkflowApproval[];
  /** 1 for the document's first run, 0 before it. */
  number: number;
  origin: RunOrigin;
  /** When the run was last written. */
  writtenAt: Date;
}

const NEVER = new Date(0);

/** A ladder as tasks keep it. */
type StoredLadder = NonNullable<WorkflowTask["ladder"]>;

/** Sources as tasks keep them. */
type StoredSources = NonNullable<WorkflowTask["sources"]>;

/** The records of a run that is about to begin, after all others of its document. */
export function newRunAfter(
  { number, writtenAt }: Pick<RunRecords, "number" | "writtenAt">,
  origin: RunOrigin,
): RunRecords {
  return { tasks: [], approvals: [], number: number + 1, origin, writtenAt };
}

/** The records of a run as they were read; no tasks mean that the document has none yet. */
export function runOf(tasks: readonly WorkflowTask[], approvals: readonly WorkflowApproval[]): RunRecords {
  const writtenAt = tasks.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), NEVER);
  const { runNumber = 0, byOwner, statedBy, submittedOrder, orderUnknown } = tasks[0] ?? {};
  // A replica of an older release leaves these out when it writes a task.
  const document = tasks.find((task) => task.document)?.document;
  const requestId = tasks.find((task) => task.requestId !== undefined)?.requestId;
  const submittedBy = tasks.find((task) => task.submittedBy)?.submittedBy;
  const agentPrincipalIds = tasks.find((task) => task.agentPrincipalIds)?.agentPrincipalIds;
  const expiresAt = tasks.find((task) => task.expiresAt)?.expiresAt;
  const workflowVersion = tasks.find((task) => task.workflowVersion)?.workflowVersion;
  const ofAgents = { submittedBy, agentPrincipalIds };
  const origin = defined<RunOrigin>({
    byOwner,
    requestId,
    statedBy,
    ...ofAgents,
    expiresAt,
    submittedOrder,
    orderUnknown,
    workflowVersion,
    document,
  });
  return { tasks, approvals, number: runNumber, origin, writtenAt };
}

/** The writes that bring the store from one state of a run to the next. */
export interface RunWrites {
  insertedTasks: WorkflowTask[];
  changedTasks: Changed<WorkflowTask>[];
  insertedApprovals: WorkflowApproval[];
  changedApprovals: Changed<WorkflowApproval>[];
}

/** The records of a run after it was written. */
export type SavedRun = Pick<RunRecords, "tasks" | "approvals" | "number">;

export function savedRun({ tasks, approvals, number }: RunRecords, writes: RunWrites): SavedRun {
  return {
    tasks: written(tasks, writes.changedTasks, writes.insertedTasks),
    approvals: written(approvals, writes.changedApprovals, writes.insertedApprovals),
    number,
  };
}

/** Stored records once some were changed and others inserted. */
function written<R extends { _id: string }>(
  stored: readonly R[],
  changed: readonly Changed<R>[],
  inserted: readonly R[],
): R[] {
  const byId = new Map(changed.map(({ after }) => [after._id, after]));
  return [...stored.map((record) => byId.get(record._id) ?? record), ...inserted];
}

/** The run as the domain sees it: only the fields that its rules use. */
export function toRun({ tasks, approvals, origin }: RunRecords): Run {
  const { document, agentPrincipalIds, expiresAt } = origin;
  const submitterOf = new Map(tasks.map(({ _id, submitterId }) => [_id, submitterId]));
  return {
    tasks: tasks.map(toTask),
    approvals: approvals.map((row) => toApproval(row, submitterOf.get(row.taskId))),
    ...(document && { document: toRunDocument(document) }),
    ...(agentPrincipalIds && { agentPrincipalIds }),
    ...(expiresAt && { expiresAtMs: expiresAt.getTime() }),
  };
}

/** The document as the rules see it. */
export function toRunDocument({
  revision,
  editorIds,
}: Pick<Revision, "revision" | "editorIds">): RunDocument {
  return defined<RunDocument>({ revision, editorIds });
}

/** The writes of a decision. */
export function writesOf(before: RunRecords, decision: Decision, stamp: Stamp): RunWrites {
  const { run, changes } = decision;
  const storedTasks = new Map(before.tasks.map((task) => [task._id, task]));
  const storedApprovals = new Map(before.approvals.map((approval) => [approval._id, approval]));
  // One task of an open run carries its mark, the first one inserted; it loses it in the write that ends the run.
  const marked = before.tasks.find(({ openRun }) => openRun)?._id ?? changes.insertedTasks[0]?.id;
  const open = isOpen(run);

  const taskRecord = (task: Task): WorkflowTask => {
    const { id, groups, sources, sourceFaults, ladder, dueMs, nudgedMs, ...fields } = task;
    return {
      ...keptOf(storedTasks.get(id), stamp, { ref: task.ref, createdBy: task.submitterId }),
      version: storedTasks.get(id)?.version ?? 0,
      ...fields,
      ...(groups && { groups: [...groups] }),
      ...(sources && { sources: sources as StoredSources }),
      ...(sourceFaults && { sourceFaults: [...sourceFaults] }),
      ...(ladder && { ladder: ladder as StoredLadder }),
      ...(dueMs !== undefined && { dueAt: new Date(dueMs) }),
      ...(nudgedMs !== undefined && { nudgedAt: new Date(nudgedMs) }),
      _id: id,
      runNumber: before.number,
      ...before.origin,
      involvedIds: involvedIdsOf(task, run.approvals),
      askedIds: askedIdsOf(task, run.approvals),
      ...askedAtOf(task, storedTasks.get(id), stamp.now),
      ...snoozedOf(task, storedTasks.get(id), decision),
      ...(isUnassigned(run, task) && { unassigned: true as const }),
      ...(open && id === marked && { openRun: true as const }),
    };
  };
  const approvalRecord = ([task, { id, groups, sourcedGroups, ...fields }]: [
    Task,
    Approval,
  ]): WorkflowApproval => {
    return {
      ...keptOf(storedApprovals.get(id), stamp, { ref: task.ref, createdBy: task.submitterId }),
      ...fields,
      ...(groups && { groups: [...groups] }),
      ...(sourcedGroups && { sourcedGroups: [...sourcedGroups] }),
      _id: id,
      runId: task.runId,
      kind: task.kind,
      taskStatus: task.status,
    };
  };

  const updatedTasks = new Set(changes.updatedTasks.map(({ id }) => id));
  const beside = run.tasks.filter((task) => {
    const stored = storedTasks.get(task.id);
    if (stored === undefined || updatedTasks.has(task.id)) return false;
    const isClosed = !open && task.id === marked;
    const isReseated = String(stored.askedIds) !== String(askedIdsOf(task, run.approvals));
    return isClosed || isReseated || isWoken(task, stored, decision);
  });
  const approvals = run.tasks.flatMap((task) =>
    run.approvals.filter(({ taskId }) => taskId === task.id).map((row): [Task, Approval] => [task, row]),
  );
  const updatedApprovals = new Set(changes.updatedApprovals.map(({ id }) => id));
  const changedApprovals = approvals.filter(([{ status }, { id }]) => {
    const stored = storedApprovals.get(id);
    return stored !== undefined && (updatedApprovals.has(id) || stored.taskStatus !== status);
  });
  return {
    insertedTasks: changes.insertedTasks.map(taskRecord),
    changedTasks: [...changes.updatedTasks, ...beside].map((task) => ({
      before: storedTasks.get(task.id)!,
      after: taskRecord(task),
    })),
    insertedApprovals: approvals.filter(([, { id }]) => !storedApprovals.has(id)).map(approvalRecord),
    changedApprovals: changedApprovals.map(([task, row]) => ({
      before: storedApprovals.get(row.id)!,
      after: approvalRecord([task, row]),
    })),
  };
}

/**
 * The people involved in a task: its submitter, those who hold a seat or held one when the task ended, and those who
 * decided on one. Approvers who were left out or withdrawn are not involved, but those who were late are: they were asked.
 */
export function involvedIdsOf(
  task: Pick<Task, "id" | "submitterId" | "archived">,
  approvals: readonly Pick<Approval, "taskId" | "approverId" | "decidedBy" | "leftOut" | "archived">[],
): string[] {
  const people = approvals
    .filter((row) => row.taskId === task.id && row.archived === task.archived)
    .filter((row) => row.leftOut === undefined || isLate(row))
    .flatMap(({ approverId, decidedBy = approverId }) => [approverId, decidedBy]);
  return [...new Set([task.submitterId, ...people])];
}

/** The approvers whose seats on the task can be decided now. */
export function askedIdsOf(
  task: Pick<Task, "id" | "status" | "archived">,
  approvals: readonly Pick<Approval, "taskId" | "approverId" | "status" | "archived">[],
): string[] {
  if (!isActive(task)) return [];
  const waiting = approvals.filter((row) => row.taskId === task.id && isWaiting(row));
  return [...new Set(waiting.map(({ approverId }) => approverId))];
}

/** When the stage was asked: now, if the decision asks it, also where it was asked before. */
function askedAtOf(task: Task, stored: WorkflowTask | undefined, now: Date): Pick<WorkflowTask, "askedAt"> {
  const isAsked = isActive(task) && !(stored && isActive(stored) && stored.activation === task.activation);
  return defined<Pick<WorkflowTask, "askedAt">>({ askedAt: isAsked ? now : stored?.askedAt });
}

/** Events that wake the task for those whom they notify. */
const WAKING: ReadonlySet<WorkflowEventType> = new Set(["REMINDED", "ESCALATED"]);

/**
 * Those who still snooze the task after a decision (contract-3, TIME-6): none, once the stage is left or asked again, or the
 * document is changed; and none who is notified of a waking event, or whose seat came or went.
 */
function snoozedOf(
  task: Task,
  stored: WorkflowTask | undefined,
  { events, run }: Pick<Decision, "events" | "run">,
): Pick<WorkflowTask, "snoozed"> {
  const { snoozed = [], askedIds: before = [], activation } = stored ?? {};
  if (snoozed.length === 0 || !isActive(task) || task.activation !== activation) return {};
  if (events.some(({ event }) => event === "AMENDED")) return {};
  const told = events.filter(({ event, taskId }) => WAKING.has(event) && taskId === task.id);
  const woken = new Set(told.flatMap(({ targetIds }) => targetIds));
  const askedIds = askedIdsOf(task, run.approvals);
  const kept = snoozed.filter(
    ({ userId }) => !woken.has(userId) && before.includes(userId) === askedIds.includes(userId),
  );
  return kept.length === 0 ? {} : { snoozed: kept };
}

const isWoken = (task: Task, stored: WorkflowTask, decision: Decision): boolean =>
  (snoozedOf(task, stored, decision).snoozed ?? []).length !== (stored.snoozed ?? []).length;

/** A stored record's base fields, moved to now, or new ones. */
function keptOf(stored: BaseFields | undefined, stamp: Stamp, own: GivenFields): BaseFields {
  if (stored === undefined) return baseFields(stamp, own);
  const { companyId, createdAt, deletedAt, canUpdate, canView, canDelete, canPost } = stored;
  const { branchId, ref, documentCode, documentDate, createdBy } = stored;
  return defined<BaseFields>({
    companyId,
    branchId,
    ref,
    documentCode,
    documentDate,
    createdAt,
    createdBy,
    deletedAt,
    canUpdate,
    canView,
    canDelete,
    canPost,
    ...touched(stamp),
  });
}

/** The fields of a record that the rules use: everything but what belongs to lists, joins and the store. */
function toTask(record: WorkflowTask): Task {
  const { _id: id, runId, refId, parentId, ref, title, orderNo, archived, status } = record;
  const { stageId, workflowId, stageName, approveBy, quorum, rejectBy, groups, bulk } = record;
  const { sources, sourceFaults, stageKey, addedByHand } = record;
  const { activation, relabelled, askedNeeded, kind, submitterId, beneficiaryId, completionDate } = record;
  const place = { id, runId, refId, parentId, ref, title, orderNo, archived, status };
  const stage = { stageId, workflowId, stageName, approveBy, quorum, rejectBy, groups, bulk };
  const counts = { activation, relabelled, askedNeeded };
  const derived = { sources, sourceFaults, stageKey, addedByHand };
  const { ladder, calendarId, dueAt, nudgedAt, byTime } = record;
  const times = { ladder, calendarId, dueMs: dueAt?.getTime(), nudgedMs: nudgedAt?.getTime(), byTime };
  const people = { kind, submitterId, beneficiaryId };
  return defined<Task>({ ...place, ...stage, ...derived, ...counts, ...times, ...people, completionDate });
}

function toApproval(record: WorkflowApproval, submitterId: string | undefined): Approval {
  const { _id: id, taskId, stageId, workflowId, approverId, archived, status } = record;
  const { groups, required, reason, reasonUserId, reasonGroupId, hops, derived, leftOut } = record;
  const { sourcedFor, sourcedGroups, escalated, standsInFor } = record;
  const { remark, decidedBy, takenFrom, revision, skipped, statusUpdateDate } = record;
  // A submission makes its rows in the submitter's name; older versions left that as the only mark.
  const isByOther = submitterId !== record.createdBy && !derived;
  const addedByHand = record.addedByHand ?? (isByOther || undefined);
  const why = { reason, reasonUserId, reasonGroupId, sourcedFor, sourcedGroups };
  const seat = { groups, required, ...why, hops, derived, leftOut, escalated, standsInFor };
  const verdict = { remark, decidedBy, takenFrom, revision, skipped, statusUpdateDate, status };
  const place = { id, taskId, stageId, workflowId, approverId, addedByHand, archived };
  return defined<Approval>({ ...place, ...seat, ...verdict });
}
