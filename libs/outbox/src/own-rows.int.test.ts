import { AsyncLocalStorage } from "node:async_hooks";
import { BusUnavailable, MessageNotAccepted } from "@countersign/bus";
import { createUnitOfWork, ensureIndexes, type Scope } from "@countersign/mongo";
import { commandEventsOf, commandsOf, createGate, useTestStore, waitFor } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { createBroker, useRelays } from "../test/relay-fixture.ts";
import { OUTBOX_INDEXES } from "./indexes.ts";
import { createOutbox, type OutboxEntry } from "./outbox.ts";
import { outboxOf } from "./record.ts";
import type { OutboxRelay } from "./relay.ts";
import { replayOutbox } from "./replay.ts";

const SERVICE = "own-rows-test";
const store = await useTestStore({ monitored: true });
const { db } = store;
await ensureIndexes(store, OUTBOX_INDEXES);
const { outbox, startRelay, waitingRows, leasedKeys } = useRelays(store, SERVICE);

const NOTIFICATION = "approval.notification.hr.0";
const entry = (key: string, n: number, subject = "approval.test"): OutboxEntry => ({
  id: `${key}-${n}`,
  key,
  subject,
  data: { n },
});
const transact = createUnitOfWork(store, (scope) => scope);
/** Writes messages in one transaction; the relay is the one of its process. */
const add = (relay: OutboxRelay | undefined, ...entries: OutboxEntry[]) =>
  transact((scope: Scope) => createOutbox(scope, { service: SERVICE, relay }).add(entries));
const leasedRows = () => outboxOf(db).countDocuments({ lease: { $exists: true } });
const away = async () => {
  throw new BusUnavailable("the broker is away");
};

describe("a row of this process", () => {
  it("goes out at its commit, and costs the store one command more than being written", async () => {
    const broker = createBroker();
    const relay = startRelay({ bus: broker.bus });
    await add(relay, entry("a", 1));
    await waitFor(async () => (await waitingRows()) === 0);
    const commands = await commandsOf(store, async () => {
      await add(relay, entry("a", 2), entry("a", 3));
      await waitFor(async () => broker.stored.length === 3);
      await relay.close();
    });
    expect(broker.ids()).toEqual(["a-1", "a-2", "a-3"]);
    expect(commands).toEqual(["aggregate", "insert", "commitTransaction", "update"]);
    expect([await waitingRows(), await leasedRows(), await leasedKeys()]).toEqual([0, 0, 0]);
  });

  it("is published apart from the request that wrote it", async () => {
    const request = new AsyncLocalStorage<string>();
    const seen: (string | undefined)[] = [];
    const broker = createBroker(async () => void seen.push(request.getStore()));
    const relay = startRelay({ bus: broker.bus });
    await request.run("a request", () => add(relay, entry("a", 1)));
    await waitFor(() => seen.length === 1);
    expect(seen).toEqual([undefined]);
  });

  it("is marked together with others that were published meanwhile", async () => {
    const broker = createBroker();
    const marking = createGate();
    const marked: number[] = [];
    const relay = startRelay({
      bus: broker.bus,
      outbox: {
        claim: (options) => outbox.claim(options),
        settle: async (options) => {
          marked.push(options.published.length);
          await marking.passed;
          await outbox.settle(options);
        },
      },
    });
    for (const key of ["a", "b", "c", "d"]) await add(relay, entry(key, 1));
    await waitFor(() => broker.stored.length === 4);
    marking.open();
    await waitFor(async () => (await waitingRows()) === 0);
    expect(marked).toEqual([1, 3]);
  });

  it("waits behind rows of its key that were there before, whoever carries those [MSG-DELIVERY-07]", async () => {
    const acknowledged = createGate();
    const broker = createBroker(async ({ id }) => (id === "a-1" ? acknowledged.passed : undefined));
    await add(undefined, entry("a", 1));
    const relay = startRelay({ bus: broker.bus });
    await add(relay, entry("a", 2), entry("b", 1));
    const later = await outboxOf(db).findOne({ _id: "a-2" });
    await waitFor(() => broker.stored.length === 1);
    acknowledged.open();
    await waitFor(() => broker.stored.length === 3);
    expect(later).not.toHaveProperty("lease");
    expect(broker.ids()).toEqual(["b-1", "a-1", "a-2"]);
  });

  it("is not overtaken by a later row of another replica [MSG-DELIVERY-07]", async () => {
    const acknowledged = createGate();
    const slow = createBroker(() => acknowledged.passed);
    const other = createBroker();
    const writer = startRelay({ bus: slow.bus });
    const follower = startRelay({ bus: other.bus, pollMs: 20 });
    await add(writer, entry("a", 1));
    await add(follower, entry("a", 2));
    await add(follower, entry("b", 1));
    await waitFor(() => other.stored.length === 1);
    expect(other.ids()).toEqual(["b-1"]);
    acknowledged.open();
    await waitFor(() => other.stored.length === 2);
    expect([slow.ids(), other.ids()]).toEqual([["a-1"], ["b-1", "a-2"]]);
  });

  it("is followed by a later row of its process that had to wait for it, while other keys go on", async () => {
    const acknowledged = createGate();
    const broker = createBroker(async ({ id }) => (id === "a-1" ? acknowledged.passed : undefined));
    const relay = startRelay({ bus: broker.bus });
    await add(relay, entry("a", 1));
    await add(relay, entry("a", 2));
    await add(relay, entry("b", 1));
    await waitFor(() => broker.stored.length === 1);
    acknowledged.open();
    await waitFor(() => broker.stored.length === 3);
    expect(broker.ids()).toEqual(["b-1", "a-1", "a-2"]);
  });

  it("goes out by another replica when its own has died [MSG-DELIVERY-01]", async () => {
    const dead = startRelay({ bus: { publish: () => new Promise(() => undefined) }, leaseMs: 400 });
    const lease = dead.lease();
    await add({ ...dead, lease: () => lease && { ...lease, carry: () => undefined } }, entry("a", 1));
    expect(await leasedRows()).toBe(1);
    const broker = createBroker();
    startRelay({ bus: broker.bus, pollMs: 20 });
    await waitFor(() => broker.stored.length === 1);
    await waitFor(async () => (await waitingRows()) === 0);
    expect(await leasedRows()).toBe(0);
  });

  it("is left alone by its own process when the commit took longer than half its lease", async () => {
    const [own, other] = [createBroker(), createBroker()];
    const relay = startRelay({ bus: own.bus, leaseMs: 100 });
    await transact(async (scope) => {
      await createOutbox(scope, { service: SERVICE, relay }).add([entry("a", 1)]);
      await new Promise((resolve) => setTimeout(resolve, 60));
    });
    startRelay({ bus: other.bus, pollMs: 20 });
    await waitFor(async () => (await waitingRows()) === 0);
    expect([own.ids(), other.ids()]).toEqual([[], ["a-1"]]);
  });

  it("gets no lease while a stream is paused, too much is in progress, or the relay is closed", async () => {
    let isAway = true;
    const broker = createBroker(async () => (isAway ? away() : undefined));
    const relay = startRelay({ bus: broker.bus, concurrency: 1 });
    expect(relay.lease()).toBeDefined();
    await add(relay, entry("a", 1));
    await waitFor(() => relay.lease() === undefined);
    isAway = false;
    await waitFor(() => relay.lease() !== undefined);
    await relay.close();
    expect(relay.lease()).toBeUndefined();

    const acknowledged = createGate();
    const busy = startRelay({ bus: createBroker(() => acknowledged.passed).bus, concurrency: 1 });
    await add(busy, entry("d", 1), entry("e", 1));
    expect(busy.lease()).toBeUndefined();
    acknowledged.open();
    await waitFor(() => busy.lease() !== undefined);
  });
});

describe("a row of this process that the broker does not take", () => {
  it("loses its lease and goes out later, in order, with those behind it [MSG-DELIVERY-01]", async () => {
    let isAway = true;
    const broker = createBroker(async ({ subject }) =>
      isAway && subject === NOTIFICATION ? away() : undefined,
    );
    const relay = startRelay({ bus: broker.bus });
    await add(
      relay,
      entry("a", 1, NOTIFICATION),
      entry("a", 2, "approval.outcome.hr.Leave.completed"),
      entry("a", 3, NOTIFICATION),
    );
    await waitFor(async () => (await waitingRows()) === 2 && (await leasedRows()) === 0);
    expect(broker.ids()).toEqual(["a-2"]);
    await add(relay, entry("a", 4, NOTIFICATION));
    isAway = false;
    await waitFor(async () => (await waitingRows()) === 0);
    expect(broker.ids()).toEqual(["a-2", "a-1", "a-3", "a-4"]);
  });

  it("is set aside if it can never be published", async () => {
    const broker = createBroker(async ({ id }) => {
      if (id === "a-1") throw new MessageNotAccepted("too large");
    });
    const relay = startRelay({ bus: broker.bus });
    await add(relay, entry("a", 1), entry("a", 2));
    await waitFor(async () => (await waitingRows()) === 0);
    expect(broker.ids()).toEqual(["a-2"]);
    expect(await outboxOf(db).findOne({ _id: "a-1" })).toMatchObject({ rejection: "too large" });
    expect(await leasedRows()).toBe(0);
  });

  it("goes out again when its lease ends if the store could not mark it, and is replayed like any other", async () => {
    const broker = createBroker();
    let isFailing = true;
    const relay = startRelay({
      bus: broker.bus,
      leaseMs: 400,
      pollMs: 20,
      outbox: {
        claim: (options) => outbox.claim(options),
        settle: async (options) => {
          if (isFailing) throw new Error("the store is away");
          await outbox.settle(options);
        },
      },
    });
    await add(relay, entry("a", 1));
    await waitFor(() => broker.stored.length === 1);
    isFailing = false;
    await waitFor(async () => (await waitingRows()) === 0);
    expect(new Set(broker.ids())).toEqual(new Set(["a-1"]));
    const before = broker.stored.length;
    expect(await replayOutbox(store, { key: "a" })).toBe(1);
    await waitFor(() => broker.stored.length === before + 1);
  });
});

it("keeps the order within a key whoever writes and carries, publishing each row once [MSG-DELIVERY-07]", async () => {
  const keys = ["a", "b", "c", "d"];
  const broker = createBroker(() => new Promise((resolve) => setImmediate(resolve)));
  const started = [1, 2, 3].map(() => startRelay({ bus: broker.bus, concurrency: 4, pollMs: 5 }));
  for (let n = 1; n <= 30; n++) {
    const writer = n % 5 === 0 ? undefined : started[n % 3];
    await Promise.all(keys.map((key) => add(writer, entry(key, n))));
  }
  await waitFor(async () => (await waitingRows()) === 0, { timeoutMs: 10_000 });
  for (const key of keys) {
    const numbers = broker.ids().filter((id) => id.startsWith(key));
    expect(numbers).toEqual(Array.from({ length: 30 }, (_, index) => `${key}-${index + 1}`));
  }
  expect([await leasedRows(), await leasedKeys()]).toEqual([0, 0]);
});

it("looks at no published rows of a key, however many there are, when it writes and carries rows", async () => {
  const count = 500;
  const published = Array.from({ length: count }, (_, n) => ({
    ...entry("a", n + 1),
    _id: `a-${n + 1}`,
    service: SERVICE,
    position: n + 1,
    createdAt: new Date(),
    publishedAt: new Date(),
  }));
  await outboxOf(db).insertMany(published);
  const events = await commandEventsOf(store.client, () => add(undefined, entry("a", count + 1)));
  const [{ pipeline } = {}] = events.flatMap(({ command }) => (command["aggregate"] ? [command] : []));
  const examined = async (match: object, sort: object) => {
    const find = { find: "outbox", filter: match, sort, limit: 1 };
    const { executionStats } = await db.command({ explain: find, verbosity: "executionStats" });
    return executionStats.totalDocsExamined as number;
  };
  const [first, order, , , lookup] = pipeline as [
    { $match: object },
    { $sort: object },
    unknown,
    unknown,
    { $lookup: { pipeline: [{ $match: object }] } },
  ];
  expect(await examined(first.$match, order.$sort)).toBe(1);
  await outbox.claim({ holder: "relay", leaseMs: 1_000, maxKeys: 1, maxRowsPerKey: 1 });
  expect(await examined(lookup.$lookup.pipeline[0].$match, {})).toBe(1);
});
