import type { Id, WorkflowTaskKind } from "@countersign/domain/approval";
import { type Scope, toObjectId } from "@countersign/mongo";
import type { Filter } from "mongodb";

import { createEvents } from "../shared/fact-repositories.ts";
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
export type OrderRun = Pick<WorkflowTask, "runId" | "refId" | "workflowId"> & RunOrigin;

/** How a run stands, or how it ended. A document that was cancelled, or submitted anew by its owner, ends as `archived`. */
export type RunState = "open" | "completed" | "rejected" | "recalled" | "archived";

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

/** How the run stands. Its history says so: its tasks may look alike, whether it was completed or rejected. */
export async function stateOfRun(
  scope: Scope,
  companyId: Id,
  { refId, runId }: Pick<OrderRun, "refId" | "runId">,
): Promise<RunState> {
  const { tasks } = createRunsRepository(scope);
  if ((await tasks.listEver(companyId, { runId, openRun: true })).length > 0) return "open";
  const happened = (await createEvents(scope).list(companyId, { refId, runId })).map(({ event }) => event);
  if (happened.includes("COMPLETED")) return "completed";
  const last = happened.at(-1);
  if (last === "RECALLED") return "recalled";
  return last === "REJECTED" ? "rejected" : "archived";
}
