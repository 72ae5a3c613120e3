import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { Load } from "../shared/loader.ts";
import type { SeenUseCases } from "./mark-seen.ts";

/** The part of an operation's context that the resolvers use. */
interface SeenContext {
  caller: Caller;
  engine: SeenUseCases;
  loaders: { changedSinceSeen: Load<boolean> };
}

/** Documents that users have looked at (contract-3, CON-13 and CON-15). */
export const seenResolvers: Resolvers<SeenContext> = {
  Mutation: {
    markSeen: async (_, { input }, { caller, engine }) => {
      await engine.markSeen(caller, input);
      return true;
    },
  },
  WorkflowTask: {
    changedSinceSeen: ({ refId }, _, { loaders }) => loaders.changedSinceSeen.load(refId),
  },
};
