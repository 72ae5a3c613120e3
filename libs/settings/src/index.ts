export { type AuditedValues, auditedSides, CONFIG_ENTITY } from "./config-audit.ts";
export type { Config, VersionValues } from "./config-record.ts";
export {
  type ConfigWrite,
  createSettingsReader,
  createSettingsRepository,
  SETTINGS_INDEXES,
  type SettingsReader,
  type SettingsRepository,
} from "./settings-repository.ts";
export { createMostRecent, type MostRecent, type MostRecentOptions } from "./most-recent.ts";
