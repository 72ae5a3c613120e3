import type { OwnedConsumer } from "../bus.ts";
import { ensureConsumer } from "./consumer.ts";
import type { JetStreamContext } from "./context.ts";

/** Creates consumers and leases for owners, whose accounts may create nothing. */
export interface Provision {
  /** Creates consumers and the buckets of their owners' leases. @throws the broker's error */
  ensure(consumers: readonly OwnedConsumer[]): Promise<void>;
  /** Creates missing ones again. @throws the broker's error */
  restore(): Promise<void>;
  close(): void;
}

/**
 * Creates the provision of one bus. Until the bus closes, it creates deleted ones again: owners cannot create these
 * themselves, and a broker keeps buckets of leases in memory.
 *
 * @param intervalMs of its looks for deleted ones
 */
export function createProvision(context: JetStreamContext, intervalMs: number): Provision {
  const providedConsumers = new Map<string, OwnedConsumer>();
  let watch: NodeJS.Timeout | undefined;
  let forget: (() => void) | undefined;

  async function restore(): Promise<void> {
    const owners = new Set([...providedConsumers.values()].map(({ owner }) => owner));
    for (const owner of owners) await context.leases(owner).open();
    for (const consumer of providedConsumers.values()) await ensureConsumer(context, consumer);
  }
  const look = () => {
    if (!context.connection.connected) return;
    restore().catch((error: unknown) => {
      context.logger.warn({ err: error }, "the owners' consumers could not be looked at; trying again");
    });
  };

  return {
    async ensure(consumers) {
      for (const consumer of consumers) providedConsumers.set(consumer.durable, consumer);
      await restore();
      forget ??= context.connection.onReconnect(look);
      watch ??= setInterval(look, intervalMs).unref();
    },
    restore,
    close() {
      clearInterval(watch);
      forget?.();
    },
  };
}
