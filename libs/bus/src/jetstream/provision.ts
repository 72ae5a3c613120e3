import type { OwnedConsumer } from "../bus.ts";
import { ensureConsumer } from "./consumer.ts";
import type { JetStreamContext } from "./context.ts";

/** What the platform makes for owners, whose accounts may make nothing. */
export interface Provision {
  /** Makes consumers and the buckets of their owners' leases. @throws the broker's error */
  ensure(consumers: readonly OwnedConsumer[]): Promise<void>;
  /** Makes again what is missing. @throws the broker's error */
  restore(): Promise<void>;
  close(): void;
}

/** How often what owners cannot bring back themselves is looked at; buckets of leases are lost with a broker's memory. */
const LOOK_MS = 10_000;

/** Creates the provision of one bus. Until the bus closes, it brings back what was deleted. */
export function createProvision(context: JetStreamContext): Provision {
  const provided = new Map<string, OwnedConsumer>();
  let watch: NodeJS.Timeout | undefined;
  let forget: (() => void) | undefined;

  async function restore(): Promise<void> {
    const owners = new Set([...provided.values()].map(({ owner }) => owner));
    for (const owner of owners) await context.leases(owner).open();
    for (const consumer of provided.values()) await ensureConsumer(context, consumer);
  }
  const look = () => {
    if (!context.connection.connected) return;
    restore().catch((error: unknown) => {
      context.logger.warn({ err: error }, "the owners' consumers could not be looked at; trying again");
    });
  };

  return {
    async ensure(consumers) {
      for (const consumer of consumers) provided.set(consumer.durable, consumer);
      await restore();
      forget ??= context.connection.onReconnect(look);
      watch ??= setInterval(look, LOOK_MS).unref();
    },
    restore,
    close() {
      clearInterval(watch);
      forget?.();
    },
  };
}
