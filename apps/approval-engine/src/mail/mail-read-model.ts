import { type Db, ObjectId } from "mongodb";

import type { Caller } from "../shared/caller.ts";
import { allPreferences, type Categorized, categoryOf, type Preference, whenOf } from "./preferences.ts";
import { MAIL_USERS, type MailUserRecord, PREFERENCES, type PreferencesRecord } from "./records.ts";

export interface MailReadModel {
  /** All preferences of the caller. */
  preferencesOf(caller: Pick<Caller, "companyId" | "userId">): Promise<Preference[]>;
  /** Which notifications the caller sees in the application: those of categories that they have not switched off. */
  shownTo(caller: Pick<Caller, "companyId" | "userId">): Promise<(notification: Categorized) => boolean>;
  /** Of each user in turn, whether their address refuses mails. */
  failing(userIds: readonly string[]): Promise<boolean[]>;
}

export function createMailReadModel(db: Pick<Db, "collection">): MailReadModel {
  const ownOf = async ({ companyId, userId }: Pick<Caller, "companyId" | "userId">) => {
    const own = { _id: new ObjectId(userId), companyId: new ObjectId(companyId) };
    return (await db.collection<PreferencesRecord>(PREFERENCES).findOne(own))?.preferences;
  };
  return {
    preferencesOf: async (caller) => allPreferences(await ownOf(caller)),
    shownTo: async (caller) => {
      const own = await ownOf(caller);
      return (notification) => whenOf(own, "IN_APP", categoryOf(notification)) !== "OFF";
    },
    failing: async (userIds) => {
      const found = await db
        .collection<MailUserRecord>(MAIL_USERS)
        .find({ _id: { $in: userIds.map((id) => new ObjectId(id)) }, failingSince: { $exists: true } })
        .toArray();
      const failing = new Set(found.map(({ _id }) => _id.toHexString()));
      return userIds.map((id) => failing.has(id));
    },
  };
}
