import type { Caller } from "../shared/caller.ts";
import { type Load, batchLoad } from "../shared/loader.ts";
import type { DefinitionReadModel } from "./definition-read-model.ts";
import type { Workflow, WorkflowApprover, WorkflowStage } from "./records.ts";
import type { NewestVersion } from "./version-read-model.ts";

/** Definitions that resolvers show. */
export interface DefinitionLoaders {
  workflow: Load<Workflow | null>;
  stage: Load<WorkflowStage | null>;
  stagesOfWorkflow: Load<WorkflowStage[]>;
  approversOfStage: Load<WorkflowApprover[]>;
  newestVersion: Load<NewestVersion | null>;
}

export function createDefinitionLoaders(
  { companyId }: Caller,
  { definitions }: { definitions: DefinitionReadModel },
): DefinitionLoaders {
  return {
    workflow: batchLoad((ids) => definitions.workflowsByIds(companyId, ids)),
    stage: batchLoad((ids) => definitions.stagesByIds(companyId, ids)),
    stagesOfWorkflow: batchLoad((ids) => definitions.stagesByWorkflowIds(companyId, ids)),
    approversOfStage: batchLoad((ids) => definitions.approversByStageIds(companyId, ids)),
    newestVersion: batchLoad((ids) => definitions.newestVersions(companyId, ids)),
  };
}
