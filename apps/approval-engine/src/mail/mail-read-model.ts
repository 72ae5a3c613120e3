import { type Db, ObjectId } from "mongodb";

import type { Caller } from "../shared/caller.ts";
import {
  allPreferences,
  type Categorized,
  categoryOf,
  type Channel,
  CHANNELS,
  type Preference,
  whenOf,
} from "./preferences.ts";
import {
  MAIL_USERS,
  mailUserId,
  type MailUserRecord,
  PREFERENCES,
  type PreferencesRecord,
} from "./records.ts";

export interface MailReadModel {
  /** The channels that the deployment has. */
  channels: readonly Channel[];
  /** All preferences of the caller. */
  preferencesOf(caller: Pick<Caller, "companyId" | "userId">): Promise<Preference[]>;
  /** Which notifications the caller sees in the application: those of categories that they have not switched off. */
  shownTo(caller: Pick<Caller, "companyId" | "userId">): Promise<(notification: Categorized) => boolean>;
  /** Of each user of the company in turn, whether their address refuses mails. */
  failing(companyId: string, userIds: readonly string[]): Promise<boolean[]>;
}

/** @param sendsMail - whether the deployment has a mail server */
export function createMailReadModel(db: Pick<Db, "collection">, sendsMail: boolean): MailReadModel {
  const ownOf = async ({ companyId, userId }: Pick<Caller, "companyId" | "userId">) => {
    const own = { companyId: new ObjectId(companyId), userId: new ObjectId(userId) };
    return (await db.collection<PreferencesRecord>(PREFERENCES).findOne(own))?.preferences;
  };
  return {
    channels: sendsMail ? CHANNELS : ["IN_APP"],
    preferencesOf: async (caller) => allPreferences(await ownOf(caller)),
    shownTo: async (caller) => {
      const own = await ownOf(caller);
      return (notification) => whenOf(own, "IN_APP", categoryOf(notification)) !== "OFF";
    },
    failing: async (companyId, userIds) => {
      const idOf = (id: string) =>
        mailUserId({ companyId: new ObjectId(companyId), userId: new ObjectId(id) });
      const found = await db
        .collection<MailUserRecord>(MAIL_USERS)
        .find({ _id: { $in: userIds.map(idOf) }, failingSince: { $exists: true } })
        .toArray();
      const failing = new Set(found.map(({ _id }) => _id));
      return userIds.map((id) => failing.has(idOf(id)));
    },
  };
}
