import { randomUUID } from "node:crypto";
import { silentLogger, useTestStore, waitFor } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { describeBus } from "../../test/bus.contract.ts";
import { createRecorder, keyOf } from "../../test/recorder.ts";
import { createInProcessBus } from "./bus.ts";
import { createMemoryMessageLog } from "./message-log.ts";
import { createMongoMessageLog } from "./mongo-message-log.ts";

const STREAM = { name: "LOGGED", subjects: ["logged.>"], maxAgeMs: 60_000 };
const store = await useTestStore();

describeBus(
  "in process, in memory",
  {},
  {
    async open(events) {
      const bus = createInProcessBus({ logger: silentLogger, events });
      return { bus, replica: bus };
    },
    async cleanUp() {},
  },
);

describeBus(
  "in process, on a MongoDB log",
  {},
  {
    async open(events) {
      const bus = createInProcessBus({
        log: await createMongoMessageLog(store.db),
        logger: silentLogger,
        events,
      });
      return { bus, replica: bus };
    },
    async cleanUp() {},
  },
);

async function openBus() {
  const bus = createInProcessBus({ log: await createMongoMessageLog(store.db), logger: silentLogger });
  await bus.ensureStreams([STREAM]);
  return bus;
}

describe("in-process bus on a log", () => {
  it("[MSG-DELIVERY-01] loses nothing when the process dies: messages and positions are in the store", async () => {
    const consumer = { stream: STREAM.name, durable: randomUUID(), filter: "logged.>", keyOf };
    // A killed process closes nothing, so neither does this bus.
    const killed = await openBus();
    const before = createRecorder();
    await killed.consume(consumer, async (delivery) => {
      await before.handle(delivery);
      if (before.deliveries.length > 1) await new Promise(() => undefined);
    });
    for (let n = 1; n <= 3; n++) {
      await killed.publish({ subject: "logged.x", id: randomUUID(), data: { n, key: "k" } });
    }
    await waitFor(() => before.deliveries.length === 2);
    await waitFor(
      async () =>
        (await store.db.collection("bus_positions").countDocuments({ _id: consumer.durable as never })) === 1,
    );

    const restarted = await openBus();
    const after = createRecorder();
    await restarted.consume(consumer, after.handle);
    await waitFor(() => after.deliveries.length === 2);
    await restarted.close();
    expect(before.numbers()).toEqual([1, 2]);
    expect(after.numbers()).toEqual([2, 3]);
  });

  it("has a stream's log read for its own messages only", async () => {
    const log = createMemoryMessageLog();
    const reads: string[] = [];
    const read: typeof log.read = (stream, ...rest) => {
      reads.push(stream);
      return log.read(stream, ...rest);
    };
    const bus = createInProcessBus({ log: { ...log, read }, logger: silentLogger });
    await bus.ensureStreams([STREAM, { name: "OTHER", subjects: ["other.>"], maxAgeMs: 60_000 }]);
    const [heard, quiet] = [createRecorder(), createRecorder()];
    await bus.consume({ stream: STREAM.name, durable: "heard", filter: "logged.>", keyOf }, heard.handle);
    await bus.consume({ stream: "OTHER", durable: "quiet", filter: "other.>", keyOf }, quiet.handle);
    await waitFor(() => reads.includes("OTHER"));
    for (let n = 1; n <= 5; n++) {
      await bus.publish({ subject: "logged.x", id: randomUUID(), data: { n, key: "k" } });
      await waitFor(() => heard.deliveries.length === n);
    }
    expect(reads.filter((stream) => stream === "OTHER")).toEqual(["OTHER"]);
    await bus.publish({ subject: "other.x", id: randomUUID(), data: { n: 1, key: "k" } });
    await waitFor(() => quiet.deliveries.length === 1);
    await bus.close();
  });

  it("forgets messages older than the stream keeps them, and never gives a number twice", async () => {
    const log = await createMongoMessageLog(store.db);
    const entry = { stream: "OLD", subject: "old.x", payload: Buffer.from("1"), headers: {} };
    await log.append([{ ...entry, id: "1" }]);
    const [old] = await log.read("OLD", 0, 10);
    await log.savePosition("old-reader", old?.seq ?? 0);
    await log.expire("OLD", -1_000);
    expect(await log.read("OLD", 0, 10)).toEqual([]);
    const reopened = await createMongoMessageLog(store.db);
    await reopened.append([{ ...entry, id: "2" }]);
    expect(await reopened.read("OLD", await reopened.position("old-reader"), 10)).toMatchObject([
      { id: "2" },
    ]);
  });
});
