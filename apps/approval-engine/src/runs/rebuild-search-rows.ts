import { isDuplicateKey, sessionOption } from "@countersign/mongo";
import { ObjectId } from "mongodb";

import { documentsNamed } from "../documents/index.ts";
import { toRecord } from "../shared/record-of.ts";
import type { WorkflowEventRecord } from "../shared/records.ts";
import { askedIdsOf } from "./run-records.ts";
import type { WorkflowApprovalRecord, WorkflowTask, WorkflowTaskRecord } from "./records.ts";
import {
  type RunEnd,
  type RunSearchRecord,
  type SearchedRun,
  searchFieldsOf,
  wordsOfRun,
} from "./search-row.ts";
import { type SearchScope, placeRuns, searchRows, updateTo } from "./search-rows.ts";

/**
 * Makes the rows of runs from their stored records: for runs of older releases, and after changes other than decisions.
 * Outside of a transaction a row that was written later than the records is left as it is.
 *
 * @throws the driver's errors
 */
export async function rebuildSearchRows(scope: SearchScope, runIds: readonly ObjectId[]): Promise<void> {
  const runs = await storedRuns(scope, runIds);
  const described = await documentsOf(scope, runs);
  const ends = await endsOf(scope, runs);
  const rows = runs.map((run) => {
    const { runId, document } = run.tasks[0]!;
    const fields = searchFieldsOf(run, ends.get(runId) ?? cancelled(run), run.writtenAt);
    const words = wordsOfRun(run, document && described.get(document.id));
    return Object.assign(fields, { _id: new ObjectId(runId), words });
  });
  if (rows.length === 0) return;
  await store(scope, rows);
  await placeRuns(
    scope,
    rows.map(({ refId }) => refId),
  );
}

type StoredRun = SearchedRun & { writtenAt: Date };

/** The runs with their records; malformed ones are left out. */
async function storedRuns(scope: SearchScope, runIds: readonly ObjectId[]): Promise<StoredRun[]> {
  const { db } = scope;
  const options = sessionOption(scope);
  const named = { runId: { $in: [...runIds] } };
  const tasks = await db.collection<WorkflowTaskRecord>("workflow_tasks").find(named, options).toArray();
  const approvals = await db
    .collection<WorkflowApprovalRecord>("workflow_approvals")
    .find({ ...named, deletedAt: null }, options)
    .toArray();
  const rows = Map.groupBy(approvals, ({ runId }) => runId.toHexString());
  const byRun = Map.groupBy(tasks.filter(isSound), ({ runId }) => runId.toHexString());
  return [...byRun].map(([runId, found]) => runOfRecords(found, rows.get(runId) ?? []));
}

function runOfRecords(
  stored: readonly WorkflowTaskRecord[],
  rows: readonly WorkflowApprovalRecord[],
): StoredRun {
  const approvals = rows.map((row) => toRecord(row));
  const tasks = stored.map((record): WorkflowTask => {
    const task = toRecord(record);
    const involvedIds = idsIn(record.involvedIds).map((id) => id.toHexString());
    // Older releases left those out who are asked.
    return Object.assign(task, { involvedIds, askedIds: askedIdsOf({ ...task, id: task._id }, approvals) });
  });
  return {
    tasks,
    approvals,
    number: stored[0]?.runNumber ?? 1,
    writtenAt: stored.reduce((last, { updatedAt }) => (updatedAt > last ? updatedAt : last), new Date(0)),
  };
}

/** Whether a record has what its row needs; a malformed one is shown in no list. */
const isSound = ({ companyId, runId, refId, submitterId }: WorkflowTaskRecord): boolean =>
  [companyId, runId, refId, submitterId].every((id) => id instanceof ObjectId);

const idsIn = (value: unknown): ObjectId[] =>
  Array.isArray(value) ? value.filter((one) => one instanceof ObjectId) : [];

/** The documents that the runs judge, by the ids of their revisions. */
async function documentsOf(
  scope: SearchScope,
  runs: readonly SearchedRun[],
): Promise<Awaited<ReturnType<typeof documentsNamed>>> {
  const ids = runs.flatMap(({ tasks: [task] }) => task?.document?.id ?? []);
  return documentsNamed(scope, ids);
}

const ENDS = {
  COMPLETED: "APPROVED",
  RECALLED: "RECALLED",
  REJECTED: "REJECTED",
  EXPIRED: "EXPIRED",
} as const;
type Ending = keyof typeof ENDS;

/** How the runs ended, as their history says; a rejection that names a stage returned to it. */
async function endsOf(scope: SearchScope, runs: readonly SearchedRun[]): Promise<Map<string, RunEnd>> {
  const refIds = runs.map(({ tasks: [task] }) => new ObjectId(task!.refId));
  const events = await scope.db
    .collection<WorkflowEventRecord>("workflow_events")
    .find({ refId: { $in: refIds }, event: { $in: Object.keys(ENDS) as Ending[] } }, sessionOption(scope))
    .toArray();
  return new Map(
    events
      .filter(({ event, metadata }) => event !== "REJECTED" || metadata.stageName === undefined)
      .map(({ runId, event, createdAt: at }) => [String(runId), { state: ENDS[event as Ending], at }]),
  );
}

const cancelled = ({ writtenAt }: StoredRun): RunEnd => ({ state: "CANCELLED", at: writtenAt });

async function store(scope: SearchScope, rows: readonly Omit<RunSearchRecord, "viewerIds">[]): Promise<void> {
  const { session } = scope;
  const updates = rows.map(({ _id, ...fields }) => {
    const filter = {
      _id,
      companyId: fields.companyId,
      ...(session ? {} : { writtenAt: { $lt: fields.writtenAt } }),
    };
    const update = { ...updateTo(fields), $setOnInsert: { viewerIds: [] } };
    return { updateOne: { filter, update, upsert: true } };
  });
  try {
    await searchRows(scope).bulkWrite(updates, { ...sessionOption(scope), ordered: false });
  } catch (error) {
    // Commands have written rows since their records were read.
    if (session || !isDuplicateKey(error)) throw error;
  }
}
