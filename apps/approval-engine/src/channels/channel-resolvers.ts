import type { NotificationChannel, Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { ChannelReadModel } from "./channel-read-model.ts";
import type { Preference } from "./preferences.ts";
import type { PreferenceUseCases } from "./preferences-use-cases.ts";

/** The part of an operation's context that the resolvers use. */
interface ChannelContext {
  caller: Caller;
  engine: PreferenceUseCases;
  readModels: { channels: ChannelReadModel };
}

/** Each feature's channel extends the enum. */
const channelOf = (channel: string) => channel as NotificationChannel;

const shownPreferences = (preferences: readonly Preference[]) =>
  preferences.map((preference) => ({ ...preference, channel: channelOf(preference.channel) }));

/** Channels of notifications, and what users want to hear over them (contract-3, TIME-5). */
export const channelResolvers: Resolvers<ChannelContext> = {
  Query: {
    notificationPreferences: async (_, __, { caller, readModels }) =>
      shownPreferences(await readModels.channels.preferencesOf(caller)),
    notificationChannels: (_, __, { readModels }) => readModels.channels.channels.map(channelOf),
  },
  Mutation: {
    updateNotificationPreferences: async (_, { input }, { caller, engine }) =>
      shownPreferences(await engine.updateNotificationPreferences(caller, input)),
  },
};
