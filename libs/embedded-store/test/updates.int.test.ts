import { Long, ObjectId, type Document, type UpdateOptions } from "mongodb";
import { describe, expect, it } from "vitest";
import { canonical, useStore, TEXTS_SINCE } from "./support.ts";

const earlier = new ObjectId("650000000000000000000001");
const later = new ObjectId("650000000000000000000002");

/** The document has `_id` 1, and so has the filter unless it is given; expected is the result without it. */
const CASES: [
  name: string,
  doc: Document | null,
  filter: Document | null,
  update: Document | Document[],
  expected: unknown,
  options?: UpdateOptions,
][] = [
  ["$inc creates", {}, null, { $inc: { n: 2 } }, { n: 2 }],
  ["$inc on string fails 14", { n: "x" }, null, { $inc: { n: 1 } }, "error 14"],
  ["$inc on null fails 14", { n: null }, null, { $inc: { n: 1 } }, "error 14"],
  [
    "$inc long",
    { n: Long.fromString("9007199254740993") },
    null,
    { $inc: { n: 1 } },
    { n: Long.fromString("9007199254740994") },
  ],
  ["$set through scalar fails 28", { a: 5 }, null, { $set: { "a.b": 1 } }, "error 28"],
  ["$set through null fails 28", { a: null }, null, { $set: { "a.b": 1 } }, "error 28"],
  ["$set past array end pads null", { a: [1] }, null, { $set: { "a.3": 9 } }, { a: [1, null, null, 9] }],
  ["$set same _id is allowed", { a: 1 }, null, { $set: { _id: 1, a: 2 } }, { a: 2 }],
  [
    "$set array index in docs",
    { a: [{ b: 1 }, { b: 2 }] },
    null,
    { $set: { "a.1.b": 9 } },
    { a: [{ b: 1 }, { b: 9 }] },
  ],
  ["$set non-index into array fails 28", { a: [1] }, null, { $set: { "a.b": 1 } }, "error 28"],
  [
    "$set conflicting key order counts as change",
    { a: { x: 1, y: 2 } },
    null,
    { $set: { a: { y: 2, x: 1 } } },
    { a: { y: 2, x: 1 } },
  ],
  ["conflict parent/child 40", {}, null, { $set: { a: 1, "a.b": 2 } }, "error 40"],
  ["conflict across ops 40", {}, null, { $set: { a: 1 }, $inc: { a: 2 } }, "error 40"],
  ["$unset array element nulls", { a: [1, 2] }, null, { $unset: { "a.0": "" } }, { a: [null, 2] }],
  ["$addToSet keeps existing duplicates", { a: [1, 1] }, null, { $addToSet: { a: 2 } }, { a: [1, 1, 2] }],
  [
    "$addToSet ordered docs",
    { a: [{ x: 1, y: 2 }] },
    null,
    { $addToSet: { a: { y: 2, x: 1 } } },
    {
      a: [
        { x: 1, y: 2 },
        { y: 2, x: 1 },
      ],
    },
  ],
  [
    "$addToSet ObjectId",
    { a: [earlier] },
    null,
    { $addToSet: { a: { $each: [new ObjectId(earlier.toHexString()), later] } } },
    { a: [earlier, later] },
  ],
  ["$addToSet to scalar fails 2", { a: 1 }, null, { $addToSet: { a: 1 } }, "error 2"],
  [
    "$setOnInsert ignored on match",
    { a: 1 },
    null,
    { $setOnInsert: { b: 1 }, $set: { a: 2 } },
    { a: 2 },
    { upsert: true },
  ],
  [
    "upsert seeds equality",
    null,
    { k: "x", n: { $gt: 1 }, "d.e": 4, $and: [{ z: { $eq: 3 } }] },
    { $set: { v: 1 } },
    { k: "x", d: { e: 4 }, z: 3, v: 1 },
    { upsert: true },
  ],
  [
    "upsert $addToSet and $setOnInsert create",
    null,
    { k: 1 },
    { $addToSet: { a: 1 }, $inc: { n: 1 }, $setOnInsert: { s: 2 } },
    { k: 1, a: [1], n: 1, s: 2 },
    { upsert: true },
  ],
  ["upsert $in single", null, { k: { $in: ["x"] } }, { $set: { v: 1 } }, { k: "x", v: 1 }, { upsert: true }],
  [
    "pipeline sets below array elements",
    { a: [{ x: 1 }] },
    null,
    [{ $set: { "a.y": 1 } }],
    { a: [{ x: 1, y: 1 }] },
  ],
  [
    "pipeline does not share state",
    { a: { b: 1 } },
    null,
    [{ $set: { c: "$a" } }, { $set: { "c.b": 2 } }],
    { a: { b: 1 }, c: { b: 2 } },
  ],
  ["unknown operator fails 9", {}, null, { $foo: { a: 1 } }, "error 9"],
];

const store = useStore();

describe("updates, as MongoDB documents them", () => {
  it.each(CASES)("%s", async (_name, doc, filter, update, expected, options = {}) => {
    const collection = await store.filled(doc ? [{ _id: 1, ...doc }] : []);
    const answer = await collection
      .updateOne(filter ?? { _id: 1 }, update, options)
      .then(() => collection.findOne({}, { projection: { _id: 0 } }))
      .catch((error: { code?: number }) => `error ${error.code}`);
    // Older releases order the fields that an upsert takes over from its filter differently.
    const isOlder = store.release < TEXTS_SINCE && options.upsert;
    if (isOlder) expect(answer).toEqual(expected);
    else expect(canonical(answer)).toBe(canonical(expected));
  });
});
