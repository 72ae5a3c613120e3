import { type Db, ObjectId } from "mongodb";

import type { Caller } from "../shared/caller.ts";
import type { ReadParts } from "../shared/feature.ts";
import {
  allPreferences,
  CATEGORIES,
  type Categorized,
  categoryOf,
  IN_APP,
  type Preference,
  whenOf,
} from "./preferences.ts";
import {
  CHANNEL_USERS,
  channelUserId,
  type ChannelUserRecord,
  PREFERENCES,
  type PreferencesRecord,
} from "./records.ts";

type User = Pick<Caller, "companyId" | "userId">;

export interface ChannelReadModel {
  /** The channels that the deployment has. */
  channels: readonly string[];
  /** All preferences of the caller. */
  preferencesOf(caller: User): Promise<Preference[]>;
  /**
   * Which notifications the caller sees in the application: those of categories that they have not switched off.
   *
   * @returns undefined where they see all
   */
  shownTo(caller: User): Promise<((notification: Categorized) => boolean) | undefined>;
}

export function createChannelReadModel({
  db,
  channels,
}: Pick<ReadParts, "db" | "channels">): ChannelReadModel {
  const preferencesOf = async ({ companyId, userId }: User) => {
    const ofUser = { companyId: new ObjectId(companyId), userId: new ObjectId(userId) };
    return (await db.collection<PreferencesRecord>(PREFERENCES).findOne(ofUser))?.preferences;
  };
  return {
    channels: [IN_APP, ...channels.open],
    preferencesOf: async (caller) => allPreferences(channels.all, await preferencesOf(caller)),
    shownTo: async (caller) => {
      const preferences = await preferencesOf(caller);
      if (CATEGORIES.every((category) => whenOf(preferences, IN_APP, category) !== "OFF")) return undefined;
      return (notification) => whenOf(preferences, IN_APP, categoryOf(notification)) !== "OFF";
    },
  };
}

/** Of each user of the company in turn, whether their address refuses the channel's messages. */
export async function refusingAmong(
  db: Pick<Db, "collection">,
  channel: string,
  companyId: string,
  userIds: readonly string[],
): Promise<boolean[]> {
  const keys = userIds.map((id) =>
    channelUserId({ channel, companyId: new ObjectId(companyId), userId: new ObjectId(id) }),
  );
  const rows = await db
    .collection<ChannelUserRecord>(CHANNEL_USERS)
    .find({ _id: { $in: keys }, failingSince: { $exists: true } })
    .toArray();
  const failingKeys = new Set(rows.map(({ _id }) => _id));
  return keys.map((key) => failingKeys.has(key));
}
