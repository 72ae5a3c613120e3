import { BusUnavailable, MessageNotAccepted } from "@countersign/bus";
import { createUnitOfWork } from "@countersign/mongo";
import { commandsOf, createGate, useTestStore, waitFor } from "@countersign/testing";
import { describe, expect, it } from "vitest";
import { createBroker, useRelays } from "../test/relay-fixture.ts";
import { createOutbox, type OutboxEntry } from "./outbox.ts";
import { createOutboxSource } from "./source.ts";

const SERVICE = "relay-test";
const store = await useTestStore({ monitored: true });
const { outbox, startRelay, waitingRows, leasedKeys } = useRelays(store, SERVICE);
const unitOfWork = createUnitOfWork(store, (scope) => ({
  outbox: createOutbox(scope, { service: SERVICE }),
}));

function entry(key: string, n: number): OutboxEntry {
  return { id: `${key}-${n}`, key, subject: "approval.test", data: { n }, headers: { traceparent: "00-1" } };
}

const add = (...entries: OutboxEntry[]) => unitOfWork((repositories) => repositories.outbox.add(entries));

it("publishes committed rows, and marks them after the acknowledgement [MSG-DELIVERY-01]", async () => {
  const acknowledged = createGate();
  const lags: number[] = [];
  const broker = createBroker(() => acknowledged.passed);
  const relay = startRelay({ bus: broker.bus, events: { published: (lagMs) => lags.push(lagMs) } });
  await add(entry("a", 1));
  relay.wake();
  await waitFor(async () => (await leasedKeys()) === 1);
  expect(await waitingRows()).toBe(1);
  acknowledged.open();
  await waitFor(async () => (await waitingRows()) === 0);
  expect(broker.stored).toEqual([
    { id: "a-1", subject: "approval.test", data: { n: 1 }, headers: { traceparent: "00-1" } },
  ]);
  expect(lags).toHaveLength(1);
});

it("carries rows that another replica added while it had leased their key, without being woken", async () => {
  const acknowledged = createGate();
  const broker = createBroker(() => acknowledged.passed);
  await add(entry("a", 1));
  startRelay({ bus: broker.bus });
  await waitFor(async () => (await leasedKeys()) === 1);
  await add(entry("a", 2));
  acknowledged.open();
  await waitFor(() => broker.stored.length === 2);
});

it("carries a row with eight commands, and looks for rows without a service now and then only", async () => {
  const broker = createBroker();
  const service = "approval-engine";
  const source = createOutboxSource(store, { service });
  const transact = createUnitOfWork(store, (scope) => createOutbox(scope, { service }));
  const relay = startRelay({ bus: broker.bus, outbox: source });
  const rows = 20;
  const commands = await commandsOf(store, async () => {
    for (let n = 1; n <= rows; n++) {
      await transact((to) => to.add([entry("a", n)]));
      relay.wake();
      await waitFor(() => broker.stored.length === n);
    }
  });
  const ofTransaction = 3;
  expect(commands.length / rows).toBeLessThan(ofTransaction + 8 + 1);
});

it("finds rows by its slow poll, without being woken", async () => {
  const broker = createBroker();
  startRelay({ bus: broker.bus, pollMs: 20 });
  await add(entry("a", 1));
  await waitFor(() => broker.stored.length === 1);
});

it("keeps the order within a key with several relays, publishing each row once [MSG-DELIVERY-07]", async () => {
  const keys = ["a", "b", "c", "d", "e", "f"];
  const broker = createBroker(() => new Promise((resolve) => setImmediate(resolve)));
  const started = [1, 2, 3].map(() => startRelay({ bus: broker.bus, concurrency: 2, pollMs: 5 }));
  for (let n = 1; n <= 20; n++) {
    await Promise.all(keys.map((key) => add(entry(key, n))));
    started[n % 3]?.wake();
  }
  await waitFor(async () => (await waitingRows()) === 0, { timeoutMs: 10_000 });
  const expected = Array.from({ length: 20 }, (_, index) => index + 1);
  for (const key of keys) {
    const numbers = broker.ids().filter((id) => id.startsWith(key));
    expect(numbers).toEqual(expected.map((n) => `${key}-${n}`));
  }
});

it("keeps rows in the store while the broker is away, waits longer each time, and goes on in order", async () => {
  let away = true;
  const attempts: string[] = [];
  const waits: number[] = [];
  const broker = createBroker(async ({ id }) => {
    attempts.push(id);
    if (away) throw new BusUnavailable("the broker is away");
  });
  const relay = startRelay({ bus: broker.bus, events: { failed: ({ retryInMs }) => waits.push(retryInMs) } });
  await add(entry("a", 1), entry("a", 2), entry("b", 1));
  relay.wake();
  await waitFor(() => waits.length === 3);
  relay.wake();
  expect(waits).toEqual([100, 200, 400]);
  expect(attempts).not.toContain("a-2");
  expect(await waitingRows()).toBe(3);
  away = false;
  await waitFor(async () => (await waitingRows()) === 0);
  expect(broker.ids().filter((id) => id.startsWith("a"))).toEqual(["a-1", "a-2"]);
});

it("holds one round in memory, however many rows wait while the broker is away", async () => {
  let away = true;
  const broker = createBroker(async () => {
    if (away) throw new BusUnavailable("the broker is away");
  });
  const [keys, rowsPerKey] = [40, 25];
  const sizes = new Map<string, number>();
  for (let key = 0; key < keys; key++) {
    await add(...Array.from({ length: rowsPerKey }, (_, n) => entry(`k${key}`, n + 1)));
  }
  const largestRound = 4 * 20;
  let inProgress = 0;
  let mostInProgress = 0;
  let rounds = 0;
  startRelay({
    bus: broker.bus,
    concurrency: 4,
    outbox: {
      claim: async (options) => {
        const found = await outbox.claim(options);
        const { claims } = found;
        rounds += 1;
        for (const { key, rows } of claims) sizes.set(key, rows.length);
        inProgress += claims.flatMap(({ rows }) => rows).length;
        mostInProgress = Math.max(mostInProgress, inProgress);
        return found;
      },
      settle: async (options) => {
        for (const key of options.keys ?? []) inProgress -= sizes.get(key) ?? 0;
        await outbox.settle(options);
      },
    },
  });
  await waitFor(() => rounds > 4);
  expect(mostInProgress).toBeLessThanOrEqual(largestRound);
  expect(await waitingRows()).toBe(keys * rowsPerKey);
  away = false;
  await waitFor(async () => (await waitingRows()) === 0, { timeoutMs: 10_000 });
  expect(mostInProgress).toBeLessThanOrEqual(largestRound);
  expect(broker.stored).toHaveLength(keys * rowsPerKey);
});

it("sets aside a row that can never be published, and goes on with its key", async () => {
  const rejected: string[] = [];
  const broker = createBroker(async ({ id }) => {
    if (id === "a-1") throw new MessageNotAccepted("too large");
  });
  const relay = startRelay({ bus: broker.bus, events: { rejected: ({ reason }) => rejected.push(reason) } });
  await add(entry("a", 1), entry("a", 2));
  relay.wake();
  await waitFor(async () => (await waitingRows()) === 0);
  expect(broker.ids()).toEqual(["a-2"]);
  expect(rejected).toEqual(["too large"]);
});

it("publishes rows that it could not mark again, under the same id", async () => {
  const broker = createBroker();
  let failing = true;
  const relay = startRelay({
    bus: broker.bus,
    // A slow store needs a part of the lease to claim.
    leaseMs: 1_000,
    pollMs: 50,
    outbox: {
      claim: (options) => outbox.claim(options),
      settle: async (options) => {
        if (failing) throw new Error("the store is away");
        await outbox.settle(options);
      },
    },
  });
  await add(entry("a", 1));
  relay.wake();
  await waitFor(() => broker.stored.length === 1);
  failing = false;
  await waitFor(async () => (await waitingRows()) === 0);
  expect(new Set(broker.ids())).toEqual(new Set(["a-1"]));
});

it("waits for the publishes in progress when it is closed", async () => {
  const acknowledged = createGate();
  const publishing = createGate();
  const broker = createBroker(async () => {
    publishing.open();
    await acknowledged.passed;
  });
  const relay = startRelay({ bus: broker.bus });
  await add(entry("a", 1));
  relay.wake();
  await publishing.passed;
  const closing = relay.close();
  acknowledged.open();
  await closing;
  expect(await waitingRows()).toBe(0);
});

describe("a stream that accepts no messages", () => {
  const SUBJECT = {
    outcome: "approval.outcome.hr.Leave.completed",
    answer: "approval.request.hr.Leave.accepted",
    notification: "approval.notification.hr.0",
  };
  const row = (key: string, n: number, kind: keyof typeof SUBJECT) => ({
    ...entry(key, n),
    subject: SUBJECT[kind],
  });
  /** A broker whose stream of notifications is full for as long as the test says. */
  const fullBroker = () => {
    const state = { full: true, attempts: 0 };
    const broker = createBroker(async ({ subject }) => {
      if (subject !== SUBJECT.notification) return;
      state.attempts += 1;
      if (state.full) throw new BusUnavailable("maximum messages exceeded");
    });
    return { ...broker, state };
  };

  it("holds back its own rows only: other rows of the same documents go on, in order [MSG-DELIVERY-01]", async () => {
    const broker = fullBroker();
    const relay = startRelay({ bus: broker.bus });
    await add(row("a", 1, "answer"), row("a", 2, "notification"), row("a", 3, "outcome"));
    await add(row("b", 1, "notification"), row("b", 2, "outcome"));
    relay.wake();
    await waitFor(async () => (await waitingRows()) === 2);
    await add(row("a", 4, "outcome"), row("a", 5, "notification"), row("b", 3, "outcome"));
    relay.wake();
    await waitFor(async () => (await waitingRows()) === 3);
    const passed = broker.ids();
    expect(passed.filter((id) => id.startsWith("a"))).toEqual(["a-1", "a-3", "a-4"]);
    expect(passed.filter((id) => id.startsWith("b"))).toEqual(["b-2", "b-3"]);
    broker.state.full = false;
    await waitFor(async () => (await waitingRows()) === 0);
    expect(broker.ids().slice(passed.length).toSorted()).toEqual(["a-2", "a-5", "b-1"]);
    expect(broker.ids().indexOf("a-2")).toBeLessThan(broker.ids().indexOf("a-5"));
  });

  it("does not hide rows that wait behind more of its own rows than a round holds [MSG-DELIVERY-01]", async () => {
    const broker = fullBroker();
    const keys = Array.from({ length: 100 }, (_, n) => `full-${n}`);
    await add(...keys.map((key) => row(key, 1, "notification")));
    const relay = startRelay({ bus: broker.bus, concurrency: 2 });
    relay.wake();
    await waitFor(() => broker.state.attempts > 0);
    await add(row("late", 1, "outcome"));
    relay.wake();
    await waitFor(() => broker.ids().includes("late-1"));
    // One row tries, however many wait: two publishers at first, then one row a time.
    expect(broker.state.attempts).toBeLessThan(10);
    broker.state.full = false;
    await waitFor(async () => (await waitingRows()) === 0);
  });
});

const startFor = (service: string) => {
  const broker = createBroker();
  const source = createOutboxSource(store, { service });
  return { ...broker, source, relay: startRelay({ outbox: source, bus: broker.bus }) };
};
const addFor = (service: string, ...entries: OutboxEntry[]) =>
  createUnitOfWork(store, (scope) => createOutbox(scope, { service }))((rows) => rows.add(entries));

describe("two services on one outbox", () => {
  it("each carry only their own rows [DOC-5]", async () => {
    await addFor("hr-service", entry("a", 1), entry("a", 3));
    await addFor("inventory-service", entry("a", 2), entry("b", 1));
    const hr = startFor("hr-service");
    const inventory = startFor("inventory-service");
    await waitFor(async () => (await store.db.collection("outbox").countDocuments({ pending: true })) === 0);
    expect(hr.ids()).toEqual(["a-1", "a-3"]);
    expect(inventory.ids().toSorted()).toEqual(["a-2", "b-1"]);
  });

  it("do not wait for each other's lease of a key [DOC-5]", async () => {
    await addFor("hr-service", entry("a", 1));
    await addFor("inventory-service", entry("a", 2));
    const claim = { holder: "dead", leaseMs: 60_000, maxKeys: 1, maxRowsPerKey: 1 };
    expect((await createOutboxSource(store, { service: "hr-service" }).claim(claim)).claims).toHaveLength(1);
    const inventory = startFor("inventory-service");
    await waitFor(() => inventory.ids().length === 1);
    expect(inventory.ids()).toEqual(["a-2"]);
    await store.db.collection("outbox_leases").deleteMany({});
  });

  it("rows without a service's name belong to the engine, in their place within the key [DOC-5]", async () => {
    const common = { key: "a", subject: "approval.test", data: {}, createdAt: new Date(), pending: true };
    const old = [
      { _id: "a-1", position: 1, ...common },
      { _id: "a-2", position: 2, ...common },
    ];
    await store.db.collection<{ _id: string }>("outbox").insertMany(old);
    await addFor("approval-engine", entry("a", 3));
    const hr = startFor("hr-service");
    await addFor("hr-service", entry("b", 1));
    hr.relay.wake();
    await waitFor(() => hr.ids().length === 1);
    expect(hr.ids()).toEqual(["b-1"]);
    await waitFor(async () => (await hr.source.backlog()).rows === 0);
    const engine = startFor("approval-engine");
    await waitFor(() => engine.ids().length === 3);
    expect(engine.ids()).toEqual(["a-1", "a-2", "a-3"]);
  });
});
