import type { BusMessage } from "@countersign/bus";
import type { Store } from "@countersign/mongo";
import { silentLogger } from "@countersign/testing";
import { afterEach, beforeEach } from "vitest";
import { createOutboxRelay, type OutboxRelay, type OutboxRelayOptions } from "../src/relay.ts";
import { createOutboxSource } from "../src/source.ts";

/** A bus whose broker is played by the test. @param store - ends when the broker acknowledges the message */
export function createBroker(store: (message: BusMessage) => Promise<void> = async () => undefined) {
  const storedMessages: BusMessage[] = [];
  const publish = async (message: BusMessage) => {
    await store(message);
    storedMessages.push(message);
  };
  return { stored: storedMessages, bus: { publish }, ids: () => storedMessages.map(({ id }) => id) };
}

/** The outbox of one service, empty before each test, and relays of it, which end with the test. */
export function useRelays(store: Store, service: string) {
  const outbox = createOutboxSource(store, { service });
  let relays: OutboxRelay[] = [];
  beforeEach(async () => {
    await store.db.collection("outbox").deleteMany({});
  });
  afterEach(async () => {
    await Promise.all(relays.map((relay) => relay.close()));
    relays = [];
  });
  return {
    outbox,
    /** A relay that looks for rows only when it is woken, unless the options say otherwise. */
    startRelay: (options: Pick<OutboxRelayOptions, "bus"> & Partial<OutboxRelayOptions>): OutboxRelay => {
      const relay = createOutboxRelay({ outbox, logger: silentLogger, pollMs: 60_000, ...options });
      relays.push(relay);
      return relay;
    },
    waitingRows: async () => (await outbox.backlog()).rows,
    leasedKeys: () => store.db.collection("outbox_leases").countDocuments(),
  };
}
