export {
  DEFINITION_STATUSES,
  type DefinitionStatus,
  type Workflow,
  type WorkflowApprover,
  type WorkflowStage,
} from "./records.ts";
export {
  type DefinitionReadModel,
  type WorkflowApproverPage,
  type WorkflowPage,
  type WorkflowStagePage,
  createDefinitionReadModel,
} from "./definition-read-model.ts";
export { definitionSchema } from "./definition-resolvers.ts";
export { createDefinitionUseCases } from "./definitions.ts";
export { DEFINITION_INDEXES } from "./repositories.ts";
export { seatsAmong } from "./stage-seats.ts";
export { findStoredStage, storedVersionOf, workflowExists } from "./stored-stages.ts";
export type { VersionStage, WorkflowVersion } from "./versions.ts";
