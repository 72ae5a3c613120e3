import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import type { SubstitutionLoaders } from "./substitution-loaders.ts";
import type { SubstitutionReadModel } from "./substitution-read-model.ts";
import type { SubstitutionUseCases } from "./substitution-use-cases.ts";

/** The part of an operation's context that the resolvers use. */
interface SubstitutionContext {
  caller: Caller;
  engine: SubstitutionUseCases;
  readModels: { substitutions: SubstitutionReadModel };
  loaders: DirectoryLoaders & Pick<SubstitutionLoaders, "away">;
}

/** The SDL and resolvers of substitutions (contract-2, PPL-1). */
export const substitutionResolvers: Resolvers<SubstitutionContext> = {
  Query: {
    mySubstitutions: (_, __, { caller, readModels }) => readModels.substitutions.listMine(caller),
    substitutionPage: (_, { input }, { caller, readModels }) =>
      readModels.substitutions.page(caller, input ?? {}),
  },
  Mutation: {
    createSubstitution: (_, { input }, { caller, engine }) => engine.createSubstitution(caller, input),
    revokeSubstitution: (_, { id }, { caller, engine }) => engine.revokeSubstitution(caller, id),
  },
  User: {
    away: ({ _id }, _, { loaders }) => loaders.away.load(_id),
  },
  Away: {
    substitutes: ({ companyId, substituteIds }, _, { loaders }) =>
      Promise.all(substituteIds.map(async (_id) => (await loaders.user.load(_id)) ?? { _id, companyId })),
  },
  Substitution: {
    principal: ({ principalId }, _, { loaders }) => loaders.user.load(principalId),
    substitute: ({ substituteId }, _, { loaders }) => loaders.user.load(substituteId),
  },
};
