export {
  CONFIG_BOUNDS,
  CONFIG_FIELDS,
  type ConfigField,
  type ConfigPatch,
  type ConfigValues,
  type DefaultWorkflow,
  VERSION_FIELDS,
  assertConfigPatch,
  defaultWorkflowOf,
} from "./config.ts";
export {
  type ConfigChange,
  applyConfigChanges,
  configChangesOf,
  nextUpdatedAtMs,
  rollbackPatchOf,
} from "./config-changes.ts";
export { type ConfigWarning, compareVersions, configWarningsOf } from "./versions.ts";
