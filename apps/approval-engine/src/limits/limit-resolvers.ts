import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { GroupLoaders } from "../groups/index.ts";
import type { Caller } from "../shared/caller.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import type { LimitReadModel } from "./limit-read-model.ts";
import type { LimitUseCases } from "./limits.ts";

/** The part of an operation's context that the resolvers use. */
interface LimitContext {
  caller: Caller;
  engine: { limits: LimitUseCases };
  readModels: { limits: LimitReadModel };
  loaders: DirectoryLoaders & GroupLoaders;
}

/** Approval limits (contract-3, SRC-3). */
export const limitResolvers: Resolvers<LimitContext> = {
  Query: {
    approvalLimitPage: (_, { input }, { caller, readModels }) =>
      readModels.limits.limitPage(caller.companyId, input ?? {}),
  },
  Mutation: {
    createApprovalLimit: (_, { input, ...beside }, { caller, engine }) =>
      engine.limits.create(caller, input, beside),
    updateApprovalLimit: (_, { id, input, ...beside }, { caller, engine }) =>
      engine.limits.update(caller, id, input, beside),
    deleteApprovalLimit: async (_, { id, ...beside }, { caller, engine }) => {
      await engine.limits.remove(caller, id, beside);
      return true;
    },
  },
  ApprovalLimit: {
    version: ({ changes }) => changes,
    user: ({ userId }, _, { loaders }) => (userId === undefined ? null : loaders.user.load(userId)),
    group: ({ groupId }, _, { loaders }) => (groupId === undefined ? null : loaders.userGroup.load(groupId)),
  },
};
