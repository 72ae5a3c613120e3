export {
  APP_BOUNDS,
  type LocalizedText,
  type MaintenanceWindow,
  type Platform,
  PLATFORMS,
  WEB_APP,
} from "./app-settings.ts";
export {
  CONFIG_BOUNDS,
  CONFIG_FIELDS,
  type ConfigField,
  type ConfigPatch,
  type ConfigValues,
  type DefaultWorkflow,
  VERSION_FIELDS,
  VERSION_TEXT_FIELDS,
  assertConfigPatch,
  defaultWorkflowOf,
  withoutBlankVersions,
} from "./config.ts";
export {
  type ConfigChange,
  applyConfigChanges,
  configChangesOf,
  nextUpdatedAtMs,
  rollbackPatchOf,
} from "./config-changes.ts";
export {
  type AskingApp,
  decideUpdate,
  UPDATE_STATUSES,
  type UpdateDecision,
  type UpdateRules,
  updateRulesOf,
} from "./update-decision.ts";
export { parseVersion, VERSION_FORM, VERSION_MAX_LENGTH, type VersionNumber } from "./version-number.ts";
export { assertMinimums, type ConfigWarning, compareVersions, configWarningsOf } from "./versions.ts";
