import { randomUUID } from "node:crypto";
import { STREAMS } from "@countersign/contracts";
import { waitFor } from "@countersign/testing";
import { afterAll, beforeAll } from "vitest";
import type { Bus, BusEvents, Delivery, Subscription } from "../src/bus.ts";
import { recordEvents } from "./recorder.ts";

/** How the suite gets its buses. */
export interface BusHarness {
  /** Opens the bus, and a second replica of it (the same one where there can be only one). */
  open(
    events: BusEvents,
    logger: ReturnType<typeof recordEvents>["logger"],
  ): Promise<{ bus: Bus; replica: Bus }>;
  /** Removes the run's streams from the broker. */
  cleanUp(): Promise<void>;
}

const STREAM = { name: "CONTRACT", subjects: ["contract.>"], maxAgeMs: 60_000 };

/** Works while the subscription is open. */
export async function using<T>(subscription: Promise<Subscription>, work: () => Promise<T>): Promise<T> {
  const openSubscription = await subscription;
  try {
    return await work();
  } finally {
    await openSubscription.close();
  }
}

/** A service with one endpoint on a subject of its own. */
export function service(handle: (request: Delivery) => Promise<unknown>, concurrency?: number) {
  const subject = `contract-rpc.${randomUUID()}`;
  return {
    subject,
    definition: {
      name: "contract",
      version: "1.0.0",
      description: "Answers the contract suite",
      endpoints: [{ name: "ask", subject, handle }],
      ...(concurrency === undefined ? {} : { concurrency }),
    },
  };
}

/** The scene that all parts of the contract share: two buses on one stream, with names of its own for each test. */
export function useBuses(harness: BusHarness) {
  const { events, logger, ...recordedEvents } = recordEvents();
  const on = {} as { bus: Bus; replica: Bus };
  beforeAll(async () => {
    Object.assign(on, await harness.open(events, logger));
    await on.bus.ensureStreams([STREAM]);
    if (on.replica !== on.bus) await on.replica.ensureStreams([STREAM]);
  });
  afterAll(async () => {
    await on.bus.close();
    if (on.replica !== on.bus) await on.replica.close();
    await harness.cleanUp();
  });

  /** Names of its own for each test. */
  function scene() {
    const token = randomUUID();
    const subject = `contract.${token}`;
    const consumer = { stream: STREAM.name, durable: `d-${token}`, filter: `${subject}.>` };
    let sentCount = 0;
    return {
      subject,
      consumer,
      publish: (data: object, id: string = randomUUID()) => {
        sentCount += 1;
        return on.bus.publish({ subject: `${subject}.event`, id, data: { n: sentCount, ...data } });
      },
    };
  }

  /** Dead letters of one durable, as they are stored. */
  async function readLetters(durable: string, count: number): Promise<Delivery[]> {
    const foundLetters: Delivery[] = [];
    const reading = await on.bus.consume(
      {
        stream: STREAMS.deadLetters.name,
        durable: `letters-${durable}`,
        filter: "deadletter.>",
        raw: true,
      },
      async (letter) => {
        if (letter.headers["Dead-Letter-Consumer"] === durable) foundLetters.push(letter);
      },
    );
    try {
      await waitFor(() => foundLetters.length >= count, { what: "the dead letters" });
    } finally {
      await reading.close();
    }
    return foundLetters;
  }

  return Object.assign(on, { scene, ...recordedEvents, readLetters, STREAM });
}

export type BusScene = ReturnType<typeof useBuses>;
