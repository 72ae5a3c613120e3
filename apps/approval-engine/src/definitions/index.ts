export type { DefinitionLoaders } from "./definition-loaders.ts";
export { DEFINITION_STATUSES, type DefinitionStatus, type Workflow } from "./records.ts";
export { type DefinitionReadModel } from "./definition-read-model.ts";
export { publishWorkflowInput } from "./inputs.ts";
export { readPublication } from "./publication.ts";
export { publishIn } from "./publish-workflow.ts";
export { draftInput, draftStages } from "./published-stages.ts";
export type { VersionContent, VersionStage } from "./content.ts";
export { seatsAmong } from "./stage-seats.ts";
export { stageChangers } from "./stage-changers.ts";
export {
  type StoredVersion,
  findStoredStage,
  readVersion,
  readVersions,
  workflowExists,
} from "./stored-stages.ts";
export { type Versioned, endVersion, findNewestVersion, insertNext } from "./versions.ts";
export {
  type WorkflowContent,
  contentAt,
  contentsBefore,
  contentsOf,
  draftContent,
  refuseDraftFaults,
} from "./workflow-contents.ts";
