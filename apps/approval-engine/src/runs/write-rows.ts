import type { Id } from "@countersign/domain/approval";
import { toObjectId } from "@countersign/mongo";
import type { Document, ObjectId } from "mongodb";

import { changedFields } from "../shared/changed-fields.ts";
import { APPROVAL_LISTS, TASK_LISTS } from "./lists.ts";
import type {
  WorkflowApproval,
  WorkflowApprovalRecord,
  WorkflowTask,
  WorkflowTaskRecord,
} from "./records.ts";
import type { RunRecords } from "./run-records.ts";
import { storedSeat, storedTask } from "./run.ts";

/** The row of a task, without the version that writes it. */
export function taskRow(task: WorkflowTask): Document {
  const storedFields = storedTask(task) as WorkflowTaskRecord;
  return { ...storedFields, ...TASK_LISTS.of(storedFields) };
}

/** The row of a seat, likewise. */
export function approvalRow(seat: WorkflowApproval): Document {
  const storedFields = storedSeat(seat) as WorkflowApprovalRecord;
  return { ...storedFields, ...APPROVAL_LISTS.of(storedFields) };
}

/** The tasks and seats whose rows a command changes. */
export function changedRowIds(before: RunRecords, after: RunRecords): ObjectId[] {
  return [
    ...changedIds(before.tasks, after.tasks, taskRow),
    ...changedIds(seatsOf(before), seatsOf(after), approvalRow),
  ];
}

function changedIds<R extends { _id: Id }>(
  before: readonly R[],
  after: readonly R[],
  rowOf: (record: R) => Document,
): ObjectId[] {
  const earlier = new Map(before.map((record) => [record._id, record]));
  const isChanged = (record: R): boolean => {
    const earlierRecord = earlier.get(record._id);
    return earlierRecord === undefined || changedFields(rowOf(earlierRecord), rowOf(record)) !== undefined;
  };
  return after.filter(isChanged).map(({ _id }) => toObjectId(_id));
}

/** Rows of a run, whole, as a version writes them (contract-4, ONE-4). */
export function rowsOf(
  run: RunRecords,
  rowIds: readonly ObjectId[],
  version: number,
): { tasks: Document[]; approvals: Document[] } {
  const ids = new Set(rowIds.map(String));
  const isWritten = ({ _id }: { _id: Id }) => ids.has(_id);
  return {
    tasks: run.tasks.filter(isWritten).map((task) => Object.assign(taskRow(task), { version })),
    approvals: seatsOf(run)
      .filter(isWritten)
      .map((seat) => Object.assign(approvalRow(seat), { version })),
  };
}

const seatsOf = ({ approvals, deletedApprovals }: RunRecords) => [...approvals, ...deletedApprovals];
