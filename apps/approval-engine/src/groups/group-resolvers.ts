import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import type { GroupReadModel } from "./group-read-model.ts";
import type { GroupUseCases } from "./groups.ts";
import { isOfDirectory, shownGroup, versionOf } from "./records.ts";

/** The part of an operation's context that the resolvers use. */
interface GroupContext {
  caller: Caller;
  engine: { groups: GroupUseCases };
  readModels: { groups: GroupReadModel };
  loaders: DirectoryLoaders;
}

/** Groups of users (contract-3, SRC-2). */
export const groupResolvers: Resolvers<GroupContext> = {
  Query: {
    userGroupPage: (_, { input }, { caller, readModels }) =>
      readModels.groups.groupPage(caller.companyId, input ?? {}),
  },
  Mutation: {
    createUserGroup: async (_, { input }, { caller, engine }) =>
      shownGroup(await engine.groups.create(caller, input)),
    updateUserGroup: async (_, { id, input, ...beside }, { caller, engine }) =>
      shownGroup(await engine.groups.update(caller, id, input, beside)),
    deleteUserGroup: async (_, { id, ...beside }, { caller, engine }) => {
      await engine.groups.remove(caller, id, beside);
      return true;
    },
  },
  UserGroup: {
    members: ({ companyId, memberIds }, _, { loaders }) =>
      Promise.all(memberIds.map(async (_id) => (await loaders.user.load(_id)) ?? { _id, companyId })),
    version: versionOf,
    source: (group) => (isOfDirectory(group) ? "DIRECTORY" : "HAND"),
  },
};
