import type { Decision, Id, WorkflowTaskKind } from "@countersign/domain/approval";
import { type Scope, toObjectId } from "@countersign/mongo";
import type { Filter } from "mongodb";

import type { Stamp } from "../shared/base-fields.ts";
import type { WorkflowApprovalDocument, WorkflowTaskDocument } from "../shared/documents.ts";
import { APPROVAL_LISTS, TASK_LISTS } from "./lists.ts";
import {
  type RecordRepository,
  type RecordStore,
  createRecordRepository,
} from "../shared/record-repository.ts";
import type { WorkflowEvent, WorkflowTask } from "../shared/records.ts";
import { type RunOrigin, type RunRecords, runOf, writesOf } from "./run-records.ts";

/** Which runs speak for an order (contract-2, SAFE-1): of its own kind, and its owner's or with the workflow named. */
export interface OrderRunQuery {
  refId: Id;
  kind: WorkflowTaskKind;
  /** The one that the order's evaluation names. */
  workflowId: Id | undefined;
}
export type OrderRun = Pick<WorkflowTask, "runId" | "refId"> & RunOrigin;

/** The runs of documents: their tasks and approvals. */
export interface RunsRepository {
  tasks: RecordRepository<WorkflowTaskDocument>;
  approvals: RecordRepository<WorkflowApprovalDocument>;
  /**
   * Finds a task and writes it at once, so that of two transactions that act on it one waits or is repeated: two
   * verdicts on different approvals of a task would otherwise pass each other (write skew).
   */
  claimTask(companyId: Id, taskId: Id): Promise<WorkflowTask | undefined>;
  /** The same for the marked task of the document's open run, if it is of one of these kinds. */
  claimOpenRun(
    companyId: Id,
    refId: Id,
    kinds?: readonly WorkflowTaskKind[],
  ): Promise<WorkflowTask | undefined>;
  load(companyId: Id, runId: Id): Promise<RunRecords>;
  /** The records of the document's current run, the one that was submitted last. */
  loadCurrent(companyId: Id, refId: Id): Promise<RunRecords>;
  /** The newest run that speaks for an order, passing over all others. */
  findOrderRun(companyId: Id, order: OrderRunQuery): Promise<OrderRun | undefined>;
  /** Whether the run was completed: its history says so. */
  isCompleted(companyId: Id, run: { refId: Id; runId: Id }): Promise<boolean>;
  save(before: RunRecords, decision: Decision, stamp: Stamp): Promise<void>;
}

export function createRunsRepository(
  scope: Scope,
  events: Pick<RecordStore<WorkflowEvent>, "list">,
): RunsRepository {
  const tasks = createRecordRepository<WorkflowTaskDocument>(
    scope,
    "workflow_tasks",
    ["runId", "refId", "parentId", "stageId", "workflowId", "submitterId", "beneficiaryId", "involvedIds"],
    TASK_LISTS,
  );
  const approvals = createRecordRepository<WorkflowApprovalDocument>(
    scope,
    "workflow_approvals",
    ["runId", "taskId", "stageId", "workflowId", "approverId"],
    APPROVAL_LISTS,
  );

  async function claim(
    companyId: Id,
    equal: Partial<WorkflowTask>,
    kinds?: readonly WorkflowTaskKind[],
  ): Promise<WorkflowTask | undefined> {
    const ofKind = kinds && { kind: { $in: [...kinds] } };
    const filter = { ...tasks.toStored({ ...equal, companyId }), deletedAt: null, ...ofKind };
    const document = await tasks.collection.findOneAndUpdate(
      filter,
      { $inc: { version: 1 } },
      { session: scope.session, returnDocument: "after" },
    );
    return document === null ? undefined : tasks.read(document);
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
      found.map(({ approvals: _own, ...task }) => tasks.read(task)),
      found
        .flatMap((task) => task.approvals)
        .filter(({ deletedAt }) => !deletedAt)
        .map((approval) => approvals.read(approval))
        .toSorted((a, b) => (a._id < b._id ? -1 : 1)),
    );
  }

  return {
    tasks,
    approvals,
    claimTask: (companyId, taskId) => claim(companyId, { _id: taskId }),
    claimOpenRun: (companyId, refId, kinds) => claim(companyId, { refId, openRun: true }, kinds),
    load,
    loadCurrent: async (companyId, refId) => {
      const runId = await currentRunId(companyId, refId);
      return runId === undefined ? runOf([], []) : load(companyId, runId);
    },
    findOrderRun: async (companyId, { refId, kind, workflowId }) => {
      const speaking: Filter<WorkflowTaskDocument>[] = [
        { byOwner: true },
        // Runs from before they were marked: only a service can submit stages of its own.
        { byOwner: { $exists: false }, workflowId: { $exists: false } },
      ];
      if (workflowId !== undefined) {
        speaking.push({ workflowId: toObjectId(workflowId), orderUnknown: { $exists: false } });
      }
      const filter = { ...tasks.toStored({ companyId, refId, kind }), $or: speaking };
      const newest = await tasks.collection.findOne(filter, {
        session: scope.session,
        sort: { runNumber: -1 },
      });
      return newest === null ? undefined : tasks.read(newest);
    },
    isCompleted: async (companyId, { refId, runId }) =>
      (await events.list(companyId, { refId, runId, event: "COMPLETED" })).length > 0,
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
