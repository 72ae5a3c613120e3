import { type Approval, type Decision, type Task, isActive, isOpen } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";

import { referenceTo, storeRevision } from "../documents/index.ts";
import {
  type BaseFields,
  type GivenFields,
  type Stamp,
  baseFields,
  updateStamp,
} from "../shared/base-fields.ts";
import { type Actor, stampOf } from "../shared/caller.ts";
import type { Followings } from "../shared/pending.ts";
import type { FollowedDecision, TransactionScope } from "../shared/transact.ts";
import { type RecordedDecision, factsOf } from "./decision-facts.ts";
import type { RunEnd, WorkflowApproval, WorkflowTask } from "./records.ts";
import {
  type WorkflowRun,
  afterLastWrite,
  askedIdsOf,
  seatFields,
  toRun,
  withApprovals,
  withFollowing,
} from "./run.ts";
import { createRunsRepository } from "./runs-repository.ts";

/**
 * Writes a decision with everything that follows: the run and its document's revision, what happened,
 * and what other features derive from it.
 *
 * @returns the run as the decision leaves it
 */
export async function recordDecision(
  scope: TransactionScope,
  caller: Actor,
  { before: loadedRun, revision, ...decisionParts }: RecordedDecision,
): Promise<WorkflowRun> {
  const document = revision && referenceTo(revision);
  const before = document ? { ...loadedRun, origin: { ...loadedRun.origin, document } } : loadedRun;
  const at = afterLastWrite(before, scope.now);
  const run = { ...decisionParts, before, revision };
  const { decision, row } = decisionParts;
  const facts = await factsOf(scope, caller, run, at);
  const followings = await followingsOf(scope, { caller, before: toRun(before), decision, at });
  const stamp = stampOf(caller, at);
  if (revision) await storeRevision(scope, { ...revision, runId: decision.runId, createdAt: stamp.now });
  const after = withApprovals(afterDecision(before, decision, stamp), row ? [row] : []);
  await createRunsRepository(scope).save(before, after, { facts, followings, described: revision });
  return after;
}

/** The rows that features derive from the decision. */
async function followingsOf(scope: TransactionScope, decision: FollowedDecision): Promise<Followings> {
  const followings: [string, object][] = [];
  for (const [name, follow] of Object.entries(scope.followers)) {
    const derivedRows = await follow.derive(scope, decision);
    if (derivedRows !== undefined) followings.push([name, derivedRows]);
  }
  return Object.fromEntries(followings);
}

/** The run as a decision leaves it. */
function afterDecision(before: WorkflowRun, decision: Decision, stamp: Stamp): WorkflowRun {
  const { run, changes } = decision;
  const storedTasks = new Map(before.tasks.map((task) => [task._id, task]));
  const storedApprovals = new Map(before.approvals.map((approval) => [approval._id, approval]));
  const endsNow = before.end === undefined && !isOpen(run);
  const updatedTasks = new Set(changes.updatedTasks.map(({ id }) => id));
  const updatedApprovals = new Set(changes.updatedApprovals.map(({ id }) => id));

  /** The stage waited for the submitter's answer, and asks its approvers again. */
  const isBack = ({ id }: Task) => before.changesWanted?.taskId === id && run.changesWanted === undefined;
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
      ...(sources && { sources: sources as NonNullable<WorkflowTask["sources"]> }),
      ...(sourceFaults && { sourceFaults: [...sourceFaults] }),
      ...(changerIds && { changerIds: [...changerIds] }),
      ...(ladder && { ladder: ladder as NonNullable<WorkflowTask["ladder"]> }),
      ...(dueMs !== undefined && { dueAt: new Date(dueMs) }),
      ...(nudgedMs !== undefined && { nudgedAt: new Date(nudgedMs) }),
      _id: id,
      runNumber: before.number,
      ...before.origin,
      ...askedAtOf(task, storedTask, stamp.now, isBack(task)),
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
    changesWanted: run.changesWanted,
    changesAsked: run.changesAsked,
    end: isOpen(run) ? undefined : (before.end ?? endOf(decision, stamp.now)),
    route: decision.route
      ? { ...(before.route ?? decision.route), stages: decision.route.stages }
      : before.route,
  });
}

const ENDS = { completed: "APPROVED", rejected: "REJECTED", recalled: "RECALLED" } as const;

/** How a run ends by a decision. */
const endOf = (decision: Decision, at: Date): RunEnd => ({
  state: decision.outcome === undefined ? "CANCELLED" : (decision.reason ?? ENDS[decision.outcome]),
  at,
});

/** When the stage was asked: now, if the decision asks it, also where it was asked before. */
function askedAtOf(
  task: Task,
  storedTask: WorkflowTask | undefined,
  now: Date,
  isBack: boolean,
): Pick<WorkflowTask, "askedAt"> {
  const wasAsked = storedTask && isActive(storedTask) && storedTask.activation === task.activation;
  const isAsked = isActive(task) && (isBack || !wasAsked);
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
