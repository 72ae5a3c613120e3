import { readFileSync } from "node:fs";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";

const resolvers: Resolvers = {
  Query: {
    mySubstitutions: (_, __, { caller, readModels }) => readModels.substitutions.listMine(caller),
    substitutionPage: (_, { input }, { caller, readModels }) =>
      readModels.substitutions.page(caller, input ?? {}),
  },
  Mutation: {
    createSubstitution: (_, { input }, { caller, engine }) => engine.createSubstitution(caller, input),
    revokeSubstitution: (_, { id }, { caller, engine }) => engine.revokeSubstitution(caller, id),
  },
  Substitution: {
    principal: ({ principalId }, _, { loaders }) => loaders.user.load(principalId),
    substitute: ({ substituteId }, _, { loaders }) => loaders.user.load(substituteId),
  },
};

/** The SDL and resolvers of substitutions (contract-2, PPL-1). */
export const substitutionSchema = {
  typeDefs: readFileSync(new URL("substitutions.graphql", import.meta.url), "utf8"),
  resolvers,
};
