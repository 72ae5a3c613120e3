import { fork } from "node:child_process";
import { once } from "node:events";
import { createInProcessBus } from "@countersign/bus";
import { STREAMS } from "@countersign/contracts";
import { createUnitOfWork, ensureIndexes, platformIndexes } from "@countersign/mongo";
import { commandEventsOf, silentLogger, useTestStore, waitFor } from "@countersign/testing";
import type { CommandStartedEvent, Document } from "mongodb";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { createOutboxHistory } from "./history.ts";
import { OUTBOX_INDEXES } from "./indexes.ts";
import { createOutbox, type OutboxEntry } from "./outbox.ts";
import { outboxOf } from "./record.ts";
import { createOutboxRelay } from "./relay.ts";
import { createOutboxSource } from "./source.ts";

const STREAM = STREAMS.outcomes;
const MINUTE_MS = 60_000;
const store = await useTestStore({ monitored: true });
const { db } = store;
await ensureIndexes(store, [...platformIndexes(), ...OUTBOX_INDEXES]);
const history = createOutboxHistory(store);

beforeEach(async () => {
  for (const name of ["outbox", "outbox_leases", "bus_bookmarks", "inbox", "effects"]) {
    await db.collection(name).deleteMany({});
  }
});

const entry = (key: string, n: number): OutboxEntry => ({
  id: `${key}-${n}`,
  key,
  subject: "approval.outcome.leave.completed",
  data: { key, n },
});
const add = (service: string, entries: readonly OutboxEntry[]) =>
  createUnitOfWork(store, (scope) => createOutbox(scope, { service }))((outbox) => outbox.add(entries));
const numbers = (key: string, count: number) => Array.from({ length: count }, (_, n) => entry(key, n + 1));
/** Marks waiting rows as published so long ago. */
const publishedAgo = (ms: number, filter: Document = {}) =>
  outboxOf(db).updateMany(
    { ...filter, pending: true },
    { $set: { publishedAt: new Date(Date.now() - ms) }, $unset: { pending: true } },
  );
const bookmarkOf = async (durable: string) => (await history.bookmarkOf(durable))?.getTime() ?? 0;

type BusLogger = Parameters<typeof createInProcessBus>[0]["logger"];

/** A bus that begins with the history. */
async function openBus(of: typeof history = history, logger: BusLogger = silentLogger) {
  const bus = createInProcessBus({ history: of, logger });
  onTestFinished(() => bus.close());
  await bus.ensureStreams([STREAM]);
  return {
    bus,
    publish: ({ id, subject, data }: OutboxEntry) => bus.publish({ id, subject, data }),
    /** The messages that a consumer without an inbox gets, in order. */
    consume: async (durable: string) => {
      const heard: string[] = [];
      const consumer = { stream: STREAM.name, durable, filter: "approval.outcome.>" };
      await bus.consume(consumer, async ({ id = "" }) => void heard.push(id));
      return heard;
    },
  };
}

/** Runs the bus in a process of its own. @param endless id of the message whose handling never ends */
function startProcess(endless = "") {
  const program = new URL("../test/bus-process.ts", import.meta.url);
  const child = fork(program, [store.uri, store.dbName, endless], { execArgv: [] });
  const handed: string[] = [];
  const live: string[] = [];
  child.on("message", (message: string | { live: string }) => {
    if (typeof message === "string") handed.push(message);
    else live.push(message.live);
  });
  const kill = async () => {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  };
  onTestFinished(kill);
  return { handed, live, kill };
}

describe("a process that is killed", () => {
  it("loses no message between publishing and handling, and no message takes effect or is seen live twice [MSG-DELIVERY-01]", async () => {
    await add("first", numbers("a", 4));
    await add("second", numbers("b", 3));
    const killed = startProcess("a-2");
    await waitFor(() => killed.handed.includes("a-2") && killed.handed.includes("b-3"));
    await waitFor(async () => (await outboxOf(db).countDocuments({ pending: true })) === 0);
    await waitFor(() => killed.live.length === 4);
    await killed.kill();

    await add("first", [entry("a", 5)]);
    const next = startProcess();
    await waitFor(async () => (await db.collection("effects").countDocuments()) === 8);
    const effects = await db.collection("effects").find().sort({ at: 1 }).toArray();
    const idsOf = (key: string) => effects.filter((effect) => effect["key"] === key).map(({ id }) => id);
    expect(idsOf("a")).toEqual(["a-1", "a-2", "a-3", "a-4", "a-5"]);
    expect(idsOf("b")).toEqual(["b-1", "b-2", "b-3"]);
    expect(next.handed.filter((id) => id.startsWith("a"))).toEqual(["a-1", "a-2", "a-3", "a-4", "a-5"]);
    await waitFor(() => next.live.length >= 4);
    expect([killed.live, next.live].map((ids) => ids.toSorted())).toEqual([
      ["a-1", "b-1", "b-2", "b-3"],
      ["a-2", "a-3", "a-4", "a-5"],
    ]);
  });
});

describe("a durable that starts", () => {
  it("gets messages published since its bookmark, and none before that", async () => {
    await add("hr", numbers("old", 3));
    await publishedAgo(10 * MINUTE_MS);
    await add("hr", [entry("new", 1)]);
    await publishedAgo(1_000);
    await history.saveBookmarks(new Map([["owner", new Date(Date.now() - 2_000)]]));
    const { consume, publish } = await openBus();
    const heard = await consume("owner");
    await publish(entry("last", 1));
    await waitFor(() => heard.includes("last-1"));
    expect(heard).toEqual(["new-1", "last-1"]);
  });

  it("gets all messages that its stream would keep when it has no bookmark, in order whatever the clocks said", async () => {
    await add("hr", numbers("gone", 1));
    await publishedAgo(STREAM.maxAgeMs + MINUTE_MS);
    await add("hr", numbers("a", 3));
    await publishedAgo(3 * MINUTE_MS, { position: 2 });
    await publishedAgo(5 * MINUTE_MS);
    await add("inventory", [{ ...entry("other", 1), subject: "company.created" }, entry("b", 1)]);
    await publishedAgo(MINUTE_MS);
    const { consume, publish } = await openBus();
    const heard = await consume("owner");
    await publish(entry("last", 1));
    await waitFor(() => heard.includes("last-1"));
    expect(heard).toEqual(["a-1", "a-2", "a-3", "b-1", "last-1"]);
  });

  it("gets messages of this process once, though the outbox has them too", async () => {
    const { bus, consume, publish } = await openBus();
    const source = createOutboxSource(store, { service: "hr" });
    const relay = createOutboxRelay({ outbox: source, bus, logger: silentLogger, pollMs: 10 });
    onTestFinished(() => relay.close());
    await add("hr", numbers("a", 3));
    await waitFor(async () => (await outboxOf(db).countDocuments({ pending: true })) === 0);
    const heard = await consume("late");
    await publish(entry("a", 3));
    await publish(entry("last", 1));
    await waitFor(() => heard.includes("last-1"));
    expect(heard).toEqual(["a-1", "a-2", "a-3", "last-1"]);
  });

  it("waits until the store can be read, and says once that it cannot", async () => {
    await add("hr", numbers("a", 1));
    await publishedAgo(0);
    let reads = 0;
    const said: object[] = [];
    const logger = {
      warn: (about: object) => void said.push(about),
      error: () => expect.unreachable("an error for what passes"),
    };
    const late = {
      ...history,
      bookmarkOf: async (durable: string) => {
        reads += 1;
        if (reads <= 2) throw new Error("the store is away");
        return history.bookmarkOf(durable);
      },
    };
    const { consume } = await openBus(late, logger);
    const heard = await consume("owner");
    await waitFor(() => heard.length === 1);
    expect([reads, heard]).toEqual([3, ["a-1"]]);
    expect(said).toEqual([{ durable: "owner", reason: "the store is away" }]);
  });

  it("reads only the rows since its bookmark from a large outbox", async () => {
    await add("hr", numbers("old", 500));
    await publishedAgo(60 * MINUTE_MS);
    await add("hr", numbers("new", 2));
    await publishedAgo(0);
    await history.saveBookmarks(new Map([["owner", new Date()]]));
    const events = await commandEventsOf(store.client, async () => {
      const heard = await (await openBus()).consume("owner");
      await waitFor(() => heard.length === 2);
    });

    const finds = events.flatMap(({ command }) => (command["find"] === "outbox" ? [command] : []));
    expect(finds).toHaveLength(1);
    const [{ find, filter, sort, limit } = {}] = finds;
    const { queryPlanner, executionStats } = await db.command({
      explain: { find, filter, sort, limit },
      verbosity: "executionStats",
    });
    expect(JSON.stringify(queryPlanner.winningPlan)).not.toMatch(/COLLSCAN|"SORT"/u);
    expect(executionStats.totalDocsExamined).toBe(2);
  });
});

describe("a bookmark", () => {
  it("stays before unhandled messages, and is saved without a read of the store", async () => {
    const { bus, publish } = await openBus();
    const handled = Promise.withResolvers<void>();
    const handle = ({ id }: { id: string | undefined }) =>
      id === "a-1" ? handled.promise : Promise.resolve();
    const before = Date.now();
    await bus.consume({ stream: STREAM.name, durable: "owner", filter: ">" }, handle);
    await waitFor(async () => (await bookmarkOf("owner")) >= before);
    await publish(entry("a", 1));
    const published = Date.now();
    const commands: string[] = [];
    const note = ({ commandName }: CommandStartedEvent) => commands.push(commandName);
    store.client.on("commandStarted", note);
    for (const entry of numbers("b", 50)) await publish(entry);
    await waitFor(() => commands.length > 0);
    store.client.off("commandStarted", note);
    expect(new Set(commands)).toEqual(new Set(["update"]));
    expect(await bookmarkOf("owner")).toBeLessThanOrEqual(published);
    handled.resolve();
    await bus.close();
    expect(await bookmarkOf("owner")).toBeGreaterThan(published);
  });
});
