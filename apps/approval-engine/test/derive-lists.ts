import { isOpen } from "@countersign/domain/approval";
import { type Collection, type Db, type Document, ObjectId } from "mongodb";

import { type RunRecord, type WorkflowTask, runsIn } from "../src/runs/index.ts";
import type { WorkflowApprovalRecord, WorkflowTaskRecord } from "../src/runs/records.ts";
import { listsOfSeat, listsOfTask } from "../src/runs/rows.ts";
import { NO_RUN, type WorkflowRun, toRun, withFollowing } from "../src/runs/run.ts";
import { recordOf } from "../src/runs/stored-run.ts";
import { toRecord } from "../src/shared/record-of.ts";

/** Gives tasks and approvals that a test has put into the store the lists and runs that commands give theirs. */
export async function deriveLists(db: Db): Promise<void> {
  const tasks = await db.collection<WorkflowTaskRecord>("workflow_tasks").find({}).toArray();
  const rows = await db.collection<WorkflowApprovalRecord>("workflow_approvals").find({}).toArray();
  const rowsByTask = Map.groupBy(rows, ({ taskId }) => taskId.toHexString());
  await setFields(db.collection("workflow_tasks"), tasks, (task) => {
    const askedFields = isActive(task)
      ? stageAsked(task, rowsByTask.get(task._id.toHexString()) ?? [])
      : { askedIds: [] };
    return { ...askedFields, ...listsOfTask({ ...task, ...askedFields }) };
  });
  await setFields(db.collection("workflow_approvals"), rows, (row) => listsOfSeat(row));
  const rowsByRun = Map.groupBy(rows, ({ runId }) => runId.toHexString());
  const tasksByRun = Map.groupBy(tasks, ({ runId }) => runId.toHexString());
  if (tasksByRun.size === 0) return;
  const records = [...tasksByRun].flatMap(([runId, ofRun]) => runRecords(ofRun, rowsByRun.get(runId) ?? []));
  await runsIn({ db }).insertMany(records);
}

/** The record of a run; none where a test has deleted a stage that waits, as no command does. */
function runRecords(
  tasks: readonly WorkflowTaskRecord[],
  rows: readonly WorkflowApprovalRecord[],
): RunRecord[] {
  if (tasks.some((task) => isActive(task) && task.deletedAt !== null)) return [];
  const run = runOfRows(tasks, rows);
  const unassignedIds = new Set(
    tasks.flatMap(({ _id, unassigned }) => (unassigned ? _id.toHexString() : [])),
  );
  const markedTasks = run.tasks.map((task): WorkflowTask => ({
    ...task,
    askedAt: task.askedAt ?? task.createdAt,
    ...(unassignedIds.has(task._id) && { unassigned: true }),
  }));
  return [recordOf({ ...run, tasks: markedTasks }, 1)];
}

/** The run of rows that a test has put into the store. */
function runOfRows(
  tasks: readonly WorkflowTaskRecord[],
  rows: readonly WorkflowApprovalRecord[],
): WorkflowRun {
  const times = tasks.map(({ createdAt }) => createdAt.getTime());
  const writtenAt = new Date(Math.max(...times));
  const run = withFollowing({
    ...NO_RUN,
    tasks: tasks.map((task) => toRecord(task)),
    approvals: rows.filter(({ deletedAt }) => deletedAt === null).map((row) => toRecord(row)),
    number: tasks[0]!.runNumber ?? 1,
    submittedAt: new Date(Math.min(...times)),
    writtenAt,
  });
  return isOpen(toRun(run)) ? run : { ...run, end: { state: "CANCELLED", at: writtenAt } };
}

const isActive = ({ status, archived }: WorkflowTaskRecord): boolean =>
  status === "AWAITING_APPROVAL" && !archived;

function stageAsked({ createdAt, unassigned }: WorkflowTaskRecord, rows: readonly WorkflowApprovalRecord[]) {
  const seats = rows.filter(({ archived, deletedAt, status }) => {
    return !archived && deletedAt === null && (status === "AWAITING_APPROVAL" || status === "PENDING");
  });
  const askedIds = [...new Set(seats.map(({ approverId }) => approverId.toHexString()))].map(
    (id) => new ObjectId(id),
  );
  return {
    askedIds,
    askedAt: createdAt,
    ...((unassigned || askedIds.length === 0) && { unassigned: true as const }),
  };
}

async function setFields<R extends { _id: ObjectId }>(
  collection: Collection,
  records: readonly R[],
  fieldsOf: (record: R) => Document,
): Promise<void> {
  if (records.length === 0) return;
  await collection.bulkWrite(
    records.map((record) => ({
      updateOne: { filter: { _id: record._id }, update: { $set: fieldsOf(record) } },
    })),
  );
}
