import type { Id } from "@countersign/domain/approval";
import { defined } from "@countersign/domain/defined";
import type { Scope } from "@countersign/mongo";

import { type VersionStage, STAGE_FIELDS, stageFieldsOf } from "./content.ts";
import type { Workflow, WorkflowApprover, WorkflowStage } from "./records.ts";
import { createApprovers, createStages, createWorkflows } from "./repositories.ts";
import { type WorkflowVersion, findNewestVersion } from "./versions.ts";

// A row says who a record is; what follows from the newest version is read there (contract-4, ONE-6).

/** A row of a workflow with the fields that follow from its newest version. */
export function withContent(
  { facts: _facts, ...row }: Workflow,
  { name, facts }: Pick<WorkflowVersion, "name" | "facts">,
): Workflow {
  return { ...row, name, ...(facts && { facts }) };
}

/** A workflow that is there. */
export async function findWorkflow(scope: Scope, companyId: Id, id: Id): Promise<Workflow | undefined> {
  const row = await createWorkflows(scope).find(companyId, id);
  const newest = row && (await findNewestVersion(scope, companyId, id));
  return row && newest && withContent(row, newest);
}

/** A stage that is there. */
export async function findStage(scope: Scope, companyId: Id, id: Id): Promise<WorkflowStage | undefined> {
  const row = await createStages(scope).find(companyId, id);
  const newest = row && (await findNewestVersion(scope, companyId, row.workflowId));
  const stage = newest?.stages.find(({ stageId }) => stageId === id);
  return row && stage && stageRowOf(row, stage);
}

/** A stage's row with the fields that follow from a version. */
function stageRowOf(row: WorkflowStage, stage: VersionStage): WorkflowStage {
  const derivedFields: readonly string[] = STAGE_FIELDS;
  const ownFields = Object.fromEntries(
    Object.entries(row).filter(([field]) => !derivedFields.includes(field)),
  );
  return { ...ownFields, ...stageFieldsOf(stage) } as WorkflowStage;
}

/** An approver of a stage that is there. */
export async function findApprover(
  scope: Scope,
  companyId: Id,
  id: Id,
): Promise<WorkflowApprover | undefined> {
  const row = await createApprovers(scope).find(companyId, id);
  const newest = row && (await findNewestVersion(scope, companyId, row.workflowId));
  for (const { stageId, approvers } of newest?.stages ?? []) {
    const approver = approvers.find((candidate) => candidate.id === id);
    if (row === undefined || approver === undefined) continue;
    const { groups: _groups, ...ownFields } = row;
    const { approverId, groups } = approver;
    return defined<WorkflowApprover>({ ...ownFields, stageId, approverId, groups });
  }
  return undefined;
}
