import { type Bus, type BusEvents, createInProcessBus, createJetStreamBus } from "@countersign/bus";
import { STREAMS } from "@countersign/contracts";
import { afterAll, beforeAll } from "vitest";
import { deleteStreams, NATS_URL, randomPrefix } from "./nats.ts";
import { silentLogger } from "./silent-logger.ts";

export interface TestBus {
  /** The suite's bus, with the platform's streams; there once its tests run. */
  readonly bus: Bus;
  /** Opens another connection to the same broker, like a replica of a service. Closed after the suite. */
  open(): Promise<Bus>;
  /** `NATS_PREFIX` of the suite; no other run uses it. */
  prefix: string;
}

/**
 * Gives a suite a bus of its own: inside the process, or on the NATS server under a random prefix whose streams are
 * deleted afterwards. A suite on NATS carries the tag `nats`, and is skipped where there is no server.
 */
export function useTestBus(adapter: "in-process" | "nats" = "in-process", events: BusEvents = {}): TestBus {
  const prefix = randomPrefix();
  const buses: Bus[] = [];

  async function connectBus(): Promise<Bus> {
    if (adapter === "in-process") return buses[0] ?? createInProcessBus({ logger: silentLogger, events });
    return createJetStreamBus({ servers: NATS_URL, prefix, logger: silentLogger, events });
  }
  async function open(): Promise<Bus> {
    const bus = await connectBus();
    if (!buses.includes(bus)) buses.push(bus);
    return bus;
  }

  beforeAll(async () => {
    const bus = await open();
    await bus.ensureStreams(Object.values(STREAMS));
  });
  afterAll(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
    if (adapter === "nats") await deleteStreams(prefix);
  });
  return {
    get bus() {
      const [bus] = buses;
      if (bus === undefined) throw new Error("the bus is there once the suite's tests run");
      return bus;
    },
    open,
    prefix,
  };
}
