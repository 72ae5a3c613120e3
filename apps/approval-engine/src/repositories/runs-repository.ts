import type { Decision, Id } from "@countersign/domain/approval";
import type { Scope } from "@countersign/mongo";

import type { Stamp } from "./base-fields.ts";
import type { WorkflowApprovalDocument, WorkflowTaskDocument } from "./documents.ts";
import { type RecordRepository, type RecordStore, createRecordRepository } from "./record-repository.ts";
import { type WorkflowEvent, type WorkflowTask, toRecord } from "./records.ts";
import { type RunRecords, runOf, writesOf } from "./run-records.ts";

/** The runs of documents: their tasks and approvals. */
export interface RunsRepository {
  tasks: RecordRepository<WorkflowTaskDocument>;
  approvals: RecordRepository<WorkflowApprovalDocument>;
  /**
   * Finds a task and writes it at once, so that of two transactions that act on it one waits or is repeated: two
   * verdicts on different approvals of a task would otherwise pass each other (write skew).
   */
  claimTask(companyId: Id, taskId: Id): Promise<WorkflowTask | undefined>;
  /** The same for the marked task of the document's open run. */
  claimOpenRun(companyId: Id, refId: Id): Promise<WorkflowTask | undefined>;
  load(companyId: Id, runId: Id): Promise<RunRecords>;
  /** The records of the document's current run, the one that was submitted last. */
  loadCurrent(companyId: Id, refId: Id): Promise<RunRecords>;
  /** Whether the document's current run was completed: its history says so. */
  isCurrentCompleted(companyId: Id, refId: Id): Promise<boolean>;
  save(before: RunRecords, decision: Decision, stamp: Stamp): Promise<void>;
}

export function createRunsRepository(
  scope: Scope,
  events: Pick<RecordStore<WorkflowEvent>, "list">,
): RunsRepository {
  const tasks = createRecordRepository<WorkflowTaskDocument>(scope, "workflow_tasks", [
    "runId",
    "refId",
    "parentId",
    "stageId",
    "workflowId",
    "submitterId",
    "beneficiaryId",
    "involvedIds",
  ]);
  const approvals = createRecordRepository<WorkflowApprovalDocument>(scope, "workflow_approvals", [
    "runId",
    "taskId",
    "stageId",
    "workflowId",
    "approverId",
  ]);

  async function claim(companyId: Id, equal: Partial<WorkflowTask>): Promise<WorkflowTask | undefined> {
    const filter = { ...tasks.toStored({ ...equal, companyId }), deletedAt: null };
    const document = await tasks.collection.findOneAndUpdate(
      filter,
      { $inc: { version: 1 } },
      { session: scope.session, returnDocument: "after" },
    );
    return document === null ? undefined : toRecord(document);
  }
  // A deleted task is only hidden: what happened in its run still counts.
  async function currentRunId(companyId: Id, refId: Id): Promise<Id | undefined> {
    const ofDocument = tasks.toStored({ companyId, refId });
    const latest = await tasks.collection.findOne(ofDocument, {
      session: scope.session,
      sort: { runNumber: -1 },
    });
    return latest?.runId.toHexString();
  }
  async function load(companyId: Id, runId: Id): Promise<RunRecords> {
    const found = await tasks.collection
      .aggregate<WorkflowTaskDocument & { approvals: WorkflowApprovalDocument[] }>(
        [
          { $match: tasks.toStored({ companyId, runId }) },
          { $sort: { _id: 1 } },
          {
            $lookup: {
              from: "workflow_approvals",
              localField: "_id",
              foreignField: "taskId",
              as: "approvals",
            },
          },
        ],
        { session: scope.session },
      )
      .toArray();
    return runOf(
      found.map(({ approvals: _own, ...task }) => toRecord<WorkflowTaskDocument>(task)),
      found
        .flatMap((task) => task.approvals)
        .filter(({ deletedAt }) => !deletedAt)
        .map((approval) => toRecord(approval))
        .toSorted((a, b) => (a._id < b._id ? -1 : 1)),
    );
  }

  return {
    tasks,
    approvals,
    claimTask: (companyId, taskId) => claim(companyId, { _id: taskId }),
    claimOpenRun: (companyId, refId) => claim(companyId, { refId, openRun: true }),
    load,
    loadCurrent: async (companyId, refId) => {
      const runId = await currentRunId(companyId, refId);
      return runId === undefined ? runOf([], []) : load(companyId, runId);
    },
    isCurrentCompleted: async (companyId, refId) => {
      const runId = await currentRunId(companyId, refId);
      if (runId === undefined) return false;
      return (await events.list(companyId, { refId, runId, event: "COMPLETED" })).length > 0;
    },
    save: async (before, decision, stamp) => {
      const writes = writesOf(before, decision, stamp);
      // A task leaves the active state before another one enters it.
      await tasks.replace(writes.replacedTasks);
      await tasks.insert(writes.insertedTasks);
      await approvals.replace(writes.replacedApprovals);
      await approvals.insert(writes.insertedApprovals);
    },
  };
}
