import type { DutyRun } from "@countersign/domain/approval";
import { type Db, type Document, ObjectId } from "mongodb";

import { toRecord } from "../shared/record-of.ts";
import type { WorkflowApprovalRecord, WorkflowTaskRecord } from "../runs/index.ts";

interface Placed extends WorkflowApprovalRecord {
  tasks: WorkflowTaskRecord[];
}

const TASK_OF = { from: "workflow_tasks", localField: "taskId", foreignField: "_id", as: "tasks" };

/** The seats that a person holds, and those that they decided for somebody else; each by an index of its own. */
const BY = { approverId: "of_approver_in_run", decidedBy: "of_decider_in_run" } as const;

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
  const [runs, people] = [runIds, userIds].map((ids) => ({ $in: ids.map((id) => new ObjectId(id)) }));
  const standing: Document = {
    runId: runs,
    companyId: new ObjectId(companyId),
    status: { $in: ["APPROVED", "REJECTED"] },
    archived: false,
    deletedAt: null,
  };
  const found = await Promise.all(
    Object.entries(BY).map(([field, hint]) =>
      db
        .collection<WorkflowApprovalRecord>("workflow_approvals")
        .aggregate<Placed>([{ $match: { ...standing, [field]: people } }, { $lookup: TASK_OF }], { hint })
        .toArray(),
    ),
  );
  const verdicts = found.flat().map((row) => toRecord<Placed>(row));
  const ofRun = Map.groupBy(verdicts, ({ runId }) => runId);
  return runIds.map((runId) => {
    const approvals = ofRun.get(runId) ?? [];
    const tasks = approvals.flatMap((row) => row.tasks).map(({ _id: id, orderNo }) => ({ id, orderNo }));
    return { tasks, approvals };
  });
}
