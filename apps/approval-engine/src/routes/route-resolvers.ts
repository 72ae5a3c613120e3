import { listLimitOf } from "@countersign/graphql";

import type { Resolvers } from "../graphql/generated/resolver-types.ts";
import type { Caller } from "../shared/caller.ts";
import type { DirectoryLoaders } from "../shared/directory-loaders.ts";
import type { GroupLoaders } from "../groups/index.ts";
import type { RouteUseCases } from "./route-use-cases.ts";
import { LISTS } from "./sdl.ts";

/** The part of an operation's context that the resolvers use. */
interface RouteContext {
  caller: Caller;
  engine: RouteUseCases;
  loaders: Pick<DirectoryLoaders, "user"> & Pick<GroupLoaders, "userGroup">;
}

/** The ways that documents would take, and those that they have taken (contract-3, ROUTE-2). */
export const routeResolvers: Resolvers<RouteContext> = {
  Query: {
    previewRoute: (_, { input }, { caller, engine }) => engine.previewRoute(caller, input),
    runRoute: (_, { refId }, { caller, engine }) => engine.runRoute(caller, refId),
    replayRules: (_, { input }, { caller, engine }) => engine.replayRules(caller, input),
  },
  RuleReplay: {
    peopleAdded: ({ peopleAdded }, _, { loaders }) => usersAmong(loaders, peopleAdded, "peopleAdded"),
    peopleDropped: ({ peopleDropped }, _, { loaders }) => usersAmong(loaders, peopleDropped, "peopleDropped"),
    people: ({ examples }, _, { loaders }) => {
      const stages = examples.flatMap(({ before, after }) => [...before, ...after]);
      const ids = new Set(stages.flatMap(({ seats }) => seats.map(({ userId }) => userId)));
      return usersAmong(loaders, [...ids], "people");
    },
  },
  RouteStage: {
    userIds: ({ seats }) => seats.map(({ userId }) => userId),
    seats: ({ seats }) => seats.slice(0, listLimitOf(LISTS, "RouteStage", "seats")),
  },
  RouteSeat: {
    user: ({ userId }, _, { loaders }) => loaders.user.load(userId),
    reasonUser: ({ reasonUserId }, _, { loaders }) =>
      reasonUserId === undefined ? null : loaders.user.load(reasonUserId),
    reasonGroup: ({ reasonGroupId }, _, { loaders }) =>
      reasonGroupId === undefined ? null : loaders.userGroup.load(reasonGroupId),
    substitutes: async ({ substituteIds }, _, { loaders }) => {
      const shownIds = substituteIds.slice(0, listLimitOf(LISTS, "RouteSeat", "substitutes"));
      const foundUsers = await Promise.all(shownIds.map((id) => loaders.user.load(id)));
      return foundUsers.filter((user) => user !== null);
    },
  },
};

/** Users as far as the directory knows them, up to the most of a replay's list. */
async function usersAmong(
  { user }: RouteContext["loaders"],
  ids: readonly string[],
  list: "people" | "peopleAdded" | "peopleDropped",
) {
  const shownIds = ids.slice(0, listLimitOf(LISTS, "RuleReplay", list));
  const foundUsers = await Promise.all(shownIds.map((id) => user.load(id)));
  return foundUsers.filter((user) => user !== null);
}
