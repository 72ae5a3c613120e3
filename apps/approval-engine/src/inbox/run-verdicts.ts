import type { DutyRun, WorkflowApprovalStatus } from "@countersign/domain/approval";
import { type Db, ObjectId } from "mongodb";

import { toRecord } from "../shared/record-of.ts";
import { type WorkflowApprovalRecord, type WorkflowTaskRecord, runsIn } from "../runs/index.ts";

type PlacedTask = Pick<WorkflowTaskRecord, "_id" | "runId" | "orderNo">;

const STANDING: WorkflowApprovalStatus[] = ["APPROVED", "REJECTED"];

const anyOf = (ids: readonly string[]) => ({ $in: ids.map((id) => new ObjectId(id)) });

/** When the runs were submitted, in milliseconds since 1970, by run. */
export async function submissionTimes(
  db: Pick<Db, "collection">,
  companyId: string,
  runIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const records = await runsIn({ db })
    .find({ _id: anyOf(runIds), companyId: new ObjectId(companyId) }, { projection: { submittedAt: 1 } })
    .toArray();
  return new Map(records.map(({ _id, submittedAt }) => [_id.toHexString(), submittedAt.getTime()]));
}

/**
 * The verdicts that separation of duties checks in each run before these people decide: their standing verdicts,
 * and those that somebody gave in their place.
 */
export async function verdictsInRuns(
  db: Pick<Db, "collection">,
  companyId: string,
  runIds: readonly string[],
  userIds: readonly string[],
): Promise<DutyRun[]> {
  const people = anyOf(userIds);
  const ofRuns = { runId: anyOf(runIds), companyId: new ObjectId(companyId) };
  const tasks = await db
    .collection<PlacedTask>("workflow_tasks")
    .find(ofRuns, { projection: { runId: 1, orderNo: 1 } })
    .toArray();
  const standingRows = { ...ofRuns, status: { $in: STANDING }, archived: false, deletedAt: null };
  const taskId = { $in: tasks.map(({ _id }) => _id) };
  const rows = db.collection<WorkflowApprovalRecord>("workflow_approvals");
  // The seats that a person holds, and those that they decided for somebody else; each by its index.
  const foundRows = await Promise.all([
    rows.find({ ...standingRows, taskId, approverId: people }, { hint: "rows_of_run" }).toArray(),
    rows.find({ ...standingRows, decidedBy: people }, { hint: "of_decider_in_run" }).toArray(),
  ]);
  const verdicts = Map.groupBy(
    foundRows.flat().map((row) => toRecord<WorkflowApprovalRecord>(row)),
    ({ runId }) => runId,
  );
  const places = Map.groupBy(tasks, ({ runId }) => runId.toHexString());
  return runIds.map((runId) => ({
    tasks: (places.get(runId) ?? []).map(({ _id, orderNo }) => ({ id: _id.toHexString(), orderNo })),
    approvals: verdicts.get(runId) ?? [],
  }));
}
