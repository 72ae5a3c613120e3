import { startTcpProxy } from "@countersign/testing";
import { type Collection, MongoBulkWriteError, MongoClient, UUID } from "mongodb";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { callsOf, openRawConnection, type RawConnection } from "./raw-connection.ts";
import { type AnyDoc, codeOf, raise, useStore, UNTIL, isReal } from "./support.ts";

const store = useStore();
const idsOf = (batch: { _id: unknown }[]) => batch.map(({ _id }) => _id);

describe("the official driver", () => {
  it.each([
    ["its defaults", ""],
    ["majority concerns", "&w=majority&journal=true&readConcernLevel=majority"],
    ["reads preferably from secondaries", "&readPreference=secondaryPreferred"],
    ["no retries", "&retryWrites=false&retryReads=false"],
    ["compression that the store does not support", "&compressors=zlib"],
    ["streamed monitoring", "&serverMonitoringMode=stream&heartbeatFrequencyMS=500"],
    ["one connection", "&maxPoolSize=1"],
  ])("works with %s", async (_name, options) => {
    const client = await new MongoClient(store.uri + options).connect();
    try {
      const collection = client.db(store.db.databaseName).collection<AnyDoc>("options");
      await collection.replaceOne({ _id: 1 }, { options }, { upsert: true });
      expect(await collection.findOne({ _id: 1 })).toEqual({ _id: 1, options });
    } finally {
      await client.close();
    }
  });

  it("gets repeated hello answers without asking", async () => {
    const client = new MongoClient(store.uri, { heartbeatFrequencyMS: 500 });
    const seen: boolean[] = [];
    const seenOften = new Promise<void>((resolve) => {
      client.on("serverHeartbeatSucceeded", ({ awaited }) => {
        if (seen.push(awaited) === 4) resolve();
      });
    });
    const startedAt = performance.now();
    await client.connect();
    await seenOften;
    expect(performance.now() - startedAt).toBeGreaterThan(1_000);
    expect(seen.slice(1)).toEqual([true, true, true]);
    await client.close();
  });

  it.skipIf(isReal)("refuses another replica set's name", async () => {
    const client = new MongoClient(store.uri.replace("rs0", "other"), { serverSelectionTimeoutMS: 500 });
    await expect(client.connect()).rejects.toThrow(/Server selection timed out/);
    await client.close();
  });

  it("reads a cursor over many batches, each document once, while others write", async () => {
    const collection = await store.filled(Array.from({ length: 1_000 }, (_, n) => ({ n })));
    const seen: unknown[] = [];
    for await (const { n } of collection.find({ n: { $lt: 1_000 } }).batchSize(7)) {
      seen.push(n);
      if (seen.length % 100 === 0) await collection.insertOne({ _id: `new${seen.length}`, n: 1_000 });
    }
    expect(seen).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
  });

  it("reads a batch when it is asked for, and asks once more after a full one", async () => {
    const collection = await store.filled(Array.from({ length: 7 }, (_, n) => ({ n })));
    const name = collection.collectionName;
    const first = await store.db.command({ find: name, batchSize: 2 });
    expect(idsOf(first.cursor.firstBatch)).toEqual([0, 1]);
    await collection.deleteOne({ _id: 3 });
    await collection.updateOne({ _id: 4 }, { $set: { n: 40 } });
    const more = { getMore: first.cursor.id, collection: name, batchSize: 2 };
    expect((await store.db.command(more)).cursor.nextBatch).toMatchObject([{ _id: 2 }, { _id: 4, n: 40 }]);
    const full = await store.db.command(more);
    expect(idsOf(full.cursor.nextBatch)).toEqual([5, 6]);
    expect(String(full.cursor.id)).toBe(String(more.getMore));
    const last = await store.db.command(more);
    expect([last.cursor.nextBatch, String(last.cursor.id)]).toEqual([[], "0"]);
    const limited = await store.db.command({ find: name, batchSize: 2, limit: 2 });
    expect(String(limited.cursor.id)).toBe("0");
  });

  it.each([
    ["collection", (collection: Collection<AnyDoc>) => collection.drop()],
    ["database", (_: Collection<AnyDoc>, { db }: typeof store) => db.dropDatabase()],
    ["index", (collection: Collection<AnyDoc>) => collection.dropIndex("n_1")],
  ])("ends a cursor whose %s is dropped", async (_of, drop) => {
    const collection = await store.filled(Array.from({ length: 5 }, (_, n) => ({ n })));
    await collection.createIndex({ n: 1 });
    const filter = { n: { $gte: 0 } };
    const { cursor } = await store.db.command({ find: collection.collectionName, filter, batchSize: 2 });
    await drop(collection, store);
    const more = { getMore: cursor.id, collection: collection.collectionName };
    expect(await codeOf(store.db.command(more))).toBe(175);
    expect(await codeOf(store.db.command(more))).toBe(43);
  });

  it("counts a search's own time only, not that between its batches", async () => {
    const collection = await store.filled(Array.from({ length: 1_000 }, (_, n) => ({ n })));
    const cursor = collection.find({}, { maxTimeMS: 200, batchSize: 500 });
    expect(await cursor.next()).toMatchObject({ n: 0 });
    // The embedded store runs in this process, so it reads the same clock. On a server this passes without proving anything.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect(await cursor.toArray()).toHaveLength(999);
  });

  it("splits large results into messages that fit", async () => {
    const text = "x".repeat(1_000_000);
    const collection = await store.filled(Array.from({ length: 40 }, () => ({ text })));
    expect(await collection.find().toArray()).toHaveLength(40);
  });

  it("forgets a cursor that was closed", async () => {
    const collection = await store.filled(Array.from({ length: 10 }, (_, n) => ({ n })));
    const { cursor } = await store.db.command({ find: collection.collectionName, batchSize: 2 });
    await store.db.command({ killCursors: collection.collectionName, cursors: [cursor.id] });
    const more = store.db.command({ getMore: cursor.id, collection: collection.collectionName });
    expect(await codeOf(more)).toBe(43);
  });

  it("goes on after failures in an unordered bulk, and stops in an ordered one", async () => {
    const collection = await store.filled([{ _id: 5 }]);
    const docs = [{ _id: 5 }, { _id: 6 }, { _id: 5 }, { _id: 7 }];
    const unordered = await bulkErrorOf(collection.insertMany(docs, { ordered: false }));
    expect(unordered).toMatchObject({ code: 11000, insertedCount: 2 });
    expect(unordered.writeErrors).toHaveLength(2);
    const ordered = await bulkErrorOf(collection.insertMany([{ _id: 8 }, { _id: 5 }, { _id: 9 }]));
    expect(ordered.insertedCount).toBe(1);
    expect(await collection.distinct("_id")).toEqual([5, 6, 7, 8]);
  });

  it("reports each part of a mixed bulk", async () => {
    const collection = await store.filled([]);
    const result = await collection.bulkWrite([
      { insertOne: { document: { _id: 1 } } },
      { updateOne: { filter: { _id: 1 }, update: { $set: { a: 1 } } } },
      { updateOne: { filter: { _id: 5 }, update: { $set: { a: 1 } }, upsert: true } },
      { replaceOne: { filter: { _id: 5 }, replacement: { b: 1 } } },
      { deleteOne: { filter: { _id: 1 } } },
    ]);
    expect(result).toMatchObject({ insertedCount: 1, modifiedCount: 2, upsertedCount: 1, deletedCount: 1 });
    expect(result.upsertedIds).toEqual({ 2: 5 });
  });

  it("does a write without acknowledgement, and sends no answer", async () => {
    const collection = await store.filled([]);
    const client = await store.connect({ maxPoolSize: 1 });
    const unacknowledged = client.db(store.db.databaseName).collection<AnyDoc>(collection.collectionName);
    await unacknowledged.insertOne({ _id: 1 }, { writeConcern: { w: 0 } });
    // The next command of the one connection comes after it.
    expect(await unacknowledged.countDocuments()).toBe(1);
  });

  it("does findOneAnd… with sort and upsert", async () => {
    const collection = await store.filled([{ s: 2 }, { s: 1 }]);
    expect(await collection.findOneAndUpdate({}, { $inc: { s: 10 } }, { sort: { s: 1 } })).toEqual({
      _id: 1,
      s: 1,
    });
    const after = { returnDocument: "after" as const };
    expect(await collection.findOneAndUpdate({ _id: 1 }, { $inc: { s: 10 } }, after)).toEqual({
      _id: 1,
      s: 21,
    });
    expect(await collection.findOneAndUpdate({ _id: 7 }, { $set: { s: 1 } })).toBeNull();
    expect(await collection.findOneAndReplace({ _id: 9 }, { n: 1 }, { ...after, upsert: true })).toEqual({
      _id: 9,
      n: 1,
    });
  });

  it("counts the commands it gets", async () => {
    const collection = await store.filled([]);
    const counters = async () => (await store.db.admin().serverStatus()).opcounters as Record<string, number>;
    const before = await counters();
    await collection.insertOne({ _id: 1 });
    await collection.find().toArray();
    await collection.find().toArray();
    const after = await counters();
    expect([after.insert! - before.insert!, after.query! - before.query!]).toEqual([1, 2]);
  });
});

async function bulkErrorOf(bulk: Promise<unknown>): Promise<MongoBulkWriteError> {
  const error: unknown = await bulk.then(
    () => raise("the bulk succeeded"),
    (failure: unknown) => failure,
  );
  return error instanceof MongoBulkWriteError ? error : raise(`not a bulk error: ${String(error)}`);
}

/** A collection with `{ n: 1 }`, through a connection that can lose an answer. */
async function throughProxy() {
  const { collectionName } = await store.filled([{ n: 1 }]);
  const { hostname: host, port } = new URL(store.uri);
  const proxy = await startTcpProxy({ host, port: Number(port) });
  onTestFinished(() => proxy.close());
  const client = await new MongoClient(`mongodb://127.0.0.1:${proxy.port}/?directConnection=true`).connect();
  onTestFinished(() => client.close());
  return { proxy, client, docs: client.db(store.db.databaseName).collection<AnyDoc>(collectionName) };
}

// The proxy connects to the store of this repository.
describe.skipIf(isReal)("retries", () => {
  it("repeats a read whose answer was lost", async () => {
    const { docs, proxy } = await throughProxy();
    proxy.loseAnswerTo("find");
    expect(await docs.find().toArray()).toHaveLength(1);
  });

  it.each(["update", "findAndModify"])("does an %s whose answer was lost once", async (command) => {
    const { docs, proxy } = await throughProxy();
    proxy.loseAnswerTo(command);
    if (command === "update") {
      expect(await docs.updateOne({}, { $inc: { n: 1 } })).toMatchObject({ modifiedCount: 1 });
    } else {
      expect(await docs.findOneAndUpdate({}, { $inc: { n: 1 } })).toMatchObject({ n: 1 });
    }
    expect(await docs.findOne({})).toMatchObject({ n: 2 });
  });

  it("repeats a commit whose answer was lost", async () => {
    const { docs, proxy, client } = await throughProxy();
    await client.withSession((session) =>
      session.withTransaction(async () => {
        await docs.updateOne({}, { $inc: { n: 1 } }, { session });
        proxy.loseAnswerTo("commitTransaction");
      }),
    );
    expect(await docs.findOne({})).toMatchObject({ n: 2 });
  });

  it("does a write once however often it is sent", async () => {
    const collection = await store.filled([{ n: 1 }]);
    const raw = await openRawConnection(store.uri);
    const write = {
      update: collection.collectionName,
      updates: [
        { q: { _id: 0 }, u: { $inc: { n: 1 } } },
        { q: { _id: 1 }, u: { $set: { n: 1 } }, upsert: true },
      ],
      lsid: { id: new UUID() },
      txnNumber: 1n,
      $db: store.db.databaseName,
    };
    const first = await raw.command(write);
    expect(first).toMatchObject({ n: 2, nModified: 1, upserted: [{ index: 1, _id: 1 }] });
    const { operationTime: _time, $clusterTime: _cluster, ...again } = await raw.command(write);
    expect(first).toMatchObject(again);
    expect(await collection.findOne({})).toMatchObject({ n: 2 });
    expect(await raw.command({ ...write, txnNumber: 0n })).toMatchObject({ ok: 0, code: 225 });
    raw.close();
  });

  it("joins a retry to the original that still waits", async () => {
    const collection = await store.filled([{ n: 1 }]);
    const holder = store.client.startSession();
    holder.startTransaction();
    await collection.updateOne({ _id: 0 }, { $set: { held: true } }, { session: holder });
    const connections = await Promise.all([1, 2, 3].map(() => openRawConnection(store.uri)));
    const [original, retry, observer] = connections as [RawConnection, RawConnection, RawConnection];
    const write = {
      findAndModify: collection.collectionName,
      query: { _id: 0 },
      update: { $inc: { n: 1 } },
      new: true,
      lsid: { id: new UUID() },
      txnNumber: 1n,
      $db: store.db.databaseName,
    };
    const before = await callsOf(observer, "findAndModify");
    const answers = [original.command(write), retry.command(write)];
    await expect.poll(() => callsOf(observer, "findAndModify"), UNTIL).toBe(before + 2);
    await holder.commitTransaction();
    expect((await Promise.all(answers)).map(({ value }) => value)).toEqual([
      { _id: 0, n: 2, held: true },
      { _id: 0, n: 2, held: true },
    ]);
    expect(await collection.findOne({})).toMatchObject({ n: 2 });
    await holder.endSession();
    for (const connection of connections) connection.close();
  });
});
