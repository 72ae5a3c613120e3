import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Bus, BusMessage } from "@countersign/bus";
import type { Db } from "mongodb";
import type { CrashPoints } from "./crash-points.ts";
import type { Mutant } from "./mutants.ts";
import type { Random } from "./random.ts";

const LONGEST_DELAY_MS = 25;
const LONGEST_REPEAT_DELAY_MS = 300;
const REPEAT_PROBABILITY = 0.15;

export interface FaultyBusOptions {
  points: CrashPoints;
  random: Random;
  mutant: Mutant | undefined;
  /** Holds the outbox. */
  db: Db;
}

type Handle = Parameters<Bus["consume"]>[1];

/** Handles outcomes of journal entries wrongly. */
function mutateHandler(handle: Handle, mutant: Mutant | undefined): Handle {
  switch (mutant) {
    case "rejections-complete":
      return (delivery) =>
        handle({ ...delivery, data: { ...(delivery.data as object), type: "approval.outcome.completed" } });
    case "acknowledges-first":
      return async (delivery) => void handle(delivery).catch(() => undefined);
    default:
      return handle;
  }
}

/** A bus that dawdles, publishes some messages again under another message id, and passes the crash points. */
export function withFaultyBus(bus: Bus, options: FaultyBusOptions): Bus {
  const { points, random, mutant, db } = options;
  const dawdle = () => delay(random.below(LONGEST_DELAY_MS));

  /** Repeats a message as if the broker had forgotten its id; later, so that it arrives behind newer messages. */
  async function repeat(message: BusMessage): Promise<void> {
    await delay(random.below(LONGEST_REPEAT_DELAY_MS));
    // The repetition is only a fault: it may fail.
    await bus.publish({ ...message, id: randomUUID() }).catch(() => undefined);
  }

  return {
    ...bus,
    publish: async (message) => {
      await dawdle();
      if (mutant === "mark-before-acknowledgement") {
        const publishedMark = { $set: { publishedAt: new Date() }, $unset: { pending: true as const } };
        await db
          .collection<{ _id: string; pending?: true }>("outbox")
          .updateOne({ _id: message.id }, publishedMark);
      }
      await bus.publish(message);
      if (random.chance(REPEAT_PROBABILITY)) void repeat(message);
      points.pass("after-publish");
    },
    consume: (consumer, handleOutcome) => {
      const handle =
        consumer.durable === "finance-outcomes" ? mutateHandler(handleOutcome, mutant) : handleOutcome;
      const { keyOf, ...unorderedConsumer } = consumer;
      const ownConsumer =
        mutant === "no-lease" || keyOf === undefined ? unorderedConsumer : { ...unorderedConsumer, keyOf };
      return bus.consume(ownConsumer, async (delivery) => {
        await dawdle();
        await handle(delivery);
        points.pass("before-acknowledgement");
      });
    },
  };
}
