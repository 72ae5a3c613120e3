import { LIMITS } from "@countersign/contracts";
import { defined } from "@countersign/domain/defined";
import { DomainError } from "@countersign/domain/errors";

import type { Workflow, WorkflowApprover, WorkflowStage } from "../shared/records.ts";
import { type Caller, stampOf } from "../shared/caller.ts";
import {
  createWorkflowApproverInput,
  createWorkflowInput,
  createWorkflowStageInput,
  updateWorkflowApproverInput,
  updateWorkflowInput,
  updateWorkflowStageInput,
} from "../shared/inputs.ts";
import { type OwnFields, changed, createRecordUseCases, deleted } from "../shared/record-use-cases.ts";
import { replaceApprovers } from "./stage-approvers.ts";
import type { Attempt, Transact } from "../shared/transact.ts";

export interface DefinitionDependencies {
  transact: Transact;
  authorize: (caller: Caller) => void;
}

/** `createWorkflow`, `updateWorkflow`, `deleteWorkflow`: a deleted workflow takes its stages and approvers along. */
export function createWorkflowUseCases(dependencies: DefinitionDependencies) {
  return createRecordUseCases<Workflow, typeof createWorkflowInput, typeof updateWorkflowInput>(
    dependencies,
    {
      label: "Workflow",
      collection: "workflows",
      series: "WF",
      missing: "WORKFLOW_NOT_FOUND",
      storeOf: ({ workflows }) => workflows,
      createInput: createWorkflowInput,
      updateInput: updateWorkflowInput,
      build: (_attempt, _companyId, { name, description, stageId, status = "DRAFT" }) =>
        defined<OwnFields<Workflow>>({
          name,
          status,
          description: description ?? undefined,
          stageId: stageId ?? undefined,
        }),
      change: (_attempt, record, input) => changed(record, input),
      removed: async ({ repositories: { stages, approvers }, now }, caller, { _id: workflowId }) => {
        const stamp = stampOf(caller, now);
        const ofStages = await stages.list(caller.companyId, { workflowId });
        const ofApprovers = await approvers.list(caller.companyId, { workflowId });
        await stages.replace(ofStages.map((stage) => deleted(stage, stamp)));
        await approvers.replace(ofApprovers.map((row) => deleted(row, stamp)));
      },
    },
  );
}

/** The same for stages: `approverIds` become rows of `workflow_approvers` and are not kept on the stage. */
export function createStageUseCases(dependencies: DefinitionDependencies) {
  return createRecordUseCases<
    WorkflowStage,
    typeof createWorkflowStageInput,
    typeof updateWorkflowStageInput
  >(dependencies, {
    label: "Workflow stage",
    collection: "workflow_stages",
    series: "WS",
    storeOf: ({ stages }) => stages,
    createInput: createWorkflowStageInput,
    updateInput: updateWorkflowStageInput,
    build: async ({ repositories }, companyId, input) => {
      const { name, workflowId, order, approveBy = "ANY", status = "DRAFT" } = input;
      if ((await repositories.workflows.find(companyId, workflowId)) === undefined) {
        throw new DomainError("WORKFLOW_NOT_FOUND", "Workflow not found", { field: "workflowId" });
      }
      if ((await repositories.stages.list(companyId, { workflowId })).length >= LIMITS.stages) {
        throw new DomainError("INVALID_INPUT", `A workflow has at most ${LIMITS.stages} stages`, {
          field: "workflowId",
        });
      }
      return { name, workflowId, order, approveBy, status };
    },
    change: (_attempt, record, { approverIds: _approverIds, ...input }) => changed(record, input),
    created: async (attempt, caller, stage, { approverIds }) => {
      if (approverIds !== undefined) await replaceApprovers(attempt, caller, stage, approverIds);
    },
    updated: async (attempt, caller, stage, { approverIds }) => {
      if (approverIds !== undefined) await replaceApprovers(attempt, caller, stage, approverIds);
    },
    removed: async (attempt, caller, stage) => replaceApprovers(attempt, caller, stage, []),
  });
}

/** The same for single approvers of a stage. */
export function createApproverUseCases(dependencies: DefinitionDependencies) {
  return createRecordUseCases<
    WorkflowApprover,
    typeof createWorkflowApproverInput,
    typeof updateWorkflowApproverInput
  >(dependencies, {
    label: "Workflow approver",
    collection: "workflow_approvers",
    series: "WA",
    storeOf: ({ approvers }) => approvers,
    createInput: createWorkflowApproverInput,
    updateInput: updateWorkflowApproverInput,
    build: async (attempt, companyId, { stageId, workflowId, approverId }) => {
      const stage = await stageWithRoom(attempt, companyId, stageId);
      if (workflowId !== undefined && workflowId !== stage.workflowId) {
        throw new DomainError("INVALID_INPUT", "The stage belongs to another workflow", {
          field: "workflowId",
        });
      }
      return { stageId, workflowId: stage.workflowId, approverId };
    },
    change: (_attempt, record, input) => changed(record, input),
  });
}

async function stageWithRoom(
  { repositories }: Attempt,
  companyId: string,
  stageId: string,
): Promise<WorkflowStage> {
  const stage = await repositories.stages.find(companyId, stageId);
  if (stage === undefined) {
    throw new DomainError("NOT_FOUND", "Workflow stage not found", { field: "stageId" });
  }
  if ((await repositories.approvers.list(companyId, { stageId })).length >= LIMITS.approversPerStage) {
    throw new DomainError("INVALID_INPUT", `A stage has at most ${LIMITS.approversPerStage} approvers`, {
      field: "stageId",
    });
  }
  return stage;
}
