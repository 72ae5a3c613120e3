import * as fc from "fast-check";
import type { Document } from "mongodb";
import { describe, expect, it } from "vitest";
import { useStore } from "./support.ts";

const store = useStore();

const date = fc.constantFrom(new Date(0), new Date(5));
const document = fc.record(
  {
    _id: fc.nat(7),
    company: fc.constantFrom("a", "b"),
    people: fc.oneof(fc.constantFrom("x", "y"), fc.array(fc.constantFrom("x", "y", "z"), { maxLength: 3 })),
    deletedAt: fc.constantFrom(null, 1, [], [null], [{}], [{ by: 1 }, {}], { by: null }),
    tags: fc.array(fc.nat(2), { maxLength: 2 }),
    at: fc.oneof(fc.constantFrom(null, 1), date, fc.array(date, { maxLength: 2 })),
  },
  { requiredKeys: ["_id", "company"] },
);
const step = fc.record({
  document,
  what: fc.constantFrom("write", "remove", "look", "abort"),
});

const FILTERS = [
  { company: { $in: ["a", "b"] } },
  { company: { $in: ["a", "b"] }, people: "x" },
  { company: { $in: ["a", null] } },
  { company: "a", people: { $in: ["x", "y"] } },
  { company: "a" },
  { company: "a", people: "x" },
  { people: "x", company: "b" },
  { company: "a", people: null },
  { company: "a", people: ["x", "y"] },
  { company: "a", tags: 1 },
  { company: "a", deletedAt: null },
  { company: "a", "deletedAt.by": null },
  { company: "a", $or: [{ people: "x" }] },
  { company: { $gt: "a" } },
  { company: "a", at: { $gte: new Date(0) } },
  { company: "a", at: { $gt: new Date(0) } },
  { at: { $lt: new Date(5) }, company: "b" },
];

/** Counts by the command, which a store may answer from an index alone. */
async function countOf(name: string, query: Document): Promise<number> {
  return ((await store.db.command({ count: name, query })) as { n: number }).n;
}

describe("counting by an index", () => {
  it("agrees with the found documents, while transactions keep older versions and write newer ones", async () => {
    const collection = await store.filled([]);
    await collection.createIndexes([
      { key: { company: 1, people: 1, n: 1 } },
      { key: { tags: 1, company: 1 } },
      { key: { company: 1, tags: -1 } },
      { key: { company: 1, deletedAt: 1 } },
      { key: { company: 1, at: -1 } },
      { key: { company: 1, "deletedAt.by": 1 } },
    ]);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 12 }), async (steps) => {
        await collection.deleteMany({});
        const reader = store.client.startSession();
        const writer = store.client.startSession();
        try {
          for (const { what, document: next } of steps) {
            const { _id, ...fields } = next;
            if (what === "write") await collection.replaceOne({ _id }, fields, { upsert: true });
            if (what === "remove") await collection.deleteOne({ _id });
            if (what === "look" && !reader.inTransaction()) {
              reader.startTransaction({ readConcern: { level: "snapshot" } });
              await collection.findOne({}, { session: reader });
            }
            if (what === "abort") {
              writer.startTransaction();
              await collection.replaceOne({ _id }, fields, { upsert: true, session: writer });
              await expectCountsFound();
              await writer.abortTransaction();
            }
            await expectCountsFound();
          }
        } finally {
          await Promise.all([reader.endSession(), writer.endSession()]);
        }
      }),
      { numRuns: 6 },
    );

    async function expectCountsFound(): Promise<void> {
      const counted = await Promise.all(FILTERS.map((filter) => countOf(collection.collectionName, filter)));
      const found = await Promise.all(FILTERS.map(async (filter) => collection.find(filter).toArray()));
      expect(counted).toEqual(found.map(({ length }) => length));
    }
  });

  it("counts by a list of values, each document once", async () => {
    const collection = await store.filled([{ t: [1, 2] }, { t: 1 }, { t: [3] }, { t: 2, u: "x" }]);
    await collection.createIndexes([{ key: { t: 1 } }, { key: { u: 1, t: 1 } }]);
    expect(await countOf(collection.collectionName, { t: { $in: [1, 2] } })).toBe(3);
    expect(await countOf(collection.collectionName, { u: "x", t: { $in: [1, 2] } })).toBe(1);
  });

  it("takes the skip and the limit of the command", async () => {
    const collection = await store.filled([{ company: "a" }, { company: "a" }, { company: "a" }]);
    await collection.createIndex({ company: 1 });
    const count = async (options: object) =>
      store.db.command({ count: collection.collectionName, query: { company: "a" }, ...options });
    expect(await count({})).toMatchObject({ n: 3 });
    expect(await count({ skip: 2 })).toMatchObject({ n: 1 });
    expect(await count({ skip: 5 })).toMatchObject({ n: 0 });
    expect(await count({ skip: 1, limit: 1 })).toMatchObject({ n: 1 });
  });

  it("leaves out the versions that are kept for a snapshot", async () => {
    const collection = await store.filled([{ company: "a" }, { company: "a" }, { company: "b" }]);
    await collection.createIndex({ company: 1 });
    await store.client.withSession(async (session) => {
      session.startTransaction({ readConcern: { level: "snapshot" } });
      await collection.findOne({}, { session });
      await collection.deleteOne({ _id: 0 });
      await collection.updateOne({ _id: 1 }, { $set: { company: "b" } });
      expect(await countOf(collection.collectionName, { company: "a" })).toBe(0);
      expect(await countOf(collection.collectionName, { company: "b" })).toBe(2);
      await session.abortTransaction();
    });
  });

  it("counts the documents of the snapshot in a transaction", async () => {
    const collection = await store.filled([{ company: "a" }]);
    await collection.createIndex({ company: 1 });
    await store.client.withSession(async (session) => {
      session.startTransaction({ readConcern: { level: "snapshot" } });
      expect(await collection.countDocuments({ company: "a" }, { session })).toBe(1);
      await collection.insertOne({ _id: 1, company: "a" });
      await collection.insertOne({ _id: 2, company: "a" }, { session });
      expect(await collection.countDocuments({ company: "a" }, { session })).toBe(2);
      expect(await collection.countDocuments({ company: "a" })).toBe(2);
      await session.commitTransaction();
    });
    expect(await collection.countDocuments({ company: "a" })).toBe(3);
  });
});
