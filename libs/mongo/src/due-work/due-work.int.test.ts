import { ensureIndexes } from "../indexes.ts";
import type { Scope } from "../scope.ts";
import { connectStore, type Store } from "../store.ts";
import { createUnitOfWork } from "../unit-of-work.ts";
import { setTimeout as delay } from "node:timers/promises";
import { commandsOf, useStoreProxy, useTestStore, waitFor } from "@countersign/testing";
import type { Document, WithId } from "mongodb";
import { afterAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { claimDue, DUE_INDEX, type DueRow, markDone } from "./due-rows.ts";
import { type DueWorkOfRows, type DueWorkOptions, dueWork, startDueWork, workDue } from "./due-work.ts";

/** A reminder of a task's activation, as a timer is stored. */
interface Reminder extends DueRow {
  _id: string;
  sentAt?: Date;
}

const store = await useTestStore();
const other = await connectStore({ uri: store.uri, dbName: store.dbName, appName: "another-replica" });
afterAll(() => other.close());
const EMPTY = ["letters", "parcels"] as const;
await ensureIndexes(
  store,
  ["reminders", ...EMPTY].map((collection) => ({ collection, indexes: [DUE_INDEX] })),
);

const remindersIn = ({ db }: Pick<Store, "db">) => db.collection<Reminder>("reminders");
const reminders = remindersIn(store);
/** The effects: one for each time that a reminder was sent. */
const sent = store.db.collection<{ reminder: string; by: string }>("sent");

const start = new Date("2026-01-01T00:00:00Z");
const at = (seconds: number) => new Date(start.getTime() + seconds * 1_000);

beforeEach(async () => {
  await reminders.deleteMany({});
  await sent.deleteMany({});
});

const add = (...rows: { _id: string; claimedUntil?: Date }[]) => reminders.insertMany(rows);
const sentIds = async () => (await sent.find().toArray()).map(({ reminder }) => reminder).toSorted();

/** The command that sends a reminder: its mark commits with its effect. */
function sending(replica: Store, by = "one") {
  const transact = createUnitOfWork(replica, (scope) => scope);
  return (row: WithId<Reminder>) =>
    transact(async (scope: Scope) => {
      if (!(await markDone(scope, remindersIn(replica), row, { sentAt: start }))) return;
      await scope.write({ insert: "sent", documents: [{ reminder: row._id, by }] });
    });
}

/** Works on reminders until the test ends. */
function startSending(
  { clock = () => at(0), ...options }: Partial<DueWorkOfRows<Reminder> & Pick<DueWorkOptions, "clock">> = {},
  replica: Store = store,
) {
  const failures: { id: string | undefined; retryInMs: number }[] = [];
  const ofReminders = dueWork<Reminder>({
    rows: remindersIn(replica),
    work: sending(replica),
    failed: (_, { row, retryInMs }) => failures.push({ id: row?._id, retryInMs }),
    ...options,
  });
  const ofOthers = EMPTY.map((name) =>
    dueWork({
      rows: replica.db.collection(name),
      work: () => Promise.reject(new Error("nothing is due here")),
      failed: (error) => expect.unreachable(String(error)),
    }),
  );
  const working = startDueWork({
    db: replica.db,
    works: [...ofOthers, ofReminders],
    failed: (_, retryInMs) => failures.push({ id: undefined, retryInMs }),
    pauseMs: 5,
    clock,
  });
  onTestFinished(() => working.close());
  return { ...working, failures };
}

describe("due work", () => {
  it("waits for its time, and takes effect then", async () => {
    let now = at(59);
    await add({ _id: "later", claimedUntil: at(60) }, { _id: "due", claimedUntil: at(59) }, { _id: "none" });
    startSending({ clock: () => now });
    await waitFor(async () => (await sent.countDocuments()) === 1);
    expect(await sentIds()).toEqual(["due"]);
    now = at(60);
    await waitFor(async () => (await sent.countDocuments()) === 2);
    expect(await sentIds()).toEqual(["due", "later"]);
    expect(await reminders.findOne({ _id: "later" })).toEqual({
      _id: "later",
      sentAt: start,
    });
  });

  it("is shared by two replicas, and takes effect once for each row", async () => {
    const ids = Array.from({ length: 80 }, (_, n) => `reminder-${String(n).padStart(2, "0")}`);
    await add(...ids.map((_id) => ({ _id, claimedUntil: at(0) })));
    const replicas = [
      startSending({ work: sending(store, "one"), atOnce: 2 }),
      startSending({ work: sending(other, "two"), atOnce: 2 }, other),
    ];
    await waitFor(async () => (await reminders.countDocuments({ claimedUntil: { $exists: true } })) === 0);
    await Promise.all(replicas.map((each) => each.close()));
    expect(await sentIds()).toEqual(ids);
    expect((await sent.distinct("by")).toSorted()).toEqual(["one", "two"]);
    expect(replicas.flatMap(({ failures }) => failures)).toEqual([]);
  });

  it("takes effect once though its claim ended while it was done, and another replica began it too", async () => {
    await add({ _id: "slow", claimedUntil: at(0) });
    const slow = await claimDue(reminders, { now: at(0), until: at(30) });
    const again = await claimDue(remindersIn(other), { now: at(30), until: at(60) });
    expect([slow?._id, again?._id]).toEqual(["slow", "slow"]);
    await Promise.all([sending(store)(slow!), sending(other)(again!)]);
    await sending(other)(again!);
    expect(await sentIds()).toEqual(["slow"]);
  });

  it("has no effect when its row was removed, or its time, after the claim", async () => {
    await add({ _id: "removed", claimedUntil: at(0) }, { _id: "ended", claimedUntil: at(0) });
    startSending({
      work: async (row) => {
        await reminders.deleteOne({ _id: "removed" });
        await reminders.updateOne({ _id: "ended" }, { $unset: { claimedUntil: true } });
        await sending(store)(row);
      },
    });
    await waitFor(async () => (await reminders.countDocuments({ claimedUntil: { $exists: true } })) === 0);
    expect(await sentIds()).toEqual([]);
  });

  it("is done by another replica when the claim of one that has died ends", async () => {
    await add({ _id: "left", claimedUntil: at(0) });
    await claimDue(reminders, { now: at(0), until: at(30) });
    let now = at(29);
    startSending({ clock: () => now }, other);
    await add({ _id: "next", claimedUntil: at(0) });
    await waitFor(async () => (await sent.countDocuments()) === 1);
    expect(await sentIds()).toEqual(["next"]);
    now = at(30);
    await waitFor(async () => (await sentIds()).includes("left"));
  });

  it("that fails is tried after waits that grow, and holds no other row up", async () => {
    let now = at(0);
    let isFailing = true;
    await add({ _id: "bad", claimedUntil: at(-1) }, { _id: "good", claimedUntil: at(0) });
    const { failures } = startSending({
      clock: () => now,
      atOnce: 1,
      work: async (row) => {
        if (row._id === "bad" && isFailing) throw new Error("no");
        await sending(store)(row);
      },
    });
    await waitFor(async () => (await sentIds()).includes("good"));
    for (const seconds of [1, 3, 7]) {
      now = at(seconds);
      await waitFor(async () => (await reminders.findOne({ _id: "bad" }))!.claimedUntil! > now);
    }
    expect(failures.map(({ retryInMs }) => retryInMs)).toEqual([1_000, 2_000, 4_000, 8_000]);
    isFailing = false;
    now = at(15);
    await waitFor(async () => (await sentIds()).includes("bad"));
    expect(await reminders.findOne({ _id: "bad" })).not.toHaveProperty("failures");
  });

  it("goes on after a claim that failed, and reports it without a row", async () => {
    await add({ _id: "due", claimedUntil: at(0) });
    const rows = remindersIn(store);
    let isAway = true;
    const claim = rows.findOneAndUpdate.bind(rows) as (...args: unknown[]) => Promise<unknown>;
    rows.findOneAndUpdate = (async (...args: unknown[]) => {
      if (isAway) throw new Error("the store is away");
      return claim(...args);
    }) as typeof rows.findOneAndUpdate;
    onTestFinished(() => void (isAway = false));
    const { failures } = startSending({ rows });
    await waitFor(() => failures.length >= 2);
    isAway = false;
    await waitFor(async () => (await sentIds()).includes("due"));
    expect(failures.slice(0, 2)).toEqual([
      { id: undefined, retryInMs: 5 },
      { id: undefined, retryInMs: 5 },
    ]);
  });

  it("goes on after a look that failed, which waits longer each time", async () => {
    const proxy = await useStoreProxy(store.uri);
    const far = await connectStore({ uri: proxy.uri, dbName: store.dbName, appName: "far-replica" });
    onTestFinished(() => far.close());
    await add({ _id: "due", claimedUntil: at(0) });
    proxy.failCommands(({ aggregate }) =>
      aggregate === undefined
        ? undefined
        : { code: 8_000, codeName: "AtlasError", errmsg: "the store is away" },
    );
    const { failures } = startSending({}, far);
    await waitFor(() => failures.length >= 3);
    proxy.accept();
    await waitFor(async () => (await sentIds()).includes("due"));
    expect(failures.slice(0, 3).map(({ retryInMs }) => retryInMs)).toEqual([5, 10, 20]);
  });

  it("of one collection does not hold up that of another", async () => {
    const held = Promise.withResolvers<void>();
    await store.db.collection("letters").insertOne({ claimedUntil: at(0) });
    onTestFinished(async () => void (await store.db.collection("letters").deleteMany({})));
    const slow = dueWork({
      rows: store.db.collection("letters"),
      work: () => held.promise,
      failed: (error) => expect.unreachable(String(error)),
    });
    const quick = dueWork<Reminder>({
      rows: reminders,
      work: sending(store),
      failed: (error) => expect.unreachable(String(error)),
    });
    const working = startDueWork({
      db: store.db,
      works: [slow, quick],
      failed: (error) => expect.unreachable(String(error)),
      pauseMs: 5,
      clock: () => at(0),
    });
    await waitFor(
      async () => (await store.db.collection("letters").countDocuments({ claimedUntil: at(30) })) === 1,
    );
    await add({ _id: "quick", claimedUntil: at(0) });
    await waitFor(async () => (await sentIds()).includes("quick"));
    held.resolve();
    await working.close();
  });

  it("of a collection that cannot be read does not hold that of others up", async () => {
    const failures: unknown[] = [];
    const forbidden = new Error("not authorized on letters");
    const collection = (name: string) => {
      const whole = store.db.collection(name);
      const aggregate = (pipeline: Document[]) =>
        name === "letters" || JSON.stringify(pipeline).includes('"letters"')
          ? { toArray: () => Promise.reject(forbidden) }
          : whole.aggregate(pipeline);
      return Object.assign(Object.create(whole) as typeof whole, { aggregate });
    };
    const works = ["letters", "reminders"].map((name) =>
      dueWork<Reminder>({
        rows: store.db.collection<Reminder>(name),
        work: sending(store),
        failed: (error) => expect.unreachable(String(error)),
      }),
    );
    const db = Object.assign(Object.create(store.db) as typeof store.db, { collection });
    const failed = (error: unknown) => failures.push(error);
    const working = startDueWork({ db, works, failed, pauseMs: 5, clock: () => at(0) });
    onTestFinished(() => working.close());
    await add({ _id: "due", claimedUntil: at(0) });
    await waitFor(async () => (await sentIds()).includes("due"));
    expect(new Set(failures)).toEqual(new Set([forbidden]));
  });

  it("is looked for by one command, and claimed only where something is due [ONE-7]", async () => {
    const monitored = await connectStore({
      uri: store.uri,
      dbName: store.dbName,
      appName: "monitored",
      driver: { monitorCommands: true },
    });
    onTestFinished(() => monitored.close());
    const looks = await commandsOf(monitored, async () => {
      startSending({}, monitored);
      await delay(100);
    });
    expect(new Set(looks)).toEqual(new Set(["aggregate"]));
    const commands = await commandsOf(monitored, async () => {
      await add({ _id: "due", claimedUntil: at(0) });
      await waitFor(async () => (await sentIds()).includes("due"));
    });
    const claims = commands.filter((name) => name === "findAndModify");
    expect(claims.length).toBeGreaterThan(0);
    // Four at once claim; those that find nothing end.
    expect(claims.length).toBeLessThanOrEqual(8);
  });

  it("is found by a claim that reads one row along the index, however many wait", async () => {
    await add(...Array.from({ length: 50 }, (_, n) => ({ _id: `r${n}`, claimedUntil: at(n) })));
    const find = { find: "reminders", filter: { claimedUntil: { $lte: at(100) } } };
    const explain = { ...find, sort: { claimedUntil: 1 }, limit: 1 };
    const plan = await store.db.command({ explain, verbosity: "executionStats" });
    expect(JSON.stringify(plan["queryPlanner"].winningPlan)).not.toMatch(/COLLSCAN|"SORT"/u);
    expect(plan["executionStats"].totalDocsExamined).toBe(1);
    expect(await claimDue(reminders, { now: at(100), until: at(130) })).toMatchObject({
      _id: "r0",
      claimedUntil: at(130),
    });
  });
});

describe("a round", () => {
  it("ends with the first work that wants no further one, and counts the others", async () => {
    const worked: number[] = [];
    const waiting = [1, 2, 3, 4];
    const round = {
      claim: async () => waiting.shift(),
      work: async (row: number) => {
        worked.push(row);
        return row !== 3;
      },
      claimMs: 1,
      clock: () => start,
    };
    expect(await workDue(round)).toBe(2);
    expect(worked).toEqual([1, 2, 3]);
    expect(await workDue(round)).toBe(1);
  });

  it("waits for the works in progress before it fails", async () => {
    const slow = Promise.withResolvers<void>();
    const events: string[] = [];
    const waiting = ["slow", "bad", "left"];
    const round = workDue({
      claim: async () => waiting.shift(),
      work: async (row) => {
        if (row === "bad") {
          events.push("failed");
          throw new Error("no");
        }
        await slow.promise;
        events.push("ended");
        return true;
      },
      claimMs: 1,
      clock: () => start,
      atOnce: 2,
    });
    await waitFor(() => events.includes("failed"));
    slow.resolve();
    await expect(round).rejects.toThrow("no");
    expect(events).toEqual(["failed", "ended"]);
    expect(waiting).toEqual(["left"]);
  });
});
