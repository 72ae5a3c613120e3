import type { Document } from "mongodb";
import { describe, expect, it } from "vitest";
import { codeOf, useStore, isReal } from "./support.ts";

const COMMAND_NOT_SUPPORTED = 115;
const BAD_VALUE = 2;
const UNKNOWN_FIELD = 40415;

/**
 * Fifteen of the prototype's corner cases are of features that no service uses. They would need a join, a window or
 * a schema engine to be right, so the store refuses them instead of answering approximately.
 */
const REFUSED_STAGES: [name: string, pipeline: Document[]][] = [
  ["$lookup by a list", [{ $lookup: { from: "c", localField: "r", foreignField: "k", as: "x" } }]],
  [
    "$lookup with fields and pipeline",
    [{ $lookup: { from: "c", localField: "r", foreignField: "k", pipeline: [], as: "x" } }],
  ],
  ["$lookup with let", [{ $lookup: { from: "c", let: { r: "$r" }, pipeline: [], as: "x" } }]],
  ["$sortByCount", [{ $sortByCount: "$t" }]],
  ["$bucket", [{ $bucket: { groupBy: "$v", boundaries: [0, 10] } }]],
  ["$setWindowFields", [{ $setWindowFields: { sortBy: { v: 1 }, output: { r: { $documentNumber: {} } } } }]],
  ["$unionWith", [{ $unionWith: { coll: "c" } }]],
  [
    "$graphLookup",
    [{ $graphLookup: { from: "c", startWith: "$p", connectFromField: "p", connectToField: "n", as: "u" } }],
  ],
  ["$redact", [{ $redact: "$$KEEP" }]],
  ["$top", [{ $group: { _id: null, t: { $top: { sortBy: { v: -1 }, output: "$v" } } } }]],
  ["$sample", [{ $sample: { size: 1 } }]],
  ["$out", [{ $out: "elsewhere" }]],
  ["$merge", [{ $merge: { into: "elsewhere" } }]],
  ["$changeStream", [{ $changeStream: {} }]],
  ["an unknown expression", [{ $project: { x: { $function: { body: "", args: [], lang: "js" } } } }]],
  ["a system variable", [{ $project: { x: "$$SEARCH_META" } }]],
  ["$let", [{ $project: { x: { $let: { vars: { y: 1 }, in: "$$y" } } } }]],
  ["a name every object has", [{ $group: { _id: null, x: { constructor: "$v" } } }]],
  ["a time zone", [{ $project: { x: { $dateToString: { date: "$d", format: "%Y", timezone: "UTC" } } } }]],
  ["fields of a document in $project", [{ $project: { a: { b: 1 } } }]],
];

/** The last two of the fifteen, and what else a filter could ask for. */
const REFUSED_FILTERS: [name: string, filter: Document][] = [
  ["$jsonSchema", { $jsonSchema: { required: ["a"] } }],
  ["$bitsAllSet", { a: { $bitsAllSet: [1, 2] } }],
  ["$where", { $where: "true" }],
  ["$text", { $text: { $search: "a" } }],
  ["$near", { a: { $near: [0, 0] } }],
  ["a type by its number", { a: { $type: 2 } }],
];

const REFUSED_UPDATES: [name: string, update: Document, code: number][] = [
  ["$currentDate", { $currentDate: { a: true } }, 9],
  ["$bit", { $bit: { a: { and: 1 } } }, 9],
  ["a renamed element", { $rename: { "r.0": "a" } }, BAD_VALUE],
];

const REFUSED_COMMANDS: [name: string, command: Document, code: number][] = [
  ["an unknown command", { mapReduce: "c" }, 59],
  ["rename", { renameCollection: "a.b", to: "a.c" }, 59],
  ["a collation", { find: "c", collation: { locale: "de" } }, UNKNOWN_FIELD],
  ["a misspelt option", { find: "c", sorting: { a: 1 } }, UNKNOWN_FIELD],
  ["a capped collection", { create: "c", capped: true, size: 100 }, UNKNOWN_FIELD],
  ["a validator", { create: "c", validator: { a: 1 } }, UNKNOWN_FIELD],
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
  [
    "a part of an array below another",
    { find: "c", projection: { "a.b": { $slice: 1 } } },
    COMMAND_NOT_SUPPORTED,
  ],
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
  [
    "a bulkWrite outside of admin",
    { bulkWrite: 1, ops: [{ insert: 0, document: {} }], nsInfo: [{ ns: "d.c" }] },
    13,
  ],
  ["a view", { create: "v", viewOn: "c" }, UNKNOWN_FIELD],
];

const store = useStore();

// A real server would do most of this: here it must be refused, never answered approximately.
describe.skipIf(isReal)("what the store leaves out it refuses", () => {
  it.each(REFUSED_STAGES)("the stage or operator %s", async (_name, pipeline) => {
    const collection = await store.filled([{ v: 1, r: [1] }]);
    expect(await codeOf(collection.aggregate(pipeline).toArray())).toBe(COMMAND_NOT_SUPPORTED);
  });

  it.each(REFUSED_FILTERS)("the filter %s", async (_name, filter) => {
    const collection = await store.filled([{ a: 1 }]);
    expect(await codeOf(collection.find(filter).toArray())).toBe(BAD_VALUE);
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
    const { Code } = await import("bson");
    const collection = await store.filled([]);
    expect(await codeOf(collection.insertOne({ _id: 1, code: new Code("1") }))).toBe(COMMAND_NOT_SUPPORTED);
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
