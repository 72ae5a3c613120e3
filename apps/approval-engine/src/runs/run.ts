import { LIMITS } from "@countersign/contracts";
import {
  type Approval,
  type Run,
  type RunDocument,
  type Task,
  type WantedChanges,
  isActive,
  isLate,
  isUnassigned,
  isWaiting,
} from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import { DomainError } from "@countersign/domain/errors";
import type { RunRoute } from "@countersign/domain/routing";
import { text } from "@countersign/texts";

import type { Revision } from "../documents/index.ts";
import type { BaseFields } from "../shared/base-fields.ts";
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
export interface WorkflowRun {
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
  /** The changes that an approver wants of the submitter. */
  changesWanted?: WantedChanges | undefined;
  /** It was rejected, and its submitter is done with it. */
  isClosed?: true | undefined;
  /** How often changes were wanted. */
  changesAsked?: number | undefined;
  /** The record that it was read from; absent before its first write. */
  record?: RunRecord | undefined;
}

const NEVER = new Date(0);

/** A document without any run. */
export const NO_RUN: WorkflowRun = {
  tasks: [],
  approvals: [],
  deletedApprovals: [],
  number: 0,
  origin: {},
  writtenAt: NEVER,
};

/** The records of a run that is about to begin, after all others of its document. */
export const newRunAfter = (
  { number, writtenAt }: Pick<WorkflowRun, "number" | "writtenAt">,
  origin: RunOrigin,
): WorkflowRun => ({ ...NO_RUN, number: number + 1, origin, writtenAt });

/** Runs as the domain sees them, as long as somebody holds their records: those of a large run are asked for often. */
const domainRuns = new WeakMap<WorkflowRun, Run>();

/** The run as the domain sees it: only the fields that its rules use. */
export function toRun(run: WorkflowRun): Run {
  const domainRun = domainRuns.get(run) ?? domainRunOf(run);
  domainRuns.set(run, domainRun);
  return domainRun;
}

function domainRunOf({
  tasks,
  approvals,
  origin,
  submittedAt,
  changesWanted,
  changesAsked,
}: WorkflowRun): Run {
  const { document, agentPrincipalIds, expiresAt } = origin;
  return {
    tasks: tasks.map(toTask),
    approvals: approvals.map(toApproval),
    ...(document && { document: toRunDocument(document) }),
    ...(agentPrincipalIds && { agentPrincipalIds }),
    ...(expiresAt && { expiresAtMs: expiresAt.getTime() }),
    ...(submittedAt && { submittedMs: submittedAt.getTime() }),
    ...(changesWanted && { changesWanted }),
    ...(changesAsked !== undefined && { changesAsked }),
  };
}

/** The document as the rules see it. */
export function toRunDocument({
  revision,
  editorIds,
}: Pick<Revision, "revision" | "editorIds">): RunDocument {
  return defined<RunDocument>({ revision, editorIds });
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

/**
 * The time of a write, always later than the previous one: a history is read in the order of its times, although a
 * repeated transaction began before the one it lost to, and replicas' clocks differ.
 */
export const afterLastWrite = ({ writtenAt }: Pick<WorkflowRun, "writtenAt">, now: Date): Date =>
  now > writtenAt ? now : new Date(writtenAt.getTime() + 1);

/** The run with another task, as a command has changed it. */
export const withTask = (run: WorkflowRun, changedTask: WorkflowTask): WorkflowRun =>
  withFollowing({
    ...run,
    tasks: run.tasks.map((task) => (task._id === changedTask._id ? changedTask : task)),
  });

/** The run with some seats as they were changed, added or deleted. */
export function withApprovals(run: WorkflowRun, changedSeats: readonly WorkflowApproval[]): WorkflowRun {
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
export function withFollowing(run: WorkflowRun): WorkflowRun {
  const domainRun = toRun(run);
  const seats = Map.groupBy(domainRun.approvals, ({ taskId }) => taskId);
  const tasks = run.tasks.map(({ unassigned: _before, waitsOnAnswer: _held, ...task }, at): WorkflowTask => {
    const domainTask = domainRun.tasks[at]!;
    const ofTask = seats.get(task._id) ?? [];
    return {
      ...task,
      involvedIds: involvedIdsOf(domainTask, ofTask),
      askedIds: askedIdsOf(domainTask, ofTask),
      ...(isUnassigned(domainRun, domainTask) && { unassigned: true as const }),
      ...(run.changesWanted?.taskId === task._id && { waitsOnAnswer: heldBy(run.changesWanted) }),
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

const heldBy = ({ askerId, principalId }: WantedChanges) => ({ askerId, principalId });

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
export function askedIdsOf(
  task: Pick<Task, "id" | "status" | "archived">,
  approvals: readonly Pick<Approval, "taskId" | "approverId" | "status" | "archived">[],
): string[] {
  if (!isActive(task)) return [];
  const waitingSeats = approvals.filter((row) => row.taskId === task.id && isWaiting(row));
  return [...new Set(waitingSeats.map(({ approverId }) => approverId))];
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
  const sourceFields = { sources, sourceFaults, stageKey, addedByHand, changerIds };
  const { ladder, calendarId, dueAt, nudgedAt, byTime, stoodStill } = record;
  const [dueMs, nudgedMs] = [dueAt?.getTime(), nudgedAt?.getTime()];
  const times = { ladder, calendarId, dueMs, nudgedMs, byTime, stoodStill };
  const people = { kind, submitterId, beneficiaryId };
  return defined<Task>({
    ...place,
    ...stage,
    ...sourceFields,
    ...counts,
    ...times,
    ...people,
    completionDate,
  });
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

/** Most seats of a run (contract-4, ONE-5). */
const SEATS_MAX = 1_000;

/**
 * Refuses what would make a run too large, by what is not archived (contract-4, ONE-5). Verdicts are never refused for it.
 *
 * @param run - as the command would leave it
 * @param field - of the command, that makes it so large
 * @throws DomainError `CONFLICT`
 */
export function assertWithinBounds({ tasks, approvals }: Run, field: string): void {
  const live = new Set(tasks.filter(({ archived }) => !archived).map(({ id }) => id));
  if (live.size > LIMITS.stages) {
    throw new DomainError("CONFLICT", text("run.tooManyStages", { maximum: LIMITS.stages }), { field });
  }
  const seats = approvals.filter(({ taskId, archived }) => !archived && live.has(taskId));
  if (seats.length > SEATS_MAX) {
    throw new DomainError("CONFLICT", text("run.tooManySeats"), { field });
  }
}

/**
 * The part of a run that its record keeps: of a run that returns have made too large, of each stage the
 * archived tasks but the newest stand in their rows alone (contract-4, ONE-5).
 */
export function withinBounds(run: WorkflowRun): WorkflowRun {
  const { tasks, approvals, deletedApprovals } = run;
  const isLarge = tasks.length > LIMITS.stages || approvals.length + deletedApprovals.length > SEATS_MAX;
  if (!isLarge) return run;
  const archivedTasks = tasks.filter(({ archived }) => archived);
  const newest = new Set(new Map(archivedTasks.map(({ orderNo, _id }) => [orderNo, _id])).values());
  const keptTasks = tasks.filter(({ _id, archived }) => !archived || newest.has(_id));
  const ids = new Set(keptTasks.map(({ _id }) => _id));
  const isKept = ({ taskId }: { taskId: string }) => ids.has(taskId);
  return {
    ...run,
    tasks: keptTasks,
    approvals: approvals.filter(isKept),
    deletedApprovals: deletedApprovals.filter(isKept),
  };
}
