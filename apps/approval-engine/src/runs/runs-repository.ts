import type { Decision, Id, WorkflowTaskKind } from "@countersign/domain/approval";
import { type Scope, toObjectId } from "@countersign/mongo";

import type { Stamp } from "../shared/base-fields.ts";
import { APPROVAL_LISTS, TASK_LISTS } from "./lists.ts";
import { type RecordRepository, createRecordRepository } from "../shared/record-repository.ts";
import type { WorkflowApprovalRecord, WorkflowTask, WorkflowTaskRecord } from "./records.ts";
import { type RunRecords, type SavedRun, runOf, savedRun, writesOf } from "./run-records.ts";

/** The runs of documents: their tasks and approvals. */
export interface RunsRepository {
  tasks: RecordRepository<WorkflowTaskRecord>;
  approvals: RecordRepository<WorkflowApprovalRecord>;
  /**
   * Finds a task and writes it at once, so that of two transactions that act on it one waits or is repeated: two
   * verdicts on different approvals of a task would otherwise pass each other (write skew).
   */
  lockTask(companyId: Id, taskId: Id): Promise<WorkflowTask | undefined>;
  /** The same for the marked task of the document's open run, if it is of one of these kinds. */
  lockOpenRun(
    companyId: Id,
    refId: Id,
    kinds?: readonly WorkflowTaskKind[],
  ): Promise<WorkflowTask | undefined>;
  /** The run of a task that was read in this transaction: its other tasks, and its approvals. */
  load(task: WorkflowTask): Promise<RunRecords>;
  /** The records of the document's current run, the one that was submitted last. */
  loadCurrent(companyId: Id, refId: Id): Promise<RunRecords>;
  /** Writes the run as the decision leaves it. @returns its records afterwards */
  save(before: RunRecords, decision: Decision, stamp: Stamp): Promise<SavedRun>;
}

export function createRunsRepository(scope: Scope): RunsRepository {
  const { session } = scope;
  const tasks = createRecordRepository<WorkflowTaskRecord>(
    scope,
    "workflow_tasks",
    [
      "runId",
      "refId",
      "parentId",
      "stageId",
      "workflowId",
      "submitterId",
      "beneficiaryId",
      "submittedBy.userId",
      "agentPrincipalIds",
      "document.id",
      "document.editorIds",
      "involvedIds",
      "askedIds",
      "calendarId",
    ],
    TASK_LISTS,
  );
  const approvals = createRecordRepository<WorkflowApprovalRecord>(
    scope,
    "workflow_approvals",
    [
      "runId",
      "taskId",
      "stageId",
      "workflowId",
      "approverId",
      "reasonUserId",
      "reasonGroupId",
      "sourcedFor",
      "decidedBy",
      "takenFrom",
      "standsInFor",
    ],
    APPROVAL_LISTS,
  );
  async function lock(
    companyId: Id,
    equal: Partial<WorkflowTask>,
    kinds?: readonly WorkflowTaskKind[],
  ): Promise<WorkflowTask | undefined> {
    const ofKind = kinds && { kind: { $in: [...kinds] } };
    const filter = { ...tasks.toStored({ ...equal, companyId }), deletedAt: null, ...ofKind };
    const document = await tasks.collection.findOneAndUpdate(
      filter,
      { $inc: { version: 1 } },
      { session, returnDocument: "after" },
    );
    return document === null ? undefined : tasks.read(document);
  }
  // A deleted task is only hidden: what happened in its run still counts.
  async function latestOf(companyId: Id, refId: Id): Promise<WorkflowTask | undefined> {
    const ofDocument = tasks.toStored({ companyId, refId });
    const latest = await tasks.collection.findOne(ofDocument, { session, sort: { runNumber: -1 } });
    return latest === null ? undefined : tasks.read(latest);
  }
  async function load(task: WorkflowTask): Promise<RunRecords> {
    const { _id, companyId, refId, runId, runNumber } = task;
    const ofRun = tasks.toStored({ companyId, refId, runNumber, runId });
    const others = await tasks.collection
      .find({ ...ofRun, _id: { $ne: toObjectId(_id) } }, { session })
      .toArray();
    const rows = await approvals.collection
      .find({ ...approvals.toStored({ runId, companyId }), deletedAt: null }, { session })
      .toArray();
    return runOf(
      [task, ...others.map((one) => tasks.read(one))].toSorted(byId),
      rows.map((row) => approvals.read(row)).toSorted(byId),
    );
  }

  return {
    tasks,
    approvals,
    lockTask: (companyId, taskId) => lock(companyId, { _id: taskId }),
    lockOpenRun: (companyId, refId, kinds) => lock(companyId, { refId, openRun: true }, kinds),
    load,
    loadCurrent: async (companyId, refId) => {
      const latest = await latestOf(companyId, refId);
      return latest === undefined ? runOf([], []) : load(latest);
    },
    save: async (before, decision, stamp) => {
      const writes = writesOf(before, decision, stamp);
      // A task leaves the active state before another one enters it.
      await tasks.update(writes.changedTasks);
      await tasks.insert(writes.insertedTasks);
      await approvals.update(writes.changedApprovals);
      await approvals.insert(writes.insertedApprovals);
      return savedRun(before, writes);
    },
  };
}

const byId = (one: { _id: Id }, other: { _id: Id }): number => (one._id < other._id ? -1 : 1);
