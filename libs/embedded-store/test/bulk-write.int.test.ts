import {
  type AnyClientBulkWriteModel,
  type Document,
  type MongoClientBulkWriteError,
  ObjectId,
} from "mongodb";
import { beforeEach, describe, expect, it } from "vitest";
import { type AnyDoc, codeOf, useStore } from "./support.ts";

const store = useStore();
const collection = (name: string) => store.db.collection<AnyDoc>(name);
const listed = (name: string) => collection(name).find().sort({ _id: 1 }).toArray();
const models = (parts: (Document & { to?: string })[]) =>
  parts.map(({ to = "a", ...model }) => ({
    namespace: `${store.db.databaseName}.${to}`,
    ...model,
  })) as AnyClientBulkWriteModel<Document>[];
const writeErrorsOf = async (bulk: Promise<unknown>) => {
  const error = await bulk.catch((thrown: unknown) => thrown);
  const { writeErrors } = error as MongoClientBulkWriteError;
  return [...writeErrors].map(([index, { code }]) => [index, code]);
};

beforeEach(async () => {
  await store.db.dropDatabase();
  await collection("a").insertMany([{ _id: 1 }, { _id: 2, n: 1 }]);
});

describe("a bulkWrite, as the driver sends it since server version 8.0,", () => {
  it("writes to several collections and counts what it did", async () => {
    const result = await store.client.bulkWrite(
      models([
        { name: "insertOne", document: { _id: 3 } },
        { name: "insertOne", to: "b", document: { _id: 1 } },
        { name: "updateOne", filter: { _id: 2 }, update: { $inc: { n: 1 } } },
        { name: "replaceOne", filter: { _id: 1 }, replacement: { fresh: true } },
        {
          name: "updateOne",
          to: "b",
          filter: { _id: 9 },
          update: { $set: { n: 9 } },
          upsert: true,
        },
        { name: "updateMany", filter: {}, update: { $set: { seen: true } } },
      ]),
    );

    expect(result).toMatchObject({
      insertedCount: 2,
      matchedCount: 5,
      modifiedCount: 5,
      upsertedCount: 1,
    });
    expect(await listed("a")).toEqual([
      { _id: 1, fresh: true, seen: true },
      { _id: 2, n: 2, seen: true },
      { _id: 3, seen: true },
    ]);
    expect(await listed("b")).toEqual([{ _id: 1 }, { _id: 9, n: 9 }]);
  });

  const twice = [
    { name: "insertOne", document: { _id: 4 } },
    { name: "insertOne", document: { _id: 1 } },
    { name: "insertOne", to: "b", document: { _id: 5 } },
  ];

  it("stops at a failure when it is ordered", async () => {
    expect(await writeErrorsOf(store.client.bulkWrite(models(twice)))).toEqual([[1, 11000]]);
    expect([(await listed("a")).length, (await listed("b")).length]).toEqual([3, 0]);
  });

  it("goes on after a failure when it is not", async () => {
    const unordered = store.client.bulkWrite(models(twice), { ordered: false });
    expect(await writeErrorsOf(unordered)).toEqual([[1, 11000]]);
    expect([(await listed("a")).length, (await listed("b")).length]).toEqual([3, 1]);
  });

  it("ends its transaction with its first failure", async () => {
    const session = store.client.startSession();
    session.startTransaction();
    await expect(store.client.bulkWrite(models(twice), { session })).rejects.toThrow();
    expect(await codeOf(collection("a").insertOne({ _id: 8 }, { session }))).toBe(251);
    await session.endSession();
    expect([(await listed("a")).length, (await listed("b")).length]).toEqual([2, 0]);
  });

  it("does a repeated statement once", async () => {
    const lsid = { id: store.client.startSession().serverSession.id.id };
    const command = {
      bulkWrite: 1,
      ops: [
        { update: 0, filter: { _id: 2 }, updateMods: { $inc: { n: 1 } } },
        { insert: 1, document: { _id: 7 } },
      ],
      errorsOnly: true,
      nsInfo: ["a", "b"].map((name) => ({ ns: `${store.db.databaseName}.${name}` })),
      lsid,
      txnNumber: 1n,
    };
    const first = await store.db.admin().command(command);
    expect(await store.db.admin().command(command)).toMatchObject({
      nMatched: first["nMatched"],
      nInserted: 1,
      nErrors: 0,
    });
    expect(await collection("a").findOne({ _id: 2 })).toEqual({ _id: 2, n: 2 });
  });

  it.each([
    ["no operations", { ops: [] }, 16],
    ["a namespace that is not in the list", { ops: [{ insert: 1, document: {} }] }, 2],
    ["an operation of another kind", { ops: [{ replace: 0 }] }, 2],
    ["a namespace without a collection", { ops: [{ insert: 0, document: {} }], nsInfo: [{ ns: "d" }] }, 73],
  ])("refuses %s", async (_name, part, code) => {
    const nsInfo = [{ ns: `${store.db.databaseName}.a` }];
    expect(await codeOf(store.db.admin().command({ bulkWrite: 1, nsInfo, errorsOnly: true, ...part }))).toBe(
      code,
    );
  });
});

const lookup = (localField: string, from: string) => ({
  $lookup: { from, localField, foreignField: "a", as: "found" },
});

describe("a $lookup by fields", () => {
  it("finds equal values, takes missing for null, and finds nothing in a missing collection", async () => {
    await collection("b").insertMany([{ _id: 1, a: 1 }, { _id: 2, a: 1 }, { _id: 3, a: null }, { _id: 4 }]);
    const found = async (localField: string, from = "b") => {
      const docs = await collection("a")
        .aggregate([lookup(localField, from), { $sort: { _id: 1 } }])
        .toArray();
      return docs.map(({ found: rows }) => (rows as AnyDoc[]).map(({ _id }) => _id));
    };
    expect(await found("_id")).toEqual([[1, 2], []]);
    expect(await found("missing")).toEqual([
      [3, 4],
      [3, 4],
    ]);
    expect(await found("_id", "nowhere")).toEqual([[], []]);
  });

  it("finds the records of each id in a list once, and nothing for an empty one", async () => {
    const [one, two, other] = [new ObjectId(), new ObjectId(), new ObjectId()];
    await collection("c").insertMany([
      { _id: 1, of: [one, two, one] },
      { _id: 2, of: [] },
      { _id: 3, of: [other] },
    ]);
    await collection("d").insertMany([
      { _id: 1, a: one },
      { _id: 2, a: two },
      { _id: 3, a: one },
      { _id: 4 },
    ]);
    const found = await collection("c")
      .aggregate([lookup("of", "d"), { $sort: { _id: 1 } }])
      .toArray();
    expect(
      found.map((doc) => (doc["found"] as AnyDoc[]).map(({ _id }) => Number(_id)).toSorted((a, b) => a - b)),
    ).toEqual([[1, 2, 3], [], []]);
  });

  it("sees its transaction's own writes, and no others", async () => {
    const session = store.client.startSession();
    const pipeline = [
      { $match: { _id: 1 } },
      { $lookup: { from: "a", localField: "_id", foreignField: "of", as: "found" } },
    ];
    const countIn = async (options: object) =>
      (await collection("a").aggregate(pipeline, options).toArray())[0]?.["found"].length;
    session.startTransaction();
    await collection("a").insertOne({ _id: 8, of: 1 }, { session });
    expect([await countIn({ session }), await countIn({})]).toEqual([1, 0]);
    await session.abortTransaction();
    await session.endSession();
  });
});

const byPipeline = (from: string, ...pipeline: object[]) => ({ $lookup: { from, pipeline, as: "found" } });

describe("a $lookup by a pipeline", () => {
  const newest = [{ $match: { of: 1 } }, { $sort: { n: -1 } }, { $limit: 1 }, { $unset: ["_id", "of"] }];

  it("gives every document what the pipeline finds, and nothing where no document is", async () => {
    await collection("c").insertMany([
      { _id: 1, of: 1, n: 1 },
      { _id: 2, of: 1, n: 2 },
      { _id: 3, of: 2, n: 3 },
    ]);
    const found = async (filter: object, stage: object) =>
      (
        await collection("a")
          .aggregate([{ $match: filter }, stage])
          .toArray()
      ).map((doc) => doc["found"]);
    expect(await found({}, byPipeline("c", ...newest))).toEqual([[{ n: 2 }], [{ n: 2 }]]);
    expect(await found({ _id: 1 }, byPipeline("a", { $match: { _id: 2 } }, { $unset: "n" }))).toEqual([
      [{ _id: 2 }],
    ]);
    expect(await found({}, byPipeline("nowhere", ...newest))).toEqual([[], []]);
    expect(await found({ _id: 9 }, byPipeline("c", ...newest))).toEqual([]);
  });
});
