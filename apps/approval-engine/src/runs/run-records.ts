import {
  type Approval,
  type Decision,
  type Run,
  type RunDocument,
  type Task,
  isActive,
  isLate,
  isOpen,
  isUnassigned,
  isWaiting,
} from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import type { RunRoute } from "@countersign/domain/routing";

import type { Revision } from "../documents/index.ts";
import {
  type BaseFields,
  type GivenFields,
  type Stamp,
  baseFields,
  updateStamp,
} from "../shared/base-fields.ts";
import type { RunEnd, WorkflowApproval, WorkflowTask } from "./records.ts";
import type { RunRecord } from "./run-record.ts";

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

/** A run with its tasks and seats, archived ones too, as use cases have it. */
export interface RunRecords {
  /** Deleted ones too: what happened in them still counts. */
  tasks: readonly WorkflowTask[];
  approvals: readonly WorkflowApproval[];
  /** Deleted seats, which count for nothing. */
  deletedApprovals: readonly WorkflowApproval[];
  /** 1 for the document's first run, 0 before it. */
  number: number;
  origin: RunOrigin;
  /** Absent: it is about to be. */
  submittedAt?: Date | undefined;
  /** When the run was last written. */
  writtenAt: Date;
  /** Absent while the run is in progress. */
  end?: RunEnd | undefined;
  /** Absent where its definition has neither conditions nor unverified stages. */
  route?: RunRoute | undefined;
  /** Its owner's word counts, and a rule of its kind or the default chose its way; absent of any other run. */
  isRuled?: true | undefined;
  /** The record that it was read from; absent before its first write. */
  record?: RunRecord | undefined;
}

const NEVER = new Date(0);

/** A ladder as tasks keep it. */
type StoredLadder = NonNullable<WorkflowTask["ladder"]>;

/** Sources as tasks keep them. */
type StoredSources = NonNullable<WorkflowTask["sources"]>;

/** A document without any run. */
export const NO_RUN: RunRecords = {
  tasks: [],
  approvals: [],
  deletedApprovals: [],
  number: 0,
  origin: {},
  writtenAt: NEVER,
};

/** The records of a run that is about to begin, after all others of its document. */
export const newRunAfter = (
  { number, writtenAt }: Pick<RunRecords, "number" | "writtenAt">,
  origin: RunOrigin,
): RunRecords => ({ ...NO_RUN, number: number + 1, origin, writtenAt });

/** Runs as the domain sees them, as long as somebody holds their records: those of a large run are asked for often. */
const domainRuns = new WeakMap<RunRecords, Run>();

/** The run as the domain sees it: only the fields that its rules use. */
export function toRun(run: RunRecords): Run {
  const domainRun = domainRuns.get(run) ?? domainRunOf(run);
  domainRuns.set(run, domainRun);
  return domainRun;
}

function domainRunOf({ tasks, approvals, origin, submittedAt }: RunRecords): Run {
  const { document, agentPrincipalIds, expiresAt } = origin;
  return {
    tasks: tasks.map(toTask),
    approvals: approvals.map(toApproval),
    ...(document && { document: toRunDocument(document) }),
    ...(agentPrincipalIds && { agentPrincipalIds }),
    ...(expiresAt && { expiresAtMs: expiresAt.getTime() }),
    ...(submittedAt && { submittedMs: submittedAt.getTime() }),
  };
}

/** The document as the rules see it. */
export function toRunDocument({
  revision,
  editorIds,
}: Pick<Revision, "revision" | "editorIds">): RunDocument {
  return defined<RunDocument>({ revision, editorIds });
}

/** The run as a decision leaves it. */
export function afterDecision(before: RunRecords, decision: Decision, stamp: Stamp): RunRecords {
  const { run, changes } = decision;
  const storedTasks = new Map(before.tasks.map((task) => [task._id, task]));
  const storedApprovals = new Map(before.approvals.map((approval) => [approval._id, approval]));
  const endsNow = before.end === undefined && !isOpen(run);
  const updatedTasks = new Set(changes.updatedTasks.map(({ id }) => id));
  const updatedApprovals = new Set(changes.updatedApprovals.map(({ id }) => id));

  const taskRecord = (task: Task): WorkflowTask => {
    const { id, groups, sources, sourceFaults, changerIds, ladder, dueMs, nudgedMs, ...fields } = task;
    const storedTask = storedTasks.get(id);
    const isWritten =
      updatedTasks.has(id) ||
      isReseated(task, storedTask, run.approvals) ||
      // The first stage notes when its run ends.
      (endsNow && id === before.tasks[0]?._id);
    return {
      ...keptOf(storedTask, stamp, { ref: task.ref, createdBy: task.submitterId }, isWritten),
      ...fields,
      ...(groups && { groups: [...groups] }),
      ...(sources && { sources: sources as StoredSources }),
      ...(sourceFaults && { sourceFaults: [...sourceFaults] }),
      ...(changerIds && { changerIds: [...changerIds] }),
      ...(ladder && { ladder: ladder as StoredLadder }),
      ...(dueMs !== undefined && { dueAt: new Date(dueMs) }),
      ...(nudgedMs !== undefined && { nudgedAt: new Date(nudgedMs) }),
      _id: id,
      runNumber: before.number,
      ...before.origin,
      ...askedAtOf(task, storedTask, stamp.now),
      involvedIds: [],
    };
  };
  const approvalRecord = (task: Task, seat: Approval): WorkflowApproval => {
    const storedSeat = storedApprovals.get(seat.id);
    const isWritten = updatedApprovals.has(seat.id) || storedSeat?.taskStatus !== task.status;
    const base = keptOf(storedSeat, stamp, { ref: task.ref, createdBy: task.submitterId }, isWritten);
    return { ...base, ...seatFields(task, seat) };
  };

  const seatsOf = Map.groupBy(run.approvals, ({ taskId }) => taskId);
  return withFollowing({
    ...before,
    tasks: run.tasks.map(taskRecord),
    approvals: run.tasks.flatMap((task) =>
      (seatsOf.get(task.id) ?? []).map((seat) => approvalRecord(task, seat)),
    ),
    submittedAt: before.submittedAt ?? stamp.now,
    writtenAt: stamp.now,
    end: isOpen(run) ? undefined : (before.end ?? endOf(decision, stamp.now)),
    route: decision.route
      ? { ...(before.route ?? decision.route), stages: decision.route.stages }
      : before.route,
  });
}

/** The fields of a seat's record besides the base ones. */
export const seatFields = (
  task: Pick<Task, "runId" | "kind" | "status">,
  { id, groups, sourcedGroups, givenByIds, ...fields }: Approval,
): Omit<WorkflowApproval, keyof BaseFields> => ({
  ...fields,
  ...(groups && { groups: [...groups] }),
  ...(sourcedGroups && { sourcedGroups: [...sourcedGroups] }),
  ...(givenByIds && { givenByIds: [...givenByIds] }),
  _id: id,
  runId: task.runId,
  kind: task.kind,
  taskStatus: task.status,
});

const ENDS = { completed: "APPROVED", rejected: "REJECTED", recalled: "RECALLED" } as const;

/** How a run ends by a decision. */
const endOf = (decision: Decision, at: Date): RunEnd => ({
  state: decision.outcome === undefined ? "CANCELLED" : (decision.reason ?? ENDS[decision.outcome]),
  at,
});

/**
 * The time of a write, always later than the previous one: a history is read in the order of its times, although a
 * repeated transaction began before the one it lost to, and replicas' clocks differ.
 */
export const afterLastWrite = ({ writtenAt }: Pick<RunRecords, "writtenAt">, now: Date): Date =>
  now > writtenAt ? now : new Date(writtenAt.getTime() + 1);

/** The run with another task, as a command has changed it. */
export const withTask = (run: RunRecords, changedTask: WorkflowTask): RunRecords =>
  withFollowing({
    ...run,
    tasks: run.tasks.map((task) => (task._id === changedTask._id ? changedTask : task)),
  });

/** The run with some seats as they were changed, added or deleted. */
export function withApprovals(run: RunRecords, changedSeats: readonly WorkflowApproval[]): RunRecords {
  const seats = new Map(
    [...run.approvals, ...run.deletedApprovals, ...changedSeats].map((seat) => [seat._id, seat]),
  );
  const all = [...seats.values()];
  return withFollowing({
    ...run,
    approvals: all.filter(({ deletedAt }) => deletedAt === null),
    deletedApprovals: all.filter(({ deletedAt }) => deletedAt !== null),
  });
}

/** The run with what follows from its tasks and seats: who is involved, who is asked, and whether nobody can complete a stage. */
export function withFollowing(run: RunRecords): RunRecords {
  const domainRun = toRun(run);
  const seats = Map.groupBy(domainRun.approvals, ({ taskId }) => taskId);
  const tasks = run.tasks.map(({ unassigned: _before, ...task }, at): WorkflowTask => {
    const domainTask = domainRun.tasks[at]!;
    const ofTask = seats.get(task._id) ?? [];
    return {
      ...task,
      involvedIds: involvedIdsOf(domainTask, ofTask),
      askedIds: askedIdsOf(domainTask, ofTask),
      ...(isUnassigned(domainRun, domainTask) && { unassigned: true as const }),
    };
  });
  const statusOf = new Map(tasks.map(({ _id, status }) => [_id, status]));
  const withStatus = (seat: WorkflowApproval): WorkflowApproval => {
    const taskStatus = statusOf.get(seat.taskId) ?? seat.taskStatus;
    return seat.taskStatus === taskStatus ? seat : { ...seat, taskStatus };
  };
  const { approvals, deletedApprovals } = run;
  const completeRun = {
    ...run,
    tasks,
    approvals: approvals.map(withStatus),
    deletedApprovals: deletedApprovals.map(withStatus),
  };
  domainRuns.set(completeRun, domainRun);
  return completeRun;
}

/**
 * The people involved in a task: its submitter, those who hold a seat or held one when the task ended, and those who
 * decided on one. Approvers who were left out or withdrawn are not involved, but those who were late are: they were asked.
 */
function involvedIdsOf(
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
function askedIdsOf(
  task: Pick<Task, "id" | "status" | "archived">,
  approvals: readonly Pick<Approval, "taskId" | "approverId" | "status" | "archived">[],
): string[] {
  if (!isActive(task)) return [];
  const waitingSeats = approvals.filter((row) => row.taskId === task.id && isWaiting(row));
  return [...new Set(waitingSeats.map(({ approverId }) => approverId))];
}

/** When the stage was asked: now, if the decision asks it, also where it was asked before. */
function askedAtOf(
  task: Task,
  storedTask: WorkflowTask | undefined,
  now: Date,
): Pick<WorkflowTask, "askedAt"> {
  const isAsked =
    isActive(task) && !(storedTask && isActive(storedTask) && storedTask.activation === task.activation);
  return defined<Pick<WorkflowTask, "askedAt">>({ askedAt: isAsked ? now : storedTask?.askedAt });
}

const isReseated = (
  task: Task,
  storedTask: WorkflowTask | undefined,
  approvals: readonly Approval[],
): boolean => String(storedTask?.askedIds) !== String(askedIdsOf(task, approvals));

/** A stored record's base fields, moved to now if the decision writes it, or new ones. */
function keptOf(
  storedRecord: BaseFields | undefined,
  stamp: Stamp,
  givenFields: GivenFields,
  isWritten: boolean,
): BaseFields {
  if (storedRecord === undefined) return baseFields(stamp, givenFields);
  const { companyId, createdAt, updatedAt, deletedAt, canUpdate, canView, canDelete, canPost } = storedRecord;
  const { branchId, ref, documentCode, documentDate, createdBy, updatedBy } = storedRecord;
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
    ...(isWritten ? updateStamp(stamp) : { updatedAt, updatedBy }),
  });
}

/** The fields of a record that the rules use: everything but what belongs to lists, joins and the store. */
function toTask(record: WorkflowTask): Task {
  const { _id: id, runId, refId, parentId, ref, title, orderNo, archived, status } = record;
  const { stageId, workflowId, stageName, approveBy, quorum, rejectBy, groups, bulk } = record;
  const { sources, sourceFaults, stageKey, addedByHand, changerIds } = record;
  const { activation, relabelled, askedNeeded, leastNeeded } = record;
  const { kind, submitterId, beneficiaryId, completionDate } = record;
  const place = { id, runId, refId, parentId, ref, title, orderNo, archived, status };
  const stage = { stageId, workflowId, stageName, approveBy, quorum, rejectBy, groups, bulk };
  const counts = { activation, relabelled, askedNeeded, leastNeeded };
  const sourced = { sources, sourceFaults, stageKey, addedByHand, changerIds };
  const { ladder, calendarId, dueAt, nudgedAt, byTime } = record;
  const times = { ladder, calendarId, dueMs: dueAt?.getTime(), nudgedMs: nudgedAt?.getTime(), byTime };
  const people = { kind, submitterId, beneficiaryId };
  return defined<Task>({ ...place, ...stage, ...sourced, ...counts, ...times, ...people, completionDate });
}

function toApproval(record: WorkflowApproval): Approval {
  const { _id: id, taskId, stageId, workflowId, approverId, archived, status } = record;
  const { groups, required, reason, reasonUserId, reasonGroupId, hops, derived, leftOut } = record;
  const { sourcedFor, sourcedGroups, givenByIds, escalated, standsInFor, byLimit } = record;
  const { remark, decidedBy, takenFrom, revision, skipped, statusUpdateDate } = record;
  const { addedByHand } = record;
  const origin = { sourcedFor, sourcedGroups, givenByIds };
  const why = { reason, reasonUserId, reasonGroupId, byLimit, ...origin };
  const seat = { groups, required, ...why, hops, derived, leftOut, escalated, standsInFor };
  const verdict = { remark, decidedBy, takenFrom, revision, skipped, statusUpdateDate, status };
  const place = { id, taskId, stageId, workflowId, approverId, addedByHand, archived };
  return defined<Approval>({ ...place, ...seat, ...verdict });
}
