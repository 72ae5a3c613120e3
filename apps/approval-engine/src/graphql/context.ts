import type { Principal } from "@countersign/auth";
import type { Arrival } from "@countersign/graphql";

import type { NotificationFeed } from "../notifications/index.ts";
import type { RunFeed } from "../live/index.ts";
import type { ReadModels } from "../read-models.ts";
import type { Caller, Engine } from "../engine.ts";
import { type Loaders, createLoaders } from "./loaders.ts";

/** The services that resolvers use; the same for every request. */
export interface GraphqlServices {
  engine: Engine;
  readModels: ReadModels;
  feed: Pick<NotificationFeed, "subscribe">;
  runFeed: Pick<RunFeed, "subscribeInbox" | "subscribeRun">;
}

/** The context of a resolver: the caller, and the services and loaders that it reads from. */
export interface GraphqlContext extends GraphqlServices {
  caller: Principal & Pick<Caller, "replayed">;
  loaders: Loaders;
}

/** Tells clients that a command was a repetition (contract-2, CTRL-1). */
const REPLAYED = "idempotency-replayed";

/** The context of one HTTP request or of one operation on a socket. */
export function createGraphqlContext(
  services: GraphqlServices,
  { caller: principal, note }: Arrival,
): GraphqlContext {
  const caller = { ...principal, replayed: () => note(REPLAYED, true) };
  return { ...services, caller, loaders: createLoaders(caller, services.readModels) };
}
