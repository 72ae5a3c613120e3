import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import { idInput } from "../shared/inputs.ts";
import { parseInput } from "../shared/parse-input.ts";
import type { PeopleReadModel } from "./people-read-model.ts";

/** The part of an operation's context that the resolvers use. */
interface PeopleContext {
  caller: Caller;
  readModels: { people: PeopleReadModel };
  loaders: DirectoryLoaders;
}

const userIdInput = idInput("id");

/** The SDL and resolvers of the caller and of the people whom they may name. */
export const peopleResolvers: Resolvers<PeopleContext> = {
  Query: {
    viewer: async (_, __, { caller, loaders }) => {
      const { userId, companyId, name, privileged } = caller;
      const user = await loaders.user.load(userId);
      return { userId, companyId, name: user?.name ?? name ?? null, privileged };
    },
    user: (_, { id }, { loaders }) => loaders.user.load(parseInput(userIdInput, id)),
    userSearch: (_, { input }, { caller, readModels }) => readModels.people.search(caller.companyId, input),
  },
};
