import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { JournalConfirmations } from "./ask-journal.ts";

/** The part of an operation's context that the resolvers use. */
interface JournalConfirmationContext {
  caller: Caller;
  journal: JournalConfirmations;
}

/** Journal entries that people confirm (contract-3, MCP-3). */
export const journalConfirmationResolvers: Resolvers<JournalConfirmationContext> = {
  Query: {
    journalConfirmation: (_, { id }, { caller, journal }) => journal.show(caller, { id }),
  },
  Mutation: {
    answerJournalConfirmation: async (_, { input }, { caller, journal }) => {
      await journal.answer(caller, input);
      return true;
    },
  },
};
