import DataLoader from "dataloader";

import type { ReadModels } from "../read-models/index.ts";

/**
 * Child fields of one operation: what is asked for in the same turn becomes one store command.
 * Nothing is cached, so that a mutation's answer, or a later event of a subscription, shows the state of its moment.
 */
export function createLoaders(companyId: string, { definitions, directory, runs }: ReadModels) {
  return {
    workflow: batched((ids) => definitions.workflowsByIds(companyId, ids)),
    stage: batched((ids) => definitions.stagesByIds(companyId, ids)),
    stagesOfWorkflow: batched((ids) => definitions.stagesByWorkflowIds(companyId, ids)),
    task: batched((ids) => runs.tasksByIds(companyId, ids)),
    approvalsOfTask: batched((ids) => runs.approvalsByTaskIds(companyId, ids)),
    user: batched((ids) => directory.usersByIds(companyId, ids)),
    order: batched((ids) => directory.ordersByIds(companyId, ids)),
  };
}

export type Loaders = ReturnType<typeof createLoaders>;

function batched<T>(read: (ids: readonly string[]) => Promise<T[]>): DataLoader<string, T> {
  return new DataLoader(read, { cache: false });
}
