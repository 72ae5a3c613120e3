import {
  type Bus,
  type BusEvents,
  createInProcessBus,
  createJetStreamBus,
  createMongoMessageLog,
} from "@countersign/bus";
import type { Store } from "@countersign/mongo";
import type { Logger, ServiceConfig } from "@countersign/service-kit";

/**
 * Opens the bus of a process: the configured broker, else one inside the process that keeps its messages in the store.
 *
 * @throws BusUnavailable when the broker does not answer
 */
export async function openBus(
  { nats, natsPrefix }: Pick<ServiceConfig, "nats" | "natsPrefix">,
  { store, ...options }: { store: Pick<Store, "db">; name: string; logger: Logger; events?: BusEvents },
): Promise<Bus> {
  if (nats) return createJetStreamBus({ ...nats, prefix: natsPrefix, ...options });
  return createInProcessBus({ log: await createMongoMessageLog(store.db), ...options });
}
