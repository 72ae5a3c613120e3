import { type Bus, createInProcessBus, createJetStreamBus } from "@countersign/bus";
import type { Store } from "@countersign/mongo";
import { createOutboxHistory } from "@countersign/outbox";
import type { Logger, ServiceConfig } from "@countersign/service-kit";

/**
 * Opens the bus of a process: the configured broker, else one inside the process that has its messages in the outbox.
 *
 * @throws BusUnavailable when the broker does not answer
 */
export async function openBus(
  { nats, natsPrefix }: Pick<ServiceConfig, "nats" | "natsPrefix">,
  { store, ...options }: { store: Pick<Store, "db">; name: string; logger: Logger },
): Promise<Bus> {
  if (nats) return createJetStreamBus({ ...nats, prefix: natsPrefix, ...options });
  return createInProcessBus({ history: createOutboxHistory(store), ...options });
}
