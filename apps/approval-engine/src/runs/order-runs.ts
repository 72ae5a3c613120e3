import type { Id, WorkflowTaskKind } from "@countersign/domain/approval";
import { toObjectId } from "@countersign/mongo";
import type { Filter } from "mongodb";

import type { TransactionScope } from "../shared/transact.ts";
import type { DocumentState, WorkflowTask } from "./records.ts";
import type { RunRecord } from "./run-record.ts";
import type { RunOrigin } from "./run.ts";
import { runsIn } from "./runs-repository.ts";
import { runOf } from "./stored-run.ts";

/** The runs that speak for an order (contract-2, SAFE-1): of its kind, by its owner or with the named workflow. */
interface OrderRunQuery {
  refId: Id;
  kind: WorkflowTaskKind;
  /** The one that the order's evaluation names. */
  workflowId: Id | undefined;
}
export type OrderRun = Pick<WorkflowTask, "runId" | "refId" | "workflowId"> &
  RunOrigin & { state: DocumentState };

/** The newest run that speaks for an order, passing over all others; what followed from its last write is there. */
export async function findOrderRun(
  scope: TransactionScope,
  companyId: Id,
  { refId, kind, workflowId }: OrderRunQuery,
): Promise<OrderRun | undefined> {
  const speaking: Filter<RunRecord>[] = [{ "origin.byOwner": true }];
  if (workflowId !== undefined) {
    speaking.push({
      "origin.workflowId": toObjectId(workflowId),
      "origin.orderUnknown": { $exists: false },
    });
  }
  const record = await runsIn(scope).findOne(
    { companyId: toObjectId(companyId), refId: toObjectId(refId), kind, $or: speaking },
    { session: scope.session, sort: { number: -1 } },
  );
  if (record === null) return undefined;
  await scope.runs.settle(record);
  const run = runOf(record);
  const task = run.tasks[0]!;
  return Object.assign({}, run.origin, {
    runId: task.runId,
    refId,
    ...(task.workflowId !== undefined && { workflowId: task.workflowId }),
    state: run.end?.state ?? ("IN_PROGRESS" as const),
  });
}
