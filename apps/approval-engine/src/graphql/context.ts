import type { Principal } from "@countersign/auth";
import type { Arrival } from "@countersign/graphql";

import { type Engine, FEATURES, type Loaders, type ReadModels, together } from "../all-features.ts";
import type { NotificationFeed } from "../notifications/index.ts";
import type { JournalConfirmations } from "../journal-confirmations/index.ts";
import type { RunFeed } from "../live/index.ts";
import type { Caller } from "../shared/caller.ts";

/** The services that resolvers use; the same for every request. */
export interface GraphqlServices {
  engine: Engine;
  readModels: ReadModels;
  journal: JournalConfirmations;
  feed: Pick<NotificationFeed, "subscribe">;
  runFeed: Pick<RunFeed, "subscribeInbox" | "subscribeRun">;
}

/** The context of a resolver: the caller, and the services and loaders that it reads from. */
export interface GraphqlContext extends GraphqlServices {
  caller: Principal & Pick<Caller, "onReplay">;
  loaders: Loaders;
}

/** Tells clients that a command was a repetition (contract-2, CTRL-1). */
const REPLAYED = "idempotency-replayed";

/** The context of one HTTP request or of one operation on a socket. */
export function createGraphqlContext(
  services: GraphqlServices,
  { caller: principal, note }: Arrival,
  features = FEATURES,
): GraphqlContext {
  const caller = { ...principal, onReplay: () => note(REPLAYED, true) };
  const loaders = together(features.map((feature) => feature.loaders?.(caller, services.readModels) ?? {}));
  return { ...services, caller, loaders: loaders as Loaders };
}
