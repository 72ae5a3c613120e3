import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import { type Caller, seesEverything } from "../shared/caller.ts";
import type { Load } from "../shared/loader.ts";

/** The part of an operation's context that the resolvers use. */
interface MailContext {
  caller: Caller;
  loaders: { mailFailing: Load<boolean> };
}

/** Addresses that refuse mails (contract-3, TIME-5). */
export const mailResolvers: Resolvers<MailContext> = {
  User: {
    mailFailing: ({ _id }, _, { caller, loaders }) =>
      seesEverything(caller) || caller.userId === _id ? loaders.mailFailing.load(_id) : null,
  },
};
