import { createSettingsReader } from "@countersign/settings";
import type { Db } from "mongodb";

import { type ApprovalSettings, type SettingsDefaults, settingsOf } from "./approval-settings.ts";

export interface ApprovalSettingsReadModel {
  /** The company's settings; the defaults where it has set nothing. */
  find(companyId: string): Promise<ApprovalSettings>;
  /** Whether the company's thresholds apply to orders: `approvalThresholdsEnabled` of its `configs`, off where unset. */
  areThresholdsEnabled(companyId: string): Promise<boolean>;
}

export function createApprovalSettingsReadModel(
  db: Pick<Db, "collection">,
  settingsDefaults: SettingsDefaults,
): ApprovalSettingsReadModel {
  const configs = createSettingsReader({ db });
  return {
    find: (companyId) => settingsOf({ db, settingsDefaults }, companyId),
    areThresholdsEnabled: async (companyId) =>
      (await configs.find(companyId))?.values.approvalThresholdsEnabled === true,
  };
}
