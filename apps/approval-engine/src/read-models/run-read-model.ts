import {
  WORKFLOW_TASK_KINDS,
  type WorkflowTaskKind,
  type WorkflowTaskStatus,
} from "@countersign/domain/approval";
import { type Db, type Filter, ObjectId } from "mongodb";
import { z } from "zod";

import type {
  WorkflowApprovalDocument,
  WorkflowEventDocument,
  WorkflowTaskDocument,
} from "../repositories/documents.ts";
import type { WorkflowApproval, WorkflowEvent, WorkflowTask } from "../repositories/records.ts";
import type { Caller } from "../use-cases/caller.ts";
import { parseInput } from "../use-cases/parse-input.ts";
import { given, keywordIn, splitPaging } from "./filters.ts";
import { LIST_MAXIMA } from "./list-maxima.ts";
import {
  objectId,
  queryWorkflowApprovalInput,
  queryWorkflowTaskInput,
  workflowTaskPageInput,
  workflowTaskSubmissionsPageInput,
} from "./query-inputs.ts";
import { type Page, createRecordReader } from "./record-reader.ts";

const ACTIVE = "AWAITING_APPROVAL" satisfies WorkflowTaskStatus;

export interface PendingCount {
  kind: WorkflowTaskKind;
  count: number;
}

/** Runs as inboxes, finders and histories show them. Inputs are checked here, so every edge may pass on what it got. */
export interface RunReadModel {
  /** The inbox: never archived tasks, and for callers without the privilege only those they are involved in. */
  taskPage(caller: Caller, input: unknown): Page<WorkflowTask>;
  /** What {@link taskPage} matches, without its paging; for exports. */
  streamTasks(caller: Caller, input: unknown): AsyncIterable<WorkflowTask>;
  submissionPage(caller: Caller, input: unknown): Page<WorkflowTask>;
  /** Of several matches the one that waits for approval, else the newest. */
  findTask(companyId: string, input: unknown): Promise<WorkflowTask | null>;
  /** Deleted ones too: an approval row says of what it is. */
  tasksByIds(companyId: string, ids: readonly string[]): Promise<(WorkflowTask | null)[]>;
  findApproval(companyId: string, input: unknown): Promise<WorkflowApproval | null>;
  listApprovals(companyId: string, input: unknown): Promise<WorkflowApproval[]>;
  approvalsByTaskIds(companyId: string, ids: readonly string[]): Promise<WorkflowApproval[][]>;
  /** The newest events of a document, in the order they happened. */
  listEvents(companyId: string, refId: unknown): Promise<WorkflowEvent[]>;
  /** AWAITING_APPROVAL tasks of every kind. */
  pendingCounts(companyId: string): Promise<PendingCount[]>;
}

export function createRunReadModel(db: Pick<Db, "collection">): RunReadModel {
  const tasks = createRecordReader(db.collection<WorkflowTaskDocument>("workflow_tasks"));
  const approvals = createRecordReader(db.collection<WorkflowApprovalDocument>("workflow_approvals"));
  const events = createRecordReader(db.collection<WorkflowEventDocument>("workflow_events"));

  return {
    taskPage: (caller, input) => {
      const { paging, filter } = inboxOf(caller, input);
      return tasks.page(caller.companyId, filter, paging);
    },
    streamTasks: (caller, input) => tasks.stream(caller.companyId, inboxOf(caller, input).filter),
    submissionPage: ({ companyId, userId }, input) => {
      const { paging, filter } = splitPaging(parseInput(workflowTaskSubmissionsPageInput, input));
      const { archived, ...rest } = filter;
      const mine = { createdBy: new ObjectId(userId), ...(archived !== undefined && { archived }) };
      return tasks.page(companyId, { ...mine, ...tasksLike(rest) }, paging);
    },
    findTask: async (companyId, input) => {
      const filter = given(parseInput(queryWorkflowTaskInput, input));
      const { _id, status, archived } = filter;
      if (_id === undefined && status === undefined && archived === undefined) {
        const active = await tasks.findNewest(companyId, { ...filter, status: ACTIVE });
        if (active !== null) return active;
      }
      return tasks.findNewest(companyId, filter);
    },
    tasksByIds: (companyId, ids) => tasks.everByIds(companyId, ids),
    findApproval: async (companyId, input) =>
      approvals.findNewest(companyId, given(parseInput(queryWorkflowApprovalInput, input))),
    listApprovals: async (companyId, input) =>
      approvals.listNewest(
        companyId,
        given(parseInput(queryWorkflowApprovalInput, input)),
        LIST_MAXIMA.approvalsFound,
      ),
    approvalsByTaskIds: (companyId, ids) => approvals.byParents(companyId, "taskId", ids, { _id: 1 }),
    listEvents: async (companyId, refId) => {
      const parsed = parseInput(refIdInput, { refId });
      return (await events.listNewest(companyId, parsed, LIST_MAXIMA.eventsOfDocument)).toReversed();
    },
    pendingCounts: (companyId) => countPending(db, companyId),
  };
}

const refIdInput = z.object({ refId: objectId });

function inboxOf({ userId, privileged }: Caller, input: unknown) {
  const { paging, filter } = splitPaging(parseInput(workflowTaskPageInput, input));
  const { involvedUserId, ...rest } = filter;
  const involved = [
    ...(privileged ? [] : [{ involvedIds: new ObjectId(userId) }]),
    ...(involvedUserId === undefined ? [] : [{ involvedIds: involvedUserId }]),
  ];
  const involvement = involved.length > 1 ? { $and: involved } : involved[0];
  return { paging, filter: { archived: false, ...involvement, ...tasksLike(rest) } };
}

function tasksLike({
  keyword,
  kinds = [],
  status,
}: {
  keyword?: string;
  kinds?: WorkflowTaskKind[];
  status?: WorkflowTaskDocument["status"];
}): Filter<WorkflowTaskDocument> {
  return {
    ...(status !== undefined && { status }),
    ...(kinds.length > 0 && { kind: { $in: kinds } }),
    ...keywordIn(["ref", "title", "stageName"], keyword),
  };
}

async function countPending(db: Pick<Db, "collection">, companyId: string): Promise<PendingCount[]> {
  const counted = await db
    .collection<WorkflowTaskDocument>("workflow_tasks")
    .aggregate<{ _id: WorkflowTaskKind; count: number }>([
      {
        $match: {
          companyId: new ObjectId(companyId),
          status: ACTIVE,
          archived: false,
          deletedAt: null,
        },
      },
      { $group: { _id: "$kind", count: { $sum: 1 } } },
    ])
    .toArray();
  const counts = new Map(counted.map(({ _id, count }) => [_id, count]));
  return WORKFLOW_TASK_KINDS.map((kind) => ({ kind, count: counts.get(kind) ?? 0 }));
}
