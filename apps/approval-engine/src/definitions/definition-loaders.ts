import type { Caller } from "../shared/caller.ts";
import { type Load, batched } from "../shared/loader.ts";
import type { DefinitionReadModel } from "./definition-read-model.ts";
import type { Workflow, WorkflowApprover, WorkflowStage } from "./records.ts";
import type { NewestVersion } from "./versions.ts";

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
    workflow: batched((ids) => definitions.workflowsByIds(companyId, ids)),
    stage: batched((ids) => definitions.stagesByIds(companyId, ids)),
    stagesOfWorkflow: batched((ids) => definitions.stagesByWorkflowIds(companyId, ids)),
    approversOfStage: batched((ids) => definitions.approversByStageIds(companyId, ids)),
    newestVersion: batched((ids) => definitions.newestVersions(companyId, ids)),
  };
}
