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
  },
  RouteStage: {
    seats: ({ seats }) => seats.slice(0, listLimitOf(LISTS, "RouteStage", "seats")),
  },
  RouteSeat: {
    user: ({ userId }, _, { loaders }) => loaders.user.load(userId),
    reasonUser: ({ reasonUserId }, _, { loaders }) =>
      reasonUserId === undefined ? null : loaders.user.load(reasonUserId),
    reasonGroup: ({ reasonGroupId }, _, { loaders }) =>
      reasonGroupId === undefined ? null : loaders.userGroup.load(reasonGroupId),
    substitutes: async ({ substituteIds }, _, { loaders }) => {
      const shown = substituteIds.slice(0, listLimitOf(LISTS, "RouteSeat", "substitutes"));
      const found = await Promise.all(shown.map((id) => loaders.user.load(id)));
      return found.filter((user) => user !== null);
    },
  },
};
