import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { Load } from "../shared/loader.ts";
import type { MailReadModel } from "./mail-read-model.ts";
import type { PreferenceUseCases } from "./preferences-use-cases.ts";

/** The part of an operation's context that the resolvers use. */
interface MailContext {
  caller: Caller;
  engine: PreferenceUseCases;
  readModels: { mail: MailReadModel };
  loaders: { mailFailing: Load<boolean> };
}

/** Preferences about notifications, and addresses that refuse mails (contract-3, TIME-5). */
export const mailResolvers: Resolvers<MailContext> = {
  Query: {
    notificationPreferences: (_, __, { caller, readModels }) => readModels.mail.preferencesOf(caller),
    notificationChannels: (_, __, { readModels }) => [...readModels.mail.channels],
  },
  Mutation: {
    updateNotificationPreferences: (_, { input }, { caller, engine }) =>
      engine.updateNotificationPreferences(caller, input),
  },
  User: {
    mailFailing: ({ _id }, _, { caller, loaders }) =>
      caller.privileged || caller.userId === _id ? loaders.mailFailing.load(_id) : null,
  },
};
