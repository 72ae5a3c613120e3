import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DomainError } from "@countersign/domain/errors";
import { useStoreProxy, useTestStore } from "@countersign/testing";
import {
  type ClientSession,
  type Collection,
  MongoServerError,
  MongoServerSelectionError,
  type TopologyDescription,
} from "mongodb";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { startStoreProcess } from "@countersign/embedded-store/testing/store-process";
import { connectStore, type Store } from "./store.ts";
import { createUnitOfWork, type UnitOfWorkOptions } from "./unit-of-work.ts";

interface Doctor {
  _id: number;
  onCall: boolean;
}
const BUSY = "Too many others are changing the same record; nothing was stored, try again in a few seconds";

interface Shift {
  _id: "shift";
  changes: number;
}

const store = await useTestStore();
const doctors = store.db.collection<Doctor>("doctors");
const shifts = store.db.collection<Shift>("shifts");
const unitOfWork = createUnitOfWork(store, ({ db, session }) => bind(db.collection("doctors"), session));

const bind = (collection: Collection<Doctor>, session: ClientSession) => ({
  session,
  insert: async (_id: number) => {
    await collection.insertOne({ _id, onCall: true }, { session });
  },
  countOnCall: () => collection.countDocuments({ onCall: true }, { session }),
  leave: async (_id: number) => {
    await collection.updateOne({ _id }, { $set: { onCall: false } }, { session });
  },
  noteChange: async () => {
    await shifts.updateOne({ _id: "shift" }, { $inc: { changes: 1 } }, { session, upsert: true });
  },
});

/** Everybody may leave as long as somebody stays; leaving writes a shared record. */
function leaveUnlessLast(id: number): Promise<boolean> {
  return unitOfWork(async ({ noteChange, countOnCall, leave }) => {
    await noteChange();
    const mayLeave = (await countOnCall()) > 1;
    if (mayLeave) await leave(id);
    return mayLeave;
  });
}

afterEach(async () => {
  await doctors.deleteMany({});
  await shifts.deleteMany({});
});

it("stores all that the work wrote and returns its result", async () => {
  const result = await unitOfWork(async ({ insert, countOnCall }) => {
    await insert(1);
    await insert(2);
    return countOnCall();
  });
  expect(result).toBe(2);
  expect(await doctors.countDocuments()).toBe(2);
});

it("stores nothing when the work fails, and passes its failure on", async () => {
  const failure = new DomainError("CONFLICT", "no");
  const work = unitOfWork(async ({ insert }) => {
    await insert(1);
    throw failure;
  });
  await expect(work).rejects.toBe(failure);
  expect(await doctors.countDocuments()).toBe(0);
});

it("hides uncommitted writes, and shows one moment of the store", async () => {
  await doctors.insertOne({ _id: 1, onCall: true });
  const seen = await unitOfWork(async ({ insert, countOnCall }) => {
    await insert(2);
    const outside = await doctors.countDocuments();
    await doctors.insertOne({ _id: 3, onCall: true });
    return { outside, inside: await countOnCall() };
  });
  expect(seen).toEqual({ outside: 1, inside: 2 });
});

it("lets 50 simultaneous transactions with write skew conflict on a shared record", async () => {
  await doctors.insertMany(Array.from({ length: 50 }, (_, _id) => ({ _id, onCall: true })));
  const left = await Promise.all(Array.from({ length: 50 }, (_, id) => leaveUnlessLast(id)));
  expect(left.filter(Boolean)).toHaveLength(49);
  expect(await doctors.countDocuments({ onCall: true })).toBe(1);
  expect(await shifts.findOne()).toEqual({ _id: "shift", changes: 50 });
});

it("binds the repositories anew for each attempt and repeats the whole work", async () => {
  await doctors.insertOne({ _id: 1, onCall: true });
  const sessions: ClientSession[] = [];
  await unitOfWork(async ({ session, countOnCall, leave }) => {
    sessions.push(session);
    await countOnCall();
    if (sessions.length === 1) await doctors.updateOne({ _id: 1 }, { $set: { onCall: false } });
    await leave(1);
  });
  expect(sessions).toHaveLength(2);
  await expect(doctors.findOne({}, { session: sessions[0] as ClientSession })).rejects.toThrow("expired");
});

it("runs effects after the commit: those of the last attempt, and none of a failed transaction", async () => {
  const transact = createUnitOfWork(store, (scope) => scope);
  const effects: [attempt: number, stored: Promise<number>][] = [];
  let attempts = 0;
  await transact(async ({ db, session, afterCommit }) => {
    const attempt = ++attempts;
    afterCommit(() => effects.push([attempt, doctors.countDocuments()]));
    await db.collection<Doctor>("doctors").countDocuments({}, { session });
    if (attempt === 1) await doctors.insertOne({ _id: 2, onCall: true });
    await db.collection<Doctor>("doctors").updateOne({ _id: 2 }, { $set: { onCall: true } }, { session });
    await db.collection<Doctor>("doctors").insertOne({ _id: attempt + 2, onCall: true }, { session });
    expect(effects).toEqual([]);
    if (attempt === 1) throw new MongoServerError({ errorLabels: ["TransientTransactionError"] });
  });
  expect(effects.map(([attempt]) => attempt)).toEqual([2]);
  expect(await effects[0]![1]).toBe(2);

  const failed = transact(async ({ afterCommit }) => {
    afterCommit(() => effects.push([0, doctors.countDocuments()]));
    throw new Error("the work failed");
  });
  await expect(failed).rejects.toThrow("the work failed");
  expect(effects).toHaveLength(1);
});

it("gives up when a conflict does not end in time", async () => {
  await doctors.insertOne({ _id: 1, onCall: true });
  const impatient = createUnitOfWork(store, ({ session }) => bind(doctors, session), { timeoutMs: 100 });
  await store.client.withSession(async (holder) => {
    holder.startTransaction();
    await doctors.updateOne({ _id: 1 }, { $set: { onCall: false } }, { session: holder });
    const work = impatient(async ({ insert, leave }) => {
      await insert(2);
      await leave(1);
    });
    await expect(work).rejects.toMatchObject({ code: "BUSY", message: BUSY });
    await holder.abortTransaction();
  });
  expect(await doctors.find().toArray()).toEqual([{ _id: 1, onCall: true }]);
});

it("lets transactions that name the same turn follow each other without a conflict", async () => {
  let attempts = 0;
  const counted = createUnitOfWork(store, ({ session }) => {
    attempts += 1;
    return bind(doctors, session);
  });
  const change = () => counted(({ noteChange }) => noteChange(), { turn: "shift" });
  await Promise.all(Array.from({ length: 50 }, change));
  expect(attempts).toBe(50);
  expect(await shifts.findOne()).toEqual({ _id: "shift", changes: 50 });
});

/** A unit of work whose turn `one` is taken until `release` is called. */
function whileOneIsTaken(options: UnitOfWorkOptions) {
  const queued = createUnitOfWork(store, ({ session }) => bind(doctors, session), options);
  const holding = Promise.withResolvers<void>();
  const first = queued(() => holding.promise, { turn: "one" });
  const release = () => {
    holding.resolve();
    return first;
  };
  return { queued, release };
}

describe("a turn", () => {
  it("that does not come in time is given up as BUSY, not as an outage of the store", async () => {
    const { queued, release } = whileOneIsTaken({ timeoutMs: 50 });
    const second = queued(({ insert }) => insert(1), { turn: "one" });
    await expect(second).rejects.toMatchObject({ code: "BUSY", message: BUSY });
    await release();
    await queued(({ insert }) => insert(2), { turn: "one" });
    expect(await doctors.distinct("_id")).toEqual([2]);
  });

  it("with too many waiting is refused at once, and other turns are not", async () => {
    const { queued, release } = whileOneIsTaken({ timeoutMs: 60_000, maxWaiting: 2 });
    const waiting = [1, 2].map((id) => queued(({ insert }) => insert(id), { turn: "one" }));
    const refused = queued(({ insert }) => insert(3), { turn: "one" });
    await expect(refused).rejects.toMatchObject({ code: "BUSY", message: BUSY });
    await queued(({ insert }) => insert(4), { turn: "another" });
    await release();
    await Promise.all(waiting);
    expect(new Set(await doctors.distinct("_id"))).toEqual(new Set([1, 2, 4]));
  });
});

it("refuses to begin inside another unit of work, also through other functions", async () => {
  const other = createUnitOfWork(store, () => undefined);
  const nested = unitOfWork(async () => {
    await other(() => Promise.resolve());
  });
  await expect(nested).rejects.toThrow("a unit of work was begun inside another one");
});

it("may begin in code that outlives another unit of work", async () => {
  let later: Promise<number> = Promise.resolve(0);
  const gate = Promise.withResolvers<void>();
  await unitOfWork(async ({ insert }) => {
    await insert(1);
    later = gate.promise.then(() => unitOfWork(({ countOnCall }) => countOnCall()));
  });
  gate.resolve();
  expect(await later).toBe(1);
});

it("commits once when the answer to the commit is lost", async () => {
  const proxy = await useStoreProxy(store.uri);
  const far = await connectStore({ uri: proxy.uri, dbName: store.dbName, appName: "test" });
  const work = createUnitOfWork(far, ({ db, session }) => bind(db.collection("doctors"), session));
  let attempts = 0;
  proxy.loseAnswerTo("commitTransaction");
  await work(async ({ insert }) => {
    attempts += 1;
    await insert(1);
  });
  await far.close();
  expect(attempts).toBe(1);
  expect(await doctors.countDocuments()).toBe(1);
});

it("ends before its store is closed", async () => {
  const leaving = await connectStore({ uri: store.uri, dbName: store.dbName, appName: "test" });
  const work = createUnitOfWork(leaving, ({ db, session }) => bind(db.collection("doctors"), session));
  const begun = Promise.withResolvers<void>();
  const running = work(async ({ insert }) => {
    await insert(1);
    begun.resolve();
    await delay(50);
    await insert(2);
  });
  await begun.promise;
  await leaving.close();
  await running;
  expect(await doctors.countDocuments()).toBe(2);
});

it("answers UNAVAILABLE when the store goes away within a transaction, before a bulk write", async () => {
  const proxy = await useStoreProxy(store.uri);
  const options = { uri: proxy.uri, dbName: store.dbName, appName: "test", serverSelectionTimeoutMs: 1_000 };
  const far = await connectStore(options);
  const work = createUnitOfWork(far, (scope) => scope, { timeoutMs: 100 });
  const writing = work(async ({ db, session }) => {
    const records = db.collection<{ _id: number }>("doctors");
    await records.findOne({}, { session });
    proxy.refuse();
    await records.insertMany([{ _id: 1 }], { session });
  });
  await expect(writing).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await far.close();
});

it("answers UNAVAILABLE while the store is away, and works again once it is back", async () => {
  const proxy = await useStoreProxy(store.uri);
  const far = await connectStore({
    uri: proxy.uri,
    dbName: store.dbName,
    appName: "test",
    serverSelectionTimeoutMs: 1_000,
  });
  const work = createUnitOfWork(far, ({ db, session }) => bind(db.collection("doctors"), session), {
    timeoutMs: 100,
  });
  proxy.refuse();
  await expect(work(({ insert }) => insert(1))).rejects.toMatchObject({ code: "UNAVAILABLE" });
  await expect(far.ping()).rejects.toThrow();
  proxy.accept();
  await expect.poll(() => far.ping().then(() => "up"), { timeout: 5_000 }).toBe("up");
  await work(({ insert }) => insert(1));
  await far.close();
  expect(await doctors.countDocuments()).toBe(1);
});

it("says UNAVAILABLE when the store's disk is full", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "countersign-full-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const { uri } = await startStoreProcess({ dataDir, maxFileBlocks: 100 });
  const full = await connectStore({ uri, dbName: "full", appName: "test" });
  onTestFinished(() => full.close());
  const write = createUnitOfWork(full, ({ db, session }) => async () => {
    await db.collection("notes").insertOne({ text: "x".repeat(100_000) }, { session });
  });
  await expect(write((insert) => insert())).rejects.toMatchObject({
    name: "DomainError",
    code: "UNAVAILABLE",
  });
  expect(await full.db.collection("notes").countDocuments()).toBe(0);
});

/** The error of a socket that ended during a command; the driver passes it on unchanged. */
const brokenSocket = () =>
  Object.assign(new Error("This socket has been ended by the other party"), { code: "EPIPE" });

/** The suite's store; the commits of its sessions go through `commit`. */
function storeWithCommits(
  commit: (send: () => Promise<void>) => Promise<void>,
): Pick<Store, "client" | "db" | "tracing" | "transactions"> {
  const withSession = (work: (session: ClientSession) => Promise<unknown>) =>
    store.client.withSession((session) => {
      const send = session.commitTransaction.bind(session);
      session.commitTransaction = () => commit(send);
      return work(session);
    });
  return { ...store, client: { withSession } as unknown as Store["client"] };
}

describe("a socket that breaks under a command", () => {
  it("makes the work repeat", async () => {
    let attempts = 0;
    await unitOfWork(async ({ insert }) => {
      attempts += 1;
      await insert(1);
      if (attempts === 1) throw brokenSocket();
    });
    expect(attempts).toBe(2);
    expect(await doctors.countDocuments()).toBe(1);
  });

  it("makes the commit repeat, and not the work", async () => {
    const commits: string[] = [];
    const fragile = storeWithCommits(async (send) => {
      await send();
      commits.push("sent");
      // The driver's failure when its own commit meets such an error.
      if (commits.length === 1) throw new TypeError("error.hasErrorLabel is not a function");
    });
    const write = createUnitOfWork(fragile, ({ db, session }) => bind(db.collection("doctors"), session));
    await write(({ insert }) => insert(1));
    expect(commits).toHaveLength(2);
    expect(await doctors.countDocuments()).toBe(1);
  });
});

it("gives up a commit whose connection breaks again and again", async () => {
  let commits = 0;
  const fragile = storeWithCommits(async () => {
    commits += 1;
    throw brokenSocket();
  });
  const write = createUnitOfWork(fragile, ({ db, session }) => bind(db.collection("doctors"), session));
  await expect(write(({ insert }) => insert(1))).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: "The store is not available; it is not known whether the change was stored",
  });
  expect(commits).toBe(4);
});

it("never says that nothing was stored once a commit was sent", async () => {
  const lost = storeWithCommits(async (send) => {
    await send();
    throw new MongoServerSelectionError("no primary", {} as TopologyDescription);
  });
  const write = createUnitOfWork(lost, ({ db, session }) => bind(db.collection("doctors"), session));
  await expect(write(({ insert }) => insert(1))).rejects.toMatchObject({
    code: "UNAVAILABLE",
    message: "The store is not available; it is not known whether the change was stored",
  });
});
