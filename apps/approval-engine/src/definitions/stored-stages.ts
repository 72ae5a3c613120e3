import type { Id, StoredStage } from "@countersign/domain/approval";

import type { WorkflowApprover, WorkflowStage } from "../shared/records.ts";
import type { Repositories } from "../shared/repositories.ts";

type Definitions = Pick<Repositories, "workflows" | "stages" | "approvers">;

/** The stages of a stored workflow with their approvers; nothing when the company has no such workflow. */
export async function storedStagesOf(
  { workflows, stages, approvers }: Definitions,
  companyId: Id,
  workflowId: Id,
): Promise<StoredStage[] | undefined> {
  if ((await workflows.find(companyId, workflowId)) === undefined) return undefined;
  const rows = await approvers.list(companyId, { workflowId });
  return (await stages.list(companyId, { workflowId })).map((stage) => storedStage(stage, rows));
}

/** One stored stage with its approvers; nothing when the company has no such stage. */
export async function findStoredStage(
  { stages, approvers }: Definitions,
  companyId: Id,
  stageId: Id,
): Promise<StoredStage | undefined> {
  const stage = await stages.find(companyId, stageId);
  return stage && storedStage(stage, await approvers.list(companyId, { stageId }));
}

function storedStage(
  { _id: stageId, workflowId, name, order, approveBy }: WorkflowStage,
  rows: readonly WorkflowApprover[],
): StoredStage {
  const approverIds = rows.filter((row) => row.stageId === stageId).map((row) => row.approverId);
  return {
    stageId,
    workflowId,
    name,
    order,
    approveBy,
    approverIds: [...new Set(approverIds)],
  };
}
