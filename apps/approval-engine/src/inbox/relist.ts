import type { WorkflowEventType } from "@countersign/domain/approval";
import { type Db, type Document, type Filter, ObjectId, type UpdateFilter } from "mongodb";

import {
  GENERATION,
  TASK_LISTS,
  type WorkflowApprovalRecord,
  type WorkflowTaskRecord,
  rebuildSearchRows,
} from "../runs/index.ts";
import type { WorkflowEventRecord } from "../shared/records.ts";
import { LISTS_AS_STAGES } from "./lists-as-stages.ts";

/** Records that are brought up to date with one command. */
const BATCH = 500;

/**
 * Finds records whose lists this release did not write: a field is missing that it always writes, or ids have become
 * text because an older release read the record and wrote it back whole. Each filter reads only the matching index
 * entries.
 */
const STALE: readonly { collection: keyof typeof LISTS_AS_STAGES; filter: Document; hint: string }[] = [
  { collection: "workflow_tasks", filter: { seatsListed: null }, hint: "own_submissions" },
  { collection: "workflow_tasks", filter: { seatsListed: { $gte: "" } }, hint: "own_submissions" },
  { collection: "workflow_tasks", filter: { seatsListed: { $gt: GENERATION } }, hint: "own_submissions" },
  { collection: "workflow_tasks", filter: { seatsListed: { $lt: GENERATION } }, hint: "own_submissions" },
  { collection: "workflow_approvals", filter: { listedFor: null }, hint: "listed_by_kind" },
  { collection: "workflow_approvals", filter: { listedFor: { $gte: "" } }, hint: "listed_by_kind" },
  { collection: "workflow_approvals", filter: { deciderId: null }, hint: "by_decider" },
  { collection: "workflow_approvals", filter: { deciderId: { $gte: "" } }, hint: "by_decider" },
];

/** A task that may have approvers to decide: its lists derive from its approvals. */
const ACTIVE = { status: "AWAITING_APPROVAL", archived: false } as const;
const INACTIVE = { $or: [{ status: { $ne: ACTIVE.status } }, { archived: { $ne: ACTIVE.archived } }] };

/** Whether there is a record whose lists this release did not write. @throws the driver's errors */
export async function hasStale(db: Pick<Db, "collection">): Promise<boolean> {
  for (const { collection, filter, hint } of STALE) {
    const stale = await db.collection(collection).findOne(filter, { projection: { _id: 1 }, hint });
    if (stale !== null) return true;
  }
  return false;
}

/**
 * Brings the lists of records that another release wrote up to date: in batches, until none is left. It may be stopped
 * at any time, finished batches stay done, and other rounds and writers may run beside it: each record's lists follow
 * from its state at that moment.
 *
 * @param onBatch - called with how many records have been done so far
 * @returns how many records it has brought up to date
 * @throws the driver's errors
 */
export async function relist(
  db: Pick<Db, "collection">,
  onBatch: (done: number) => void = () => undefined,
): Promise<number> {
  let done = 0;
  for (const { collection: name, filter, hint } of STALE) {
    const collection = db.collection<{ _id: ObjectId }>(name);
    const find = () => collection.find(filter, { projection: { _id: 1 }, limit: BATCH, hint }).toArray();
    for (let stale = await find(); stale.length > 0; stale = await find()) {
      const ids = stale.map(({ _id }) => _id);
      const stages = LISTS_AS_STAGES[name] as UpdateFilter<Document>[];
      const isTasks = name === "workflow_tasks";
      if (isTasks) await rebuildSearchRows({ db }, await runsOf(db, ids));
      await collection.updateMany({ _id: { $in: ids }, ...(isTasks && INACTIVE) }, stages);
      if (isTasks) await relistActive(db, ids);
      onBatch((done += ids.length));
    }
  }
  return done;
}

/** The runs of tasks; malformed records have none. */
async function runsOf(db: Pick<Db, "collection">, ids: readonly ObjectId[]): Promise<ObjectId[]> {
  const found = await db
    .collection<WorkflowTaskRecord>("workflow_tasks")
    .find({ _id: { $in: [...ids] } }, { projection: { runId: 1 } })
    .toArray();
  const runIds = found.flatMap(({ runId }) => (runId instanceof ObjectId ? [runId] : []));
  return distinct(runIds);
}

/**
 * The lists of active tasks, with those who are asked. A decision counts the task's version up, and its own write is
 * newer: then this one changes nothing, and the task is looked at again if it needs to be.
 */
async function relistActive(db: Pick<Db, "collection">, ids: readonly ObjectId[]): Promise<void> {
  const tasks = db.collection<WorkflowTaskRecord>("workflow_tasks");
  const active = await tasks.find({ _id: { $in: [...ids] }, ...ACTIVE }).toArray();
  if (active.length === 0) return;
  const rows = await db
    .collection<WorkflowApprovalRecord>("workflow_approvals")
    .find({
      runId: { $in: active.map(({ runId }) => runId) },
      taskId: { $in: active.map(({ _id }) => _id) },
      archived: false,
      deletedAt: null,
    })
    .toArray();
  const waiting = Map.groupBy(
    rows.filter(({ status }) => status === "AWAITING_APPROVAL" || status === "PENDING"),
    ({ taskId }) => taskId.toHexString(),
  );
  const askedAt = await timesAsked(db, active);
  const updates = active.map((task) => {
    const askedIds = distinct(
      (waiting.get(task._id.toHexString()) ?? []).map(({ approverId }) => approverId),
    );
    const { version = null } = task as Partial<WorkflowTaskRecord>;
    const unassigned = askedIds.length === 0 ? { unassigned: true as const } : {};
    const asked = { askedIds, askedAt: askedAt(task) };
    const { submissionOf, ...lists } = listsOf({ ...task, ...asked, ...unassigned });
    const $set = {
      ...asked,
      ...unassigned,
      ...lists,
      ...(submissionOf && { submissionOf }),
    };
    const update = submissionOf ? { $set } : { $set, $unset: { submissionOf: true as const } };
    return { updateOne: { filter: { _id: task._id, version } as Filter<WorkflowTaskRecord>, update } };
  });
  await tasks.bulkWrite(updates, { ordered: false });
}

/** The events that ask a stage. A rejection that returns names the stage; the others are about it. */
const ASKING: readonly WorkflowEventType[] = ["TASK_CREATED", "STAGE_ADVANCED", "AMENDED", "REJECTED"];

/** When the stages of tasks were asked: as they say, else at the newest event that asked them, else at their creation. */
async function timesAsked(
  db: Pick<Db, "collection">,
  tasks: readonly WorkflowTaskRecord[],
): Promise<(task: WorkflowTaskRecord) => Date> {
  const events = await db
    .collection<WorkflowEventRecord>("workflow_events")
    .find({ refId: { $in: tasks.map(({ refId }) => refId) }, event: { $in: [...ASKING] } })
    .sort({ createdAt: -1 })
    .toArray();
  const ofDocument = Map.groupBy(events, ({ refId }) => String(refId));
  return (task) =>
    task.askedAt ??
    ofDocument.get(String(task.refId))?.find((event) => asks(event, task))?.createdAt ??
    task.createdAt;
}

/** Whether an event asked the stage of a task of the same document. */
function asks({ event, runId, taskId, metadata }: WorkflowEventRecord, task: WorkflowTaskRecord): boolean {
  if (String(runId) !== String(task.runId)) return false;
  const isAboutIt = String(taskId) === String(task._id);
  return event === "REJECTED" ? !isAboutIt && metadata.stageName === task.stageName : isAboutIt;
}

function distinct(ids: readonly ObjectId[]): ObjectId[] {
  return [...new Map(ids.map((id) => [id.toHexString(), id])).values()];
}

/** The same as {@link TASK_LISTS} for a record that may be malformed: a value that is not an id leads to no list. */
function listsOf({
  involvedIds,
  createdBy,
  beneficiaryId,
  deletedAt,
  ...task
}: WorkflowTaskRecord): Partial<WorkflowTaskRecord> {
  const lists = TASK_LISTS.of({
    ...task,
    ...(createdBy instanceof ObjectId && { createdBy }),
    ...(beneficiaryId instanceof ObjectId && { beneficiaryId }),
    involvedIds: Array.isArray(involvedIds) ? involvedIds : [],
    deletedAt: deletedAt ?? null,
  });
  return { ...lists, seatsListed: task.companyId instanceof ObjectId && GENERATION };
}
