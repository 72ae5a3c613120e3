import { type ClientSession, MongoServerError, UUID } from "mongodb";
import { describe, expect, it } from "vitest";
import { callsOf, openRawConnection } from "./raw-connection.ts";
import { codeOf, raise, useStore, UNTIL, isReal } from "./support.ts";

const store = useStore();

async function inTransaction(work: (session: ClientSession) => Promise<void>): Promise<void> {
  await store.client.withSession(async (session) => {
    session.startTransaction();
    try {
      await work(session);
    } finally {
      if (session.inTransaction()) await session.abortTransaction();
    }
  });
}

async function errorOf(operation: Promise<unknown>): Promise<MongoServerError> {
  const error: unknown = await operation.then(
    () => raise("the operation succeeded"),
    (failure: unknown) => failure,
  );
  return error instanceof MongoServerError ? error : raise(`not an error of the server: ${String(error)}`);
}

describe("transactions", () => {
  it("hide their writes from others until they commit", async () => {
    const collection = await store.filled([{ n: 0 }, { n: 0 }]);
    await inTransaction(async (session) => {
      await collection.updateOne({ _id: 0 }, { $inc: { n: 1 } }, { session });
      await collection.insertOne({ _id: 3 }, { session });
      await collection.deleteOne({ _id: 1 }, { session });
      expect(await collection.distinct("_id", {}, { session })).toEqual([0, 3]);
      expect(await collection.distinct("_id")).toEqual([0, 1]);
      await session.commitTransaction();
    });
    expect(await collection.find().toArray()).toEqual([{ _id: 0, n: 1 }, { _id: 3 }]);
  });

  it("leave nothing behind when they abort, not even the collection they made", async () => {
    const collection = await store.filled([]);
    await inTransaction(async (session) => {
      await collection.insertOne({ _id: 1 }, { session });
      expect(await store.db.listCollections({ name: collection.collectionName }).toArray()).toEqual([]);
    });
    expect(await store.db.listCollections({ name: collection.collectionName }).toArray()).toEqual([]);
  });

  it("read one snapshot, also through an index and in its order", async () => {
    const collection = await store.filled([{ n: 1 }, { n: 2 }, { n: 3 }]);
    await collection.createIndex({ n: 1 });
    const read = async (session: ClientSession) =>
      (await collection.find({ n: { $gt: 0 } }, { session, sort: { n: 1 } }).toArray()).map(({ _id, n }) => [
        _id,
        n,
      ]);
    await inTransaction(async (session) => {
      const before = await read(session);
      await collection.updateOne({ _id: 0 }, { $set: { n: 9 } });
      await collection.deleteOne({ _id: 1 });
      await collection.insertOne({ _id: 4, n: 4 });
      expect(await read(session)).toEqual(before);
      expect(await collection.countDocuments({ n: 1 }, { session })).toBe(1);
    });
    expect(new Set(await collection.distinct("n"))).toEqual(new Set([3, 4, 9]));
  });

  it("keep their snapshot when older ones end", async () => {
    const collection = await store.filled([{ n: 1 }]);
    await inTransaction(async (older) => {
      await collection.findOne({}, { session: older });
      await collection.updateOne({}, { $set: { n: 2 } });
      await inTransaction(async (newer) => {
        await collection.findOne({}, { session: newer });
        await collection.updateOne({}, { $set: { n: 3 } });
        await older.abortTransaction();
        expect(await collection.findOne({}, { session: newer })).toEqual({ _id: 0, n: 2 });
      });
    });
    expect(await collection.findOne({})).toEqual({ _id: 0, n: 3 });
  });

  it("free their unique keys when they abort", async () => {
    const collection = await store.filled([{ slot: 1 }]);
    await collection.createIndex({ slot: 1 }, { unique: true });
    await inTransaction(async (session) => {
      await collection.insertOne({ _id: 5, slot: 2 }, { session });
      await collection.updateOne({ _id: 0 }, { $set: { slot: 3 } }, { session });
    });
    await collection.insertMany([
      { _id: 6, slot: 2 },
      { _id: 7, slot: 3 },
    ]);
    expect(await codeOf(collection.insertOne({ _id: 8, slot: 1 }))).toBe(11000);
  });

  it("see their own writes in sorted and limited reads", async () => {
    const collection = await store.filled([{ n: 1 }, { n: 5 }]);
    await collection.createIndex({ n: -1 });
    await inTransaction(async (session) => {
      await collection.insertOne({ _id: 7, n: 3 }, { session });
      await collection.updateOne({ _id: 0 }, { $set: { n: 8 } }, { session });
      const found = await collection.find({}, { session, sort: { n: -1 }, limit: 2 }).toArray();
      expect(found.map(({ n }) => n)).toEqual([8, 5]);
    });
  });

  it("fail with a transient WriteConflict when another holds or has overtaken a document", async () => {
    const collection = await store.filled([{ n: 0 }, { n: 0 }]);
    await inTransaction(async (first) => {
      await inTransaction(async (second) => {
        await collection.findOne({ _id: 1 }, { session: second });
        await collection.updateOne({ _id: 0 }, { $inc: { n: 1 } }, { session: first });
        const held = await errorOf(collection.updateOne({ _id: 0 }, { $inc: { n: 1 } }, { session: second }));
        expect([held.code, held.hasErrorLabel("TransientTransactionError")]).toEqual([112, true]);
      });
      await first.commitTransaction();
    });
    await inTransaction(async (late) => {
      await collection.findOne({ _id: 0 }, { session: late });
      await collection.updateOne({ _id: 0 }, { $inc: { n: 1 } });
      const overtaken = await errorOf(collection.deleteOne({ _id: 0 }, { session: late }));
      expect(overtaken.code).toBe(112);
    });
    expect(await collection.findOne({ _id: 0 })).toEqual({ _id: 0, n: 2 });
  });

  it("are over after any error", async () => {
    const collection = await store.filled([{ n: 0 }]);
    await inTransaction(async (session) => {
      await collection.updateOne({ _id: 0 }, { $set: { n: 1 } }, { session });
      expect(await codeOf(collection.insertOne({ _id: 0 }, { session }))).toBe(11000);
      const after = await errorOf(collection.findOne({}, { session }));
      expect([after.code, after.hasErrorLabel("TransientTransactionError")]).toEqual([251, true]);
    });
    expect(await collection.findOne({})).toEqual({ _id: 0, n: 0 });
  });

  it("let a commit be repeated", async () => {
    const collection = await store.filled([{ n: 0 }]);
    await store.client.withSession(async (session) => {
      session.startTransaction();
      await collection.updateOne({ _id: 0 }, { $inc: { n: 1 } }, { session });
      await session.commitTransaction();
      await session.commitTransaction();
    });
    expect(await collection.findOne({})).toEqual({ _id: 0, n: 1 });
  });

  it("count all increments, however they collide", async () => {
    const collection = await store.filled([{ n: 0 }]);
    const increment = () =>
      store.client.withSession((session) =>
        session.withTransaction(async () => {
          const doc = await collection.findOne({ _id: 0 }, { session });
          await collection.updateOne({ _id: 0 }, { $set: { n: Number(doc?.n) + 1 } }, { session });
        }),
      );
    await Promise.all(Array.from({ length: 25 }, increment));
    expect(await collection.findOne({})).toEqual({ _id: 0, n: 25 });
  });

  it("make writers outside wait, and do not lose their writes", async () => {
    const collection = await store.filled([{ n: 0 }]);
    const observer = await openRawConnection(store.uri);
    await inTransaction(async (session) => {
      await collection.updateOne({ _id: 0 }, { $set: { n: 50 } }, { session });
      const before = await callsOf(observer, "update");
      const waiting = collection.updateOne({ _id: 0 }, { $inc: { n: 1 } });
      await expect.poll(() => callsOf(observer, "update"), UNTIL).toBe(before + 1);
      await session.commitTransaction();
      await waiting;
    });
    observer.close();
    expect(await collection.findOne({})).toEqual({ _id: 0, n: 51 });
  });

  it("let a writer outside wait only until its time limit", async () => {
    const collection = await store.filled([{ n: 0 }]);
    await inTransaction(async (session) => {
      await collection.updateOne({ _id: 0 }, { $set: { n: 1 } }, { session });
      expect(await codeOf(collection.updateOne({ _id: 0 }, { $set: { n: 2 } }, { maxTimeMS: 50 }))).toBe(50);
    });
  });

  it("give a unique key to one of several simultaneous writers", async () => {
    const collection = await store.filled([]);
    await collection.createIndex({ slot: 1 }, { unique: true, partialFilterExpression: { active: true } });
    const attempts = await Promise.allSettled(
      Array.from({ length: 8 }, (_, _id) =>
        store.client.withSession((session) =>
          session.withTransaction(() => collection.insertOne({ _id, slot: 1, active: true }, { session })),
        ),
      ),
    );
    const failures = attempts.flatMap((attempt) =>
      attempt.status === "rejected" ? [attempt.reason as { code: number }] : [],
    );
    expect(failures.map(({ code }) => code)).toEqual(Array.from({ length: 7 }, () => 11000));
    expect(await collection.countDocuments()).toBe(1);
  });

  it("free a deleted unique key only when they commit, and refuse it at once until then", async () => {
    const collection = await store.filled([{ slot: 1 }, { slot: 2 }, { slot: 4 }]);
    await collection.createIndex({ slot: 1 }, { unique: true });
    const writes = (slot: number) => [
      () => collection.insertOne({ _id: 5, slot }),
      () => collection.updateOne({ _id: 1 }, { $set: { slot } }),
      () => collection.updateOne({ _id: 6 }, { $set: { slot } }, { upsert: true }),
    ];
    await inTransaction(async (session) => {
      await collection.updateOne({ _id: 0 }, { $set: { slot: 3 } }, { session });
      await collection.deleteOne({ _id: 2 }, { session });
      for (const slot of [1, 4]) {
        for (const write of writes(slot)) expect(await codeOf(write())).toBe(11000);
        await inTransaction(async (other) => {
          expect(await codeOf(collection.insertOne({ _id: 5, slot }, { session: other }))).toBe(11000);
        });
      }
      expect(await codeOf(collection.insertOne({ _id: 2, slot: 7 }))).toBe(11000);
      await collection.insertOne({ _id: 6, slot: 1 }, { session });
      await session.commitTransaction();
    });
    expect(await codeOf(collection.insertOne({ _id: 5, slot: 1 }))).toBe(11000);
    await collection.insertOne({ _id: 2, slot: 4 });
  });

  it("leave a key with its holder while they change another field of it", async () => {
    const collection = await store.filled([{ slot: 1 }]);
    await collection.createIndex({ slot: 1 }, { unique: true });
    await inTransaction(async (session) => {
      await collection.updateOne({ _id: 0 }, { $set: { other: true } }, { session });
      expect(await codeOf(collection.insertOne({ _id: 5, slot: 1 }))).toBe(11000);
      await session.commitTransaction();
    });
  });

  it("make other writers of a unique key that they have just taken wait or repeat their transaction", async () => {
    const collection = await store.filled([{ slot: 1 }]);
    await collection.createIndex({ slot: 1 }, { unique: true });
    const late = store.client.startSession();
    late.startTransaction();
    await collection.findOne({}, { session: late });
    await inTransaction(async (session) => {
      await collection.updateOne({ _id: 0 }, { $set: { slot: 2 } }, { session });
      await collection.insertOne({ _id: 9, slot: 1 }, { session });
      for (const slot of [1, 2]) {
        expect(await codeOf(collection.insertOne({ _id: 5, slot }, { maxTimeMS: 50 }))).toBe(50);
      }
      expect(await codeOf(collection.insertOne({ _id: 9 }, { maxTimeMS: 50 }))).toBe(50);
      await session.commitTransaction();
    });
    const conflict = await errorOf(collection.insertOne({ _id: 6, slot: 2 }, { session: late }));
    expect([conflict.code, conflict.hasErrorLabel("TransientTransactionError")]).toEqual([112, true]);
    await late.endSession();
  });

  it("keep definitions of their collections waiting", async () => {
    const collection = await store.filled([{ n: 1 }]);
    await inTransaction(async (session) => {
      await collection.insertOne({ _id: 5, n: 1 }, { session });
      const index = collection.createIndex({ n: 1 }, { unique: true, maxTimeMS: 50 });
      expect(await codeOf(index)).toBe(50);
      await session.commitTransaction();
    });
    expect(await codeOf(collection.createIndex({ n: 1 }, { unique: true }))).toBe(11000);
    await collection.createIndex({ n: 1 });
    expect(await collection.countDocuments({ n: 1 })).toBe(2);
  });

  it("do not delay requests for existing indexes", async () => {
    const collection = await store.filled([{ n: 0 }]);
    await collection.createIndex({ n: 1 }, { name: "n" });
    await inTransaction(async (session) => {
      await collection.updateOne({ _id: 0 }, { $inc: { n: 1 } }, { session });
      await collection.createIndexes([{ key: { n: 1 }, name: "n" }, { key: { _id: 1 } }]);
      expect(session.inTransaction()).toBe(true);
      await session.commitTransaction();
    });
    expect(await collection.findOne({ n: 1 })).toEqual({ _id: 0, n: 1 });
  });

  it("cannot be linearizable, while a single read can", async () => {
    const collection = await store.filled([{ a: 1 }]);
    const level = "linearizable";
    const reading = store.client.withSession((session) =>
      session.withTransaction(() => collection.findOne({}, { session }), { readConcern: { level } }),
    );
    expect(await codeOf(reading)).toBe(72);
    expect(await collection.findOne({}, { readConcern: { level }, maxTimeMS: 1_000 })).toMatchObject({
      a: 1,
    });
  });

  it("cannot change definitions", async () => {
    const collection = await store.filled([{ n: 1 }]);
    await inTransaction(async (session) => {
      expect(await codeOf(collection.createIndex({ n: 1 }, { session }))).toBe(263);
    });
  });
});

describe.skipIf(isReal)("a transaction whose client has vanished", () => {
  const shortLived = useStore({ transactionLifetimeMs: 200 });

  it("is aborted after its time, so that others can write", async () => {
    const collection = await shortLived.filled([{ n: 0 }]);
    const raw = await openRawConnection(shortLived.uri);
    const { databaseName: $db } = shortLived.db;
    const started = await raw.command({
      update: collection.collectionName,
      updates: [{ q: { _id: 0 }, u: { $set: { n: 1 } } }],
      lsid: { id: new UUID() },
      txnNumber: 1n,
      startTransaction: true,
      autocommit: false,
      $db,
    });
    expect(started).toMatchObject({ ok: 1, nModified: 1 });
    raw.close();
    await collection.updateOne({ _id: 0 }, { $inc: { n: 10 } });
    expect(await collection.findOne({})).toEqual({ _id: 0, n: 10 });
  });
});
