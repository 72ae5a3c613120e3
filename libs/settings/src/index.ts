export {
  type Config,
  type ConfigWrite,
  createSettingsReader,
  createSettingsRepository,
  type SettingsReader,
  type SettingsRepository,
} from "./settings-repository.ts";
