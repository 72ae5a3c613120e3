export type { Config, VersionValues } from "./config-record.ts";
export {
  type ConfigWrite,
  createSettingsReader,
  createSettingsRepository,
  type MostRecentOptions,
  SETTINGS_INDEXES,
  type SettingsReader,
  type SettingsRepository,
} from "./settings-repository.ts";
