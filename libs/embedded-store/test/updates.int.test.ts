import { Decimal128, Long, ObjectId, type Document, type UpdateOptions } from "mongodb";
import { describe, expect, it } from "vitest";
import { canonical, useStore, TEXTS_SINCE } from "./support.ts";

const earlier = new ObjectId("650000000000000000000001");
const later = new ObjectId("650000000000000000000002");
const decimal = (text: string) => Decimal128.fromString(text);

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
  ["$inc decimal", { n: decimal("1.10") }, null, { $inc: { n: decimal("0.05") } }, { n: decimal("1.15") }],
  [
    "$inc long",
    { n: Long.fromString("9007199254740993") },
    null,
    { $inc: { n: 1 } },
    { n: Long.fromString("9007199254740994") },
  ],
  ["$mul missing gives 0", {}, null, { $mul: { n: 2 } }, { n: 0 }],
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
  ["$push creates with slice", {}, null, { $push: { a: { $each: [1, 2, 3], $slice: -2 } } }, { a: [2, 3] }],
  [
    "$push sort multi-key",
    { a: [{ x: 1, y: 2 }] },
    null,
    {
      $push: {
        a: {
          $each: [
            { x: 1, y: 1 },
            { x: 0, y: 5 },
          ],
          $sort: { x: 1, y: 1 },
        },
      },
    },
    {
      a: [
        { x: 0, y: 5 },
        { x: 1, y: 1 },
        { x: 1, y: 2 },
      ],
    },
  ],
  ["$push creates sorted", {}, null, { $push: { a: { $each: [3, 1, 2], $sort: 1 } } }, { a: [1, 2, 3] }],
  [
    "$push position",
    { a: [1, 4] },
    null,
    { $push: { a: { $each: [2, 3], $position: 1 } } },
    { a: [1, 2, 3, 4] },
  ],
  ["$push to scalar fails 2", { a: 1 }, null, { $push: { a: 1 } }, "error 2"],
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
  ["$pull condition", { a: [1, 5, 8] }, null, { $pull: { a: { $gte: 5 } } }, { a: [1] }],
  [
    "$pull doc subset",
    { a: [{ x: 1, y: 1 }, { x: 2 }] },
    null,
    { $pull: { a: { x: 1 } } },
    { a: [{ x: 2 }] },
  ],
  ["$pull ObjectId", { a: [earlier, later] }, null, { $pull: { a: earlier } }, { a: [later] }],
  [
    "$pull nested in array docs via $[]",
    { a: [{ t: [1, 2] }, { t: [2, 3] }] },
    null,
    { $pull: { "a.$[].t": 2 } },
    { a: [{ t: [1] }, { t: [3] }] },
  ],
  ["$pullAll", { a: [1, 2, 3] }, null, { $pullAll: { a: [1, 3] } }, { a: [2] }],
  ["$pop", { a: [1, 2, 3] }, null, { $pop: { a: -1 } }, { a: [2, 3] }],
  ["$min date", { d: new Date(10) }, null, { $min: { d: new Date(5) } }, { d: new Date(5) }],
  ["$max ObjectId", { d: earlier }, null, { $max: { d: later } }, { d: later }],
  ["$max cross type", { d: "a" }, null, { $max: { d: 5 } }, { d: "a" }],
  ["$rename", { a: 1 }, null, { $rename: { a: "b.c" } }, { b: { c: 1 } }],
  ["$rename missing is a no-op", { x: 1 }, null, { $rename: { a: "b" } }, { x: 1 }],
  [
    "positional $",
    {
      a: [
        { k: 1, v: 1 },
        { k: 2, v: 1 },
      ],
    },
    { "a.k": 2 },
    { $set: { "a.$.v": 9 } },
    {
      a: [
        { k: 1, v: 1 },
        { k: 2, v: 9 },
      ],
    },
  ],
  [
    "positional $ with $elemMatch",
    {
      a: [
        { k: 1, v: 1 },
        { k: 2, v: 1 },
      ],
    },
    { a: { $elemMatch: { k: 2, v: 1 } } },
    { $set: { "a.$.v": 9 } },
    {
      a: [
        { k: 1, v: 1 },
        { k: 2, v: 9 },
      ],
    },
  ],
  ["positional $ scalar", { a: [1, 5, 9] }, { a: { $gt: 4 } }, { $set: { "a.$": 0 } }, { a: [1, 0, 9] }],
  [
    "positional $ inside $and",
    { a: [{ k: 1 }, { k: 2 }] },
    { $and: [{ "a.k": 2 }, { _id: 1 }] },
    { $set: { "a.$.v": 9 } },
    { a: [{ k: 1 }, { k: 2, v: 9 }] },
  ],
  ["$[] all", { a: [1, 2] }, null, { $inc: { "a.$[]": 1 } }, { a: [2, 3] }],
  [
    "arrayFilters",
    {
      a: [
        { k: 1, s: [1, 9] },
        { k: 2, s: [9] },
      ],
    },
    null,
    { $set: { "a.$[x].s.$[y]": 0 } },
    {
      a: [
        { k: 1, s: [1, 0] },
        { k: 2, s: [9] },
      ],
    },
    { arrayFilters: [{ "x.k": 1 }, { y: { $gt: 5 } }] },
  ],
  [
    "arrayFilters with $and",
    {
      a: [
        { k: 1, v: 1 },
        { k: 1, v: 5 },
      ],
    },
    null,
    { $set: { "a.$[x].hit": true } },
    {
      a: [
        { k: 1, v: 1 },
        { k: 1, v: 5, hit: true },
      ],
    },
    { arrayFilters: [{ $and: [{ "x.k": 1 }, { "x.v": 5 }] }] },
  ],
  [
    "unused arrayFilter fails 9",
    { a: [1] },
    null,
    { $set: { b: 1 } },
    "error 9",
    { arrayFilters: [{ x: 1 }] },
  ],
  ["$currentDate timestamp type", { a: 1 }, null, [{ $set: { a: { $type: "$$NOW" } } }], { a: "date" }],
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
  ["upsert $in single", null, { k: { $in: ["x"] } }, { $set: { v: 1 } }, { k: "x", v: 1 }, { upsert: true }],
  [
    "upsert $push creates",
    null,
    { k: 1 },
    { $push: { a: 1 }, $inc: { n: 1 } },
    { k: 1, a: [1], n: 1 },
    { upsert: true },
  ],
  [
    "pipeline update",
    { a: 1, b: [3, 1, 2] },
    null,
    [{ $set: { c: { $add: ["$a", 1] }, m: { $max: "$b" } } }, { $unset: "b" }],
    { a: 1, c: 2, m: 3 },
  ],
  ["pipeline keeps _id on $replaceWith", { a: 1 }, null, [{ $replaceWith: { z: "$a" } }], { z: 1 }],
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
    // The order in which an upsert takes fields over from its filter is that of this release.
    const isOlder = store.release < TEXTS_SINCE && options.upsert;
    if (isOlder) expect(answer).toEqual(expected);
    else expect(canonical(answer)).toBe(canonical(expected));
  });
});
