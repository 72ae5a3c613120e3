import type { Id, StoredStage } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import type { Scope } from "@countersign/mongo";

import type { WorkflowApprover, WorkflowStage } from "./records.ts";
import { createApprovers, createStages, createWorkflows } from "./repositories.ts";
import { seatsAmong } from "./stage-seats.ts";

/** Whether the company has the workflow. */
export async function workflowExists(scope: Scope, companyId: Id, workflowId: Id): Promise<boolean> {
  return (await createWorkflows(scope).find(companyId, workflowId)) !== undefined;
}

/** The stages of a stored workflow with their approvers; nothing when the company has no such workflow. */
export async function storedStagesOf(
  scope: Scope,
  companyId: Id,
  workflowId: Id,
): Promise<StoredStage[] | undefined> {
  if (!(await workflowExists(scope, companyId, workflowId))) return undefined;
  const rows = await createApprovers(scope).list(companyId, { workflowId });
  return (await createStages(scope).list(companyId, { workflowId })).map((stage) => storedStage(stage, rows));
}

/** One stored stage with its approvers; nothing when the company has no such stage. */
export async function findStoredStage(
  scope: Scope,
  companyId: Id,
  stageId: Id,
): Promise<StoredStage | undefined> {
  const stage = await createStages(scope).find(companyId, stageId);
  return stage && storedStage(stage, await createApprovers(scope).list(companyId, { stageId }));
}

function storedStage(
  { _id: stageId, workflowId, name, order, approveBy, quorum, rejectBy, bulk }: WorkflowStage,
  rows: readonly WorkflowApprover[],
): StoredStage {
  return defined<StoredStage>({
    stageId,
    workflowId,
    name,
    order,
    approveBy,
    quorum,
    rejectBy,
    bulk,
    ...seatsAmong(rows.filter((row) => row.stageId === stageId)),
  });
}
