import type { Principal } from "@countersign/auth";

import type { NotificationFeed } from "../notifications/index.ts";
import type { ReadModels } from "../read-models.ts";
import type { Engine } from "../engine.ts";
import { type Loaders, createLoaders } from "./loaders.ts";
import type { OperationShare } from "@countersign/graphql";

/** What resolvers are built on; the same for every request. */
export interface GraphqlServices {
  engine: Engine;
  readModels: ReadModels;
  feed: Pick<NotificationFeed, "subscribe">;
}

/** What a resolver gets: the caller, and what it answers from. */
export interface GraphqlContext extends GraphqlServices {
  caller: Principal;
  loaders: Loaders;
  operation: OperationShare;
}

/** The context of one HTTP request or of one operation on a socket. */
export function createGraphqlContext(
  services: GraphqlServices,
  caller: Principal,
  operation: OperationShare,
): GraphqlContext {
  const loaders = createLoaders(caller, services.readModels, operation);
  return { ...services, caller, loaders, operation };
}
