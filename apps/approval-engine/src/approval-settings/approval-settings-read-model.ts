import type { Db } from "mongodb";

import { type ApprovalSettings, settingsOf } from "./approval-settings.ts";

export interface ApprovalSettingsReadModel {
  /** The company's settings; the defaults where it has set nothing. */
  find(companyId: string): Promise<ApprovalSettings>;
}

export function createApprovalSettingsReadModel(db: Pick<Db, "collection">): ApprovalSettingsReadModel {
  return { find: (companyId) => settingsOf({ db }, companyId) };
}
