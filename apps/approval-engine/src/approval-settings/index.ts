export {
  type ApprovalSettings,
  type SettingsDefaults,
  type SettingsScope,
  rulesOf,
  settingsOf,
} from "./approval-settings.ts";
export {
  type ApprovalSettingsReadModel,
  createApprovalSettingsReadModel,
} from "./approval-settings-read-model.ts";
export { calendarsNamedAnywhere } from "./named-calendars.ts";
export { notificationDaysOf } from "./notification-days.ts";
export {
  type NamedPerson,
  assertInDirectory,
  namedApprovers,
  namedEditors,
  refuseUnknown,
} from "./refuse-unknown.ts";
export { settingsDefaults } from "./settings-defaults.ts";
