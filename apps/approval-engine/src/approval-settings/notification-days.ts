import type { Db, Filter, ObjectId } from "mongodb";

import { type ApprovalSettingsRecord, COLLECTION, type SettingsDefaults } from "./approval-settings.ts";

/** How many days a company keeps notifications that were read. */
export interface KeptDays {
  companyId: ObjectId;
  days: number;
}

/**
 * The companies that do not keep notifications for ever (contract-3, OPS-8): those that have set `notificationDays`, and, if
 * the deployment has a default, all others.
 *
 * @param companies - all that have notifications
 */
export async function* notificationDaysOf(
  { db, settingsDefaults }: { db: Pick<Db, "collection">; settingsDefaults?: SettingsDefaults | undefined },
  companies: AsyncIterable<ObjectId>,
): AsyncIterable<KeptDays> {
  const records = db.collection<ApprovalSettingsRecord>(COLLECTION);
  const isSet: Filter<ApprovalSettingsRecord> = { notificationDays: { $gte: 1 } };
  const ownSettings = await records.find(isSet, { projection: { notificationDays: 1 } }).toArray();
  const byDefault = settingsDefaults?.notificationDays ?? undefined;
  if (byDefault === undefined) {
    for (const { _id, notificationDays } of ownSettings) {
      if (typeof notificationDays === "number") yield { companyId: _id, days: notificationDays };
    }
    return;
  }
  const days = new Map(ownSettings.map(({ _id, notificationDays }) => [_id.toHexString(), notificationDays]));
  for await (const companyId of companies) {
    yield { companyId, days: days.get(companyId.toHexString()) ?? byDefault };
  }
}
