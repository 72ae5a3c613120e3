import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";

/** The fields of ladders, by which time acts on stages (contract-3, TIME-3). */
export const ladderResolvers: Resolvers<{ loaders: DirectoryLoaders }> = {
  Escalation: {
    levels: ({ levels = 1 }) => levels,
  },
  EscalationTarget: {
    manager: (to) => ("manager" in to ? true : null),
    userIds: (to) => ("userIds" in to ? [...to.userIds] : null),
    users: async (to, _, { loaders }) => {
      if (!("userIds" in to)) return [];
      const loadedUsers = await Promise.all(to.userIds.map((id) => loaders.user.load(id)));
      return loadedUsers.filter((user) => user !== null);
    },
    groupId: (to) => ("groupId" in to ? to.groupId : null),
  },
};
