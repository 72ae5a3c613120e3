export {
  type ApprovalSettings,
  COLLECTION,
  type SettingsDefaults,
  settingsIn,
  settingsOf,
} from "./approval-settings.ts";
export {
  type ApprovalSettingsReadModel,
  createApprovalSettingsReadModel,
} from "./approval-settings-read-model.ts";
export { approvalSettingsSchema } from "./approval-settings-resolvers.ts";
export { settingsDefaults } from "./settings-defaults.ts";
export { createUpdateApprovalSettings } from "./update-approval-settings.ts";
