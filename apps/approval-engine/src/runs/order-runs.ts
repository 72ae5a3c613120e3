import type { Id, WorkflowTaskKind } from "@countersign/domain/approval";
import { type Scope, toObjectId } from "@countersign/mongo";
import type { Filter } from "mongodb";

import type { WorkflowTask, WorkflowTaskRecord } from "./records.ts";
import type { RunOrigin } from "./run-records.ts";
import { createRunsRepository } from "./runs-repository.ts";

/** The runs that speak for an order (contract-2, SAFE-1): of its kind, by its owner or with the named workflow. */
export interface OrderRunQuery {
  refId: Id;
  kind: WorkflowTaskKind;
  /** The one that the order's evaluation names. */
  workflowId: Id | undefined;
}
export type OrderRun = Pick<WorkflowTask, "runId" | "refId"> & RunOrigin;

/** The newest run that speaks for an order, passing over all others. */
export async function findOrderRun(
  scope: Scope,
  companyId: Id,
  { refId, kind, workflowId }: OrderRunQuery,
): Promise<OrderRun | undefined> {
  const { tasks } = createRunsRepository(scope);
  const speaking: Filter<WorkflowTaskRecord>[] = [
    { byOwner: true },
    // Older runs carry no mark: only a service can submit stages of its own.
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
}

/** The same run if its history says that it was completed. */
export async function findCompletedOrderRun(
  scope: Scope,
  companyId: Id,
  query: OrderRunQuery,
): Promise<OrderRun | undefined> {
  const run = await findOrderRun(scope, companyId, query);
  if (run === undefined) return undefined;
  const { refId, runId } = run;
  const completed = await createRunsRepository(scope).events.list(companyId, {
    refId,
    runId,
    event: "COMPLETED",
  });
  return completed.length > 0 ? run : undefined;
}
