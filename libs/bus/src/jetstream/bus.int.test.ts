import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import {
  createGate,
  deleteStreams,
  NATS_URL,
  randomPrefix,
  silentLogger,
  startNatsServer,
  waitFor,
} from "@countersign/testing";
import { AckPolicy, connect, type JetStreamManager, type NatsConnection } from "nats";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { describeBus } from "../../test/bus.contract.ts";
import { openProxy } from "../../test/nats.ts";
import { createRecorder, keyOf, numberOf } from "../../test/recorder.ts";
import type { Bus, Delivery } from "../bus.ts";
import { BusUnavailable, RequestUnanswered } from "../bus.ts";
import { createJetStreamBus } from "./bus.ts";
import { ensureStream } from "./streams.ts";

const contractPrefix = randomPrefix();

describeBus(
  "NATS JetStream",
  { tags: ["nats"] },
  {
    async open(events, logger) {
      const options = { servers: NATS_URL, prefix: contractPrefix, logger, events };
      return { bus: await createJetStreamBus(options), replica: await createJetStreamBus(options) };
    },
    cleanUp: () => deleteStreams(contractPrefix),
  },
);

const STREAM = { name: "FAULTS", subjects: ["faults.>"], maxAgeMs: 60_000 };

/** A subject and a durable of its own for each test. */
function scene(bus: Bus) {
  const subject = `faults.${randomUUID()}`;
  const consumer = { stream: STREAM.name, durable: randomUUID(), filter: subject, keyOf };
  const publish = (n: number) => bus.publish({ subject, id: randomUUID(), data: { n, key: "k" } });
  return { subject, consumer, publish };
}

/** A scene whose first message was handled. */
async function begun(bus: Bus) {
  const { consumer, publish } = scene(bus);
  const seen = createRecorder();
  await bus.consume(consumer, seen.handle);
  await publish(1);
  await waitFor(() => seen.deliveries.length === 1);
  return { consumer, publish, seen };
}

describe("JetStream bus", { tags: ["nats"] }, () => {
  const prefix = randomPrefix();
  let nats: NatsConnection;
  let manager: JetStreamManager;
  let link: Awaited<ReturnType<typeof openProxy>>;
  let buses: Bus[] = [];

  beforeAll(async () => {
    nats = await connect({ servers: NATS_URL });
    manager = await nats.jetstreamManager();
    link = await openProxy();
  });
  afterEach(async () => {
    await Promise.all(buses.map((bus) => bus.close()));
    buses = [];
  });
  afterAll(async () => {
    await link.close();
    await nats.close();
    await deleteStreams(prefix);
  });

  async function openBus(url = NATS_URL): Promise<Bus> {
    const bus = await createJetStreamBus({
      servers: url,
      prefix,
      logger: silentLogger,
      timings: { publishTimeoutMs: 1_000, leaseMs: 2_000 },
    });
    buses.push(bus);
    await bus.ensureStreams([STREAM]);
    return bus;
  }

  it("puts the prefix before every subject, stream and durable name [CT-ENV-06]", async () => {
    const bus = await openBus();
    const { subject, consumer, publish } = scene(bus);
    const seen = createRecorder();
    await bus.consume(consumer, seen.handle);
    await publish(1);
    await waitFor(() => seen.deliveries.length === 1);
    const stored = await manager.streams.getMessage(`${prefix}FAULTS`, { last_by_subj: prefix + subject });
    expect(stored.json()).toEqual({ n: 1, key: "k" });
    const info = await manager.consumers.info(`${prefix}FAULTS`, prefix + consumer.durable);
    expect(info.config).toMatchObject({ ack_policy: "explicit", filter_subject: prefix + subject });

    const rpc = randomUUID();
    const endpoints = [{ name: "ask", subject: rpc, handle: async () => "here" }];
    await bus.serve({ name: "named", version: "1.2.3", description: "d", endpoints });
    expect((await nats.request(prefix + rpc, "{}")).json()).toBe("here");
    const [listed] = await Array.fromAsync(await nats.services.client().info(`${prefix}named`));
    expect(listed).toMatchObject({ version: "1.2.3", endpoints: [{ name: "ask", subject: prefix + rpc }] });
    const [ping] = await Array.fromAsync(await nats.services.client().ping(`${prefix}named`));
    expect(ping).toMatchObject({ name: `${prefix}named`, id: listed?.id });
    const [stats] = await Array.fromAsync(await nats.services.client().stats(`${prefix}named`));
    expect(stats?.endpoints).toMatchObject([{ name: "ask", num_requests: 1, num_errors: 0 }]);
  });

  it("refuses a prefix that names cannot begin with", async () => {
    const options = { servers: NATS_URL, logger: silentLogger };
    await expect(createJetStreamBus({ ...options, prefix: "a.b" })).rejects.toThrow(RangeError);
  });

  it("names a stream that the broker refuses, its subjects and what to do [FIX-10]", async () => {
    const bus = await openBus();
    const stolen = { name: "STOLEN", subjects: ["faults.more.>"], maxAgeMs: 60_000 };
    await expect(bus.ensureStreams([stolen])).rejects.toThrow(
      `NATS refuses the stream ${prefix}STOLEN with the subjects ${prefix}faults.more.>: subjects overlap with an existing stream; another stream keeps a part of these subjects`,
    );
  });

  it("finds the stream that another replica added in the moment after its look", async () => {
    const bus = await openBus();
    const stream = { name: "AT_ONCE", subjects: ["at-once.>"], maxAgeMs: 60_000 };
    await bus.ensureStreams([stream]);
    const name = `${prefix}${stream.name}`;
    const look = vi.spyOn(manager.streams, "info");
    look.mockImplementationOnce(() => manager.streams.info(`${prefix}NOT_ADDED_YET`));
    onTestFinished(() => look.mockRestore());
    const subjects = [...stream.subjects, "wider.>"].map((subject) => `${prefix}${subject}`);
    await ensureStream(manager, { ...stream, name, subjects });
    expect((await manager.streams.info(name)).config.subjects).toEqual(subjects);
  });

  it("names a consumer that the broker refuses, its subject and what to do [FIX-10]", async () => {
    const bus = await openBus();
    const { consumer } = scene(bus);
    const named = (stream: string) =>
      `NATS refuses the consumer ${prefix}${consumer.durable} of the stream ${prefix}${stream} with the subject ${prefix}${consumer.filter}: `;
    await expect(bus.consume({ ...consumer, stream: "MISSING" }, async () => undefined)).rejects.toThrow(
      `${named("MISSING")}stream not found; start the approval engine first`,
    );
    await manager.consumers.add(`${prefix}FAULTS`, {
      durable_name: prefix + consumer.durable,
      ack_policy: AckPolicy.None,
    });
    await expect(bus.consume(consumer, async () => undefined)).rejects.toThrow(
      `${named("FAULTS")}ack policy can not be updated; it exists with other settings`,
    );
  });

  it("keeps what operators changed on a stream", async () => {
    const bus = await openBus();
    const { config } = await manager.streams.info(`${prefix}FAULTS`);
    await manager.streams.update(`${prefix}FAULTS`, { ...config, max_bytes: 10_000_000 });
    await bus.ensureStreams([{ ...STREAM, subjects: [...STREAM.subjects, "more.>"] }]);
    const { config: after } = await manager.streams.info(`${prefix}FAULTS`);
    expect(after.max_bytes).toBe(10_000_000);
    expect(after.subjects).toEqual([`${prefix}faults.>`, `${prefix}more.>`]);
  });

  it("keeps the order within a key when a replica dies with messages in progress", async () => {
    const publisher = await openBus();
    const dying = await openBus(link.url);
    const { consumer, publish } = scene(publisher);
    const inProgress = createGate();
    const dead = createGate();
    await dying.consume(consumer, async () => {
      inProgress.open();
      await dead.passed;
    });
    for (let n = 1; n <= 3; n++) await publish(n);
    await inProgress.passed;
    link.refuse();
    for (let n = 4; n <= 5; n++) await publish(n);
    const seen = createRecorder();
    const survivor = await openBus();
    await survivor.consume(consumer, seen.handle);
    await publish(6);
    await waitFor(() => seen.deliveries.length >= 6, { timeoutMs: 10_000 });
    expect(seen.numbers()).toEqual([1, 2, 3, 4, 5, 6]);
    dead.open();
    link.accept();
  });

  it("closes between two pulls too", async () => {
    const bus = await openBus();
    const { consumer, publish } = scene(bus);
    // As many as one pull asks for, so that the next one begins with the last of them.
    const batch = 200;
    await Promise.all(Array.from({ length: batch }, (_, n) => publish(n)));
    for (let turns = 0; turns < 12; turns++) {
      let left = batch;
      const last = createGate();
      const durable = { ...consumer, durable: randomUUID(), keyOf: (delivery: Delivery) => delivery.id };
      const subscription = await bus.consume(durable, async () => {
        left -= 1;
        if (left === 0) last.open();
      });
      await last.passed;
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      await subscription.close();
    }
  });

  it("closes at any moment of its start", async () => {
    const bus = await openBus();
    const { subject } = scene(bus);
    const consumer = { stream: STREAM.name, durable: randomUUID(), filter: subject };
    for (let turns = 0; turns < 60; turns++) {
      const consuming = await bus.consume(consumer, () => Promise.resolve());
      for (let turn = 0; turn < turns; turn++) await nextTurn();
      await consuming.close();
    }
    expect(await bus.ping()).toBeUndefined();
  });

  it("goes on within seconds after its stream was deleted", async () => {
    const { publish, seen } = await begun(await openBus());
    await manager.streams.delete(`${prefix}FAULTS`);
    const deletedAt = performance.now();
    await publish(2);
    await waitFor(() => seen.deliveries.length === 2, { timeoutMs: 10_000 });
    expect(performance.now() - deletedAt).toBeLessThan(5_000);
    expect(seen.numbers()).toEqual([1, 2]);
  });

  it("goes on after its durable consumer was deleted", async () => {
    const { consumer, publish, seen } = await begun(await openBus());
    await manager.consumers.delete(`${prefix}FAULTS`, prefix + consumer.durable);
    await publish(2);
    await waitFor(() => seen.numbers().includes(2), { timeoutMs: 10_000 });
  });

  it("does not let the answer to a message of a deleted stream reach its successor", async () => {
    const bus = await openBus();
    const { consumer, publish } = scene(bus);
    const first = createGate();
    const handled: number[] = [];
    const handle = async (delivery: Delivery) => {
      handled.push(numberOf(delivery));
      if (numberOf(delivery) === 1) await first.passed;
      if (numberOf(delivery) === 2 && handled.filter((n) => n === 2).length === 1) throw new Error("once");
    };
    await bus.consume({ ...consumer, keyOf: (delivery) => String(numberOf(delivery)) }, handle);
    await manager.streams.purge(`${prefix}FAULTS`);
    await publish(1);
    await waitFor(() => handled.includes(1));
    await manager.streams.delete(`${prefix}FAULTS`);
    await publish(2);
    first.open();
    await waitFor(() => handled.filter((n) => n === 2).length === 2, { timeoutMs: 10_000 });
  });

  it("fails a publish, a request and a ping clearly while the broker is away, and comes back", async () => {
    const bus = await openBus(link.url);
    const { consumer, publish, seen } = await begun(bus);
    // An answer that is lost with the connection would bring the first message again.
    const inspect = () => manager.consumers.info(`${prefix}FAULTS`, prefix + consumer.durable);
    await waitFor(() => inspect().then(({ num_ack_pending: unanswered }) => unanswered === 0));

    link.refuse();
    const cutAt = performance.now();
    await expect(publish(2)).rejects.toThrow(BusUnavailable);
    await expect(bus.request("faults.rpc", {})).rejects.toThrow(RequestUnanswered);
    await expect(bus.ping()).rejects.toThrow();
    expect(performance.now() - cutAt).toBeLessThan(3_000);

    link.accept();
    await waitFor(() => bus.ping().then(() => true), { timeoutMs: 10_000 });
    await publish(3);
    await waitFor(() => seen.numbers().includes(3), { timeoutMs: 10_000 });
    expect(seen.numbers()).toEqual([1, 3]);
  });

  it("loses nothing and keeps the order while connections break again and again", async () => {
    const publisher = await openBus();
    const { consumer, publish } = scene(publisher);
    const consumers = await Promise.all([openBus(link.url), openBus(link.url)]);
    const seen: number[] = [];
    for (const bus of consumers) {
      await bus.consume(consumer, async (delivery) => {
        // Like an inbox: a repeated delivery has no effect.
        if (!seen.includes(numberOf(delivery))) seen.push(numberOf(delivery));
      });
    }
    const total = 300;
    for (let n = 1; n <= total; n++) {
      await publish(n);
      if (n % 100 === 0) {
        link.refuse();
        link.accept();
      }
    }
    await waitFor(() => seen.length === total, { timeoutMs: 15_000 });
    expect(seen).toEqual(Array.from({ length: total }, (_, index) => index + 1));
  });

  it("says so when no broker answers", async () => {
    const started = performance.now();
    const options = {
      servers: "nats://127.0.0.1:1",
      logger: silentLogger,
      timings: { connectTimeoutMs: 500 },
    };
    await expect(createJetStreamBus(options)).rejects.toThrow(
      "NATS at 127.0.0.1:1 (NATS_URL) cannot be reached: CONNECTION_REFUSED",
    );
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  it("says so when the broker runs without JetStream", { tags: ["nats-server"] }, async () => {
    const broker = await startNatsServer({ jetStream: false });
    onTestFinished(() => broker.stop());
    const bus = await createJetStreamBus({ servers: broker.url, logger: silentLogger });
    onTestFinished(() => bus.close());
    const explained = /^NATS at 127\.0\.0\.1:\d+ \(NATS_URL\) runs without JetStream: enable it/u;
    await expect(bus.ensureStreams([])).rejects.toThrow(explained);
    await expect(bus.ping()).rejects.toThrow(explained);
  });
});
