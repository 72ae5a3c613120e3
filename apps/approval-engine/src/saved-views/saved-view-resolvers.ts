import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { SavedViewReadModel } from "./saved-view-read-model.ts";
import type { SavedViewUseCases } from "./saved-view-use-cases.ts";

/** The part of an operation's context that the resolvers use. */
interface SavedViewContext {
  caller: Caller;
  engine: SavedViewUseCases;
  readModels: { savedViews: SavedViewReadModel };
}

/** Views of lists (contract-3, CON-13). */
export const savedViewResolvers: Resolvers<SavedViewContext> = {
  Query: {
    savedViews: (_, __, { caller, readModels }) => readModels.savedViews.listMine(caller),
  },
  Mutation: {
    saveView: (_, { input }, { caller, engine }) => engine.saveView(caller, input),
    deleteView: async (_, { id }, { caller, engine }) => {
      await engine.deleteView(caller, id);
      return true;
    },
  },
};
