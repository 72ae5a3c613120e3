import { readFileSync } from "node:fs";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";

const resolvers: Resolvers = {
  Query: {
    viewer: async (_, __, { caller, loaders }) => {
      const { userId, companyId, name, privileged } = caller;
      const user = await loaders.user.load(userId);
      return { userId, companyId, name: user?.name ?? name ?? null, privileged };
    },
    userSearch: (_, { input }, { caller, readModels }) => readModels.people.search(caller.companyId, input),
  },
};

/** The SDL and resolvers of the caller and of the people whom they may name. */
export const peopleSchema = {
  typeDefs: readFileSync(new URL("people.graphql", import.meta.url), "utf8"),
  resolvers,
};
