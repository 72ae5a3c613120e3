import { Decimal128, type Document } from "mongodb";
import { describe, expect, it } from "vitest";
import { codeOf, useStore, isReal } from "./support.ts";

const COMMAND_NOT_SUPPORTED = 115;
const BAD_VALUE = 2;
const UNKNOWN_FIELD = 40415;

/** Stages that need joins, windows or schemas, or that no service uses. */
const REFUSED_STAGES: [name: string, pipeline: Document[]][] = [
  [
    "$lookup by a list of anything but ids",
    [{ $lookup: { from: "c", localField: "r", foreignField: "k", as: "x" } }],
  ],
  [
    "$lookup with fields and pipeline",
    [{ $lookup: { from: "c", localField: "r", foreignField: "k", pipeline: [], as: "x" } }],
  ],
  ["$lookup with let", [{ $lookup: { from: "c", let: { r: "$r" }, pipeline: [], as: "x" } }]],
  [
    "a refused stage within a $lookup",
    [{ $lookup: { from: "none", pipeline: [{ $unwind: "$r" }], as: "x" } }],
  ],
  ["$setWindowFields", [{ $setWindowFields: { sortBy: { v: 1 }, output: { r: { $documentNumber: {} } } } }]],
  ["$unionWith without a pipeline", [{ $unionWith: { coll: "c" } }]],
  ["a refused stage within a $unionWith", [{ $unionWith: { coll: "none", pipeline: [{ $unwind: "$r" }] } }]],
  ["$out", [{ $out: "elsewhere" }]],
  ["$changeStream", [{ $changeStream: {} }]],
  ["$project", [{ $project: { v: 1 } }]],
  ["$unwind", [{ $unwind: "$r" }]],
  ["$facet", [{ $facet: { n: [{ $count: "n" }] } }]],
  ["$max", [{ $group: { _id: null, m: { $max: "$v" } } }]],
  ["a name every object has", [{ $group: { _id: null, x: { constructor: "$v" } } }]],
  ["$toString", [{ $group: { _id: { $toString: "$v" } } }]],
  ["a group by several fields", [{ $group: { _id: { v: "$v", r: "$r" } } }]],
  ["$$NOW", [{ $group: { _id: "$$NOW" } }]],
];

const REFUSED_FILTERS: [name: string, filter: Document, code: number][] = [
  ["$jsonSchema", { $jsonSchema: { required: ["a"] } }, BAD_VALUE],
  ["$bitsAllSet", { a: { $bitsAllSet: [1, 2] } }, BAD_VALUE],
  ["$where", { $where: "true" }, BAD_VALUE],
  ["$text", { $text: { $search: "a" } }, BAD_VALUE],
  ["$expr", { $expr: { $eq: ["$a", 1] } }, BAD_VALUE],
  ["$nor", { $nor: [{ a: 1 }] }, BAD_VALUE],
  ["$not", { a: { $not: { $gt: 1 } } }, BAD_VALUE],
  ["$type", { a: { $type: "int" } }, BAD_VALUE],
  ["$elemMatch", { a: { $elemMatch: { $gt: 1 } } }, BAD_VALUE],
  ["$size", { a: { $size: 1 } }, BAD_VALUE],
  ["the regex option x", { a: { $regex: "a b", $options: "x" } }, BAD_VALUE],
  ["a regex value", { a: /a/s }, COMMAND_NOT_SUPPORTED],
];

const REFUSED_UPDATES: [name: string, update: Document | Document[], code: number][] = [
  ["$currentDate", { $currentDate: { a: true } }, 9],
  ["$push", { $push: { r: 2 } }, 9],
  ["$pull", { $pull: { r: 1 } }, 9],
  ["$rename", { $rename: { v: "a" } }, 9],
  ["$mul", { $mul: { v: 2 } }, 9],
  ["a sum of decimals", { $inc: { v: Decimal128.fromString("0.1") } }, COMMAND_NOT_SUPPORTED],
  ["$sort within $addToSet", { $addToSet: { r: { $each: [2], $sort: 1 } } }, BAD_VALUE],
  ["all elements", { $inc: { "r.$[]": 1 } }, COMMAND_NOT_SUPPORTED],
  ["the element that matched", { $set: { "r.$": 2 } }, COMMAND_NOT_SUPPORTED],
  ["$replaceWith", [{ $replaceWith: { a: 1 } }], COMMAND_NOT_SUPPORTED],
];

const REFUSED_COMMANDS: [name: string, command: Document, code: number][] = [
  ["an unknown command", { mapReduce: "c" }, 59],
  ["rename", { renameCollection: "a.b", to: "a.c" }, 59],
  ["a collation", { find: "c", collation: { locale: "de" } }, UNKNOWN_FIELD],
  ["a misspelt option", { find: "c", sorting: { a: 1 } }, UNKNOWN_FIELD],
  ["a collection made by itself", { create: "c", capped: true, size: 100 }, 59],
  ["a text index", { createIndexes: "c", indexes: [{ key: { a: "text" }, name: "t" }] }, 67],
  ["a wildcard index", { createIndexes: "c", indexes: [{ key: { "$**": 1 }, name: "w" }] }, 67],
  [
    "an index with a collation",
    { createIndexes: "c", indexes: [{ key: { a: 1 }, name: "i", collation: {} }] },
    UNKNOWN_FIELD,
  ],
  [
    "a sparse index",
    { createIndexes: "c", indexes: [{ key: { a: 1 }, name: "i", sparse: true }] },
    UNKNOWN_FIELD,
  ],
  [
    "a partial index by a pattern",
    {
      createIndexes: "c",
      indexes: [{ key: { a: 1 }, name: "i", partialFilterExpression: { a: { $regex: "x" } } }],
    },
    67,
  ],
  ["a hint backwards", { find: "c", hint: { $natural: -1 } }, COMMAND_NOT_SUPPORTED],
  ["a negative limit", { find: "c", limit: -1 }, BAD_VALUE],
  [
    "more acknowledgements than members",
    { insert: "c", documents: [{}], writeConcern: { w: 2 } },
    COMMAND_NOT_SUPPORTED,
  ],
  ["a fail point", { configureFailPoint: "failCommand", mode: "off" }, 59],
  ["a sort by score", { find: "c", sort: { a: { $meta: "textScore" } } }, COMMAND_NOT_SUPPORTED],
  ["a snapshot read outside a transaction", { find: "c", readConcern: { level: "snapshot" } }, 72],
  ["an unknown read concern", { find: "c", readConcern: { level: "linearisable" } }, 2],
  ["a bulkWrite", { bulkWrite: 1, ops: [{ insert: 0, document: {} }], nsInfo: [{ ns: "d.c" }] }, 59],
  ["array filters", { findAndModify: "c", update: { $set: { a: 1 } }, arrayFilters: [] }, UNKNOWN_FIELD],
  [
    "a removal that returns the removed document",
    { findAndModify: "c", remove: true },
    COMMAND_NOT_SUPPORTED,
  ],
  ["a computed projection", { find: "c", projection: { a: { $slice: 1 } } }, COMMAND_NOT_SUPPORTED],
  ["a positional projection", { find: "c", projection: { "a.$": 1 } }, COMMAND_NOT_SUPPORTED],
  ["a hint by keys", { find: "c", hint: { a: 1 } }, COMMAND_NOT_SUPPORTED],
];

const store = useStore();

// A real server supports most of this. Here it must be refused, never answered approximately.
describe.skipIf(isReal)("the store refuses unsupported features:", () => {
  it.each(REFUSED_STAGES)("the stage or operator %s", async (_name, pipeline) => {
    const collection = await store.filled([{ v: 1, r: [1] }]);
    expect(await codeOf(collection.aggregate(pipeline).toArray())).toBe(COMMAND_NOT_SUPPORTED);
  });

  it.each(REFUSED_FILTERS)("the filter %s", async (_name, filter, code) => {
    const collection = await store.filled([{ a: 1 }]);
    expect(await codeOf(collection.find(filter).toArray())).toBe(code);
  });

  it.each(REFUSED_UPDATES)("the update %s", async (_name, update, code) => {
    const collection = await store.filled([{ v: 1, r: [1] }]);
    expect(await codeOf(collection.updateOne({}, update))).toBe(code);
    expect(await collection.findOne({})).toEqual({ _id: 0, v: 1, r: [1] });
  });

  it.each(REFUSED_COMMANDS)("%s", async (_name, command, code) => {
    expect(await codeOf(store.db.command(command))).toBe(code);
  });

  it("BSON types that no service stores", async () => {
    const { Code, MinKey, Timestamp } = await import("bson");
    const collection = await store.filled([]);
    for (const value of [new Code("1"), new MinKey(), new Timestamp({ t: 1, i: 1 }), /a/s]) {
      expect(await codeOf(collection.insertOne({ _id: 1, value }))).toBe(COMMAND_NOT_SUPPORTED);
    }
    expect(await collection.countDocuments()).toBe(0);
  });

  it("authentication", async () => {
    const { host } = new URL(store.uri.replace("mongodb:", "http:"));
    const { MongoClient } = await import("mongodb");
    const client = new MongoClient(`mongodb://user:secret@${host}/?authSource=admin`, {
      serverSelectionTimeoutMS: 2_000,
    });
    await expect(client.connect()).rejects.toThrow();
    await client.close();
  });
});
