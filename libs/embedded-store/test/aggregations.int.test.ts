import { Decimal128, ObjectId, type Document } from "mongodb";
import { describe, expect, it } from "vitest";
import { canonical, useStore } from "./support.ts";

const earlier = new ObjectId("650000000000000000000001");
const later = new ObjectId("650000000000000000000002");
const decimal = (text: string) => Decimal128.fromString(text);

/** Documents get their position as `_id`. */
const CASES: [name: string, docs: Document[], pipeline: Document[], expected: unknown][] = [
  [
    "$group by ObjectId",
    [
      { k: earlier, n: 1 },
      { k: new ObjectId(earlier.toHexString()), n: 2 },
      { k: later, n: 4 },
    ],
    [{ $group: { _id: "$k", n: { $sum: "$n" } } }, { $sort: { n: 1 } }],
    [
      { _id: earlier, n: 3 },
      { _id: later, n: 4 },
    ],
  ],
  [
    "$group by doc is ordered",
    [{ k: { a: 1, b: 2 } }, { k: { b: 2, a: 1 } }],
    [{ $group: { _id: "$k" } }, { $group: { _id: 1, n: { $sum: 1 } } }],
    [{ _id: 1, n: 2 }],
  ],
  [
    "$group null and missing apart? (null together)",
    [{ k: null }, {}],
    [{ $group: { _id: "$k", n: { $sum: 1 } } }],
    [{ _id: null, n: 2 }],
  ],
  [
    "$group numbers across types",
    [{ k: 1 }, { k: decimal("1") }, { k: 1.0 }],
    [{ $group: { _id: "$k", n: { $sum: 1 } } }],
    [{ _id: 1, n: 3 }],
  ],
  [
    "$sum ignores non-numbers",
    [{ v: 1 }, { v: "x" }, { v: 3 }, {}],
    [{ $group: { _id: null, v: { $sum: "$v" } } }],
    [{ _id: null, v: 4 }],
  ],
  [
    "$min by the order of values, without nulls and missing ones",
    [{ k: 1, v: "b" }, { k: 1, v: 7 }, { k: 1, v: null }, { k: 1 }, { k: 2, v: null }, { k: 2 }],
    [{ $group: { _id: "$k", v: { $min: "$v" } } }, { $sort: { _id: 1 } }],
    [
      { _id: 1, v: 7 },
      { _id: 2, v: null },
    ],
  ],
  [
    "$match after $group uses BSON types",
    [{ k: earlier }, { k: later }],
    [{ $group: { _id: "$k" } }, { $match: { _id: earlier } }],
    [{ _id: earlier }],
  ],
  [
    "$group by an array path",
    [{ a: [{ b: 1 }, { b: 2 }] }],
    [{ $group: { _id: "$a.b" } }],
    [{ _id: [1, 2] }],
  ],
  [
    "$sort, $skip and $limit after $group",
    [{ k: 1 }, { k: 3 }, { k: 2 }],
    [{ $group: { _id: "$k" } }, { $sort: { _id: -1 } }, { $skip: 1 }, { $limit: 1 }],
    [{ _id: 2 }],
  ],
  [
    "$unset of a field and of a path, also through arrays",
    [{ a: 1, b: { c: 2, d: 3 }, e: [{ c: 4, d: 5 }, 6] }, { a: 2 }],
    [{ $unset: ["a", "b.c", "e.c", "none"] }, { $unset: "_id" }],
    [{ b: { d: 3 }, e: [{ d: 5 }, 6] }, {}],
  ],
];

const store = useStore();

describe("aggregations, as MongoDB documents them", () => {
  it.each(CASES)("%s", async (_name, docs, pipeline, expected) => {
    const collection = await store.filled(docs);
    expect(canonical(await collection.aggregate(pipeline).toArray())).toBe(canonical(expected));
  });
});

/** The ids of the documents that a look-up joins. Of the others, 1 has null, 2 has no field, 3 and 4 have an id each. */
const JOINS: [local: unknown, joined: number[]][] = [
  [earlier, [3]],
  [
    [earlier, later],
    [3, 4],
  ],
  [null, [1, 2]],
  [undefined, [1, 2]],
  // An empty list counts as null.
  [[], [1, 2]],
];

describe("look-ups by a field, as MongoDB does them", () => {
  it.each(JOINS)("by %j", async (local, joined) => {
    const others = await store.filled([{}, {}, {}, {}, {}].map((_, _id) => ({ _id })));
    await others.updateOne({ _id: 0 }, { $set: { of: 5 } });
    await others.updateOne({ _id: 1 }, { $set: { of: null } });
    await others.updateOne({ _id: 3 }, { $set: { of: earlier } });
    await others.updateOne({ _id: 4 }, { $set: { of: later } });
    const own = await store.filled([local === undefined ? {} : { local }]);
    const lookup = { from: others.collectionName, localField: "local", foreignField: "of", as: "found" };
    const [document] = await own.aggregate([{ $lookup: lookup }]).toArray();
    const found = document!["found"] as { _id: number }[];
    expect(found.map(({ _id }) => _id).toSorted((left, right) => left - right)).toEqual(joined);
  });
});

const named = (name: string) => [{ $match: { n: { $gte: 2 } } }, { $limit: 1 }, { $group: { _id: name } }];

describe("$unionWith", () => {
  it("adds what its pipeline finds in another collection, which may not exist", async () => {
    const others = await store.filled([{ n: 1 }, { n: 2 }, { n: 3 }]);
    const own = await store.filled([{ n: 9 }]);
    const pipeline = [
      ...named("own"),
      { $unionWith: { coll: others.collectionName, pipeline: named("others") } },
      { $unionWith: { coll: "none", pipeline: named("none") } },
    ];
    expect(await own.aggregate(pipeline).toArray()).toEqual([{ _id: "own" }, { _id: "others" }]);
  });

  it("is refused in a transaction, as on a server", async () => {
    const own = await store.filled([{ n: 1 }]);
    await store.client.withSession(async (session) => {
      session.startTransaction();
      const union = [{ $unionWith: { coll: own.collectionName, pipeline: [] } }];
      await expect(own.aggregate(union, { session }).toArray()).rejects.toMatchObject({ code: 263 });
      if (session.inTransaction()) await session.abortTransaction();
    });
  });
});

/** The field `x` after a `$set` within an update; `undefined` means no field. */
const EXPRESSIONS: [expression: unknown, doc: Document, expected: unknown][] = [
  [{ $cond: [{ $eq: ["$a", 1] }, "y", "n"] }, { a: 1 }, "y"],
  [{ $cond: [{ $ne: ["$a", 1] }, "y", "n"] }, { a: 1 }, "n"],
  [{ $eq: ["$a", earlier] }, { a: new ObjectId(earlier.toHexString()) }, true],
  [{ $eq: ["$a", 5] }, { a: [5] }, false],
  [{ $ifNull: ["$none", "d"] }, {}, "d"],
  [{ $or: ["$none", 0, "$a"] }, { a: 1 }, true],
  [{ $or: ["$none", 0] }, {}, false],
  [{ $type: "$a" }, { a: earlier }, "objectId"],
  [{ $type: "$none" }, {}, "missing"],
  [{ $isArray: "$a" }, { a: [] }, true],
  [{ $concatArrays: ["$a", ["$b", "$none"]] }, { a: [1], b: 2 }, [1, 2, null]],
  [{ $concatArrays: ["$none", [1]] }, {}, null],
  [{ $cond: [false, 1, "$$REMOVE"] }, { x: 1 }, undefined],
  ["$a", { a: { b: 1 } }, { b: 1 }],
];

describe("expressions, as MongoDB documents them", () => {
  it.each(EXPRESSIONS)("%j", async (expression, doc, expected) => {
    const collection = await store.filled([doc]);
    await collection.updateOne({}, [{ $set: { x: expression } }]);
    const { _id, ...found } = (await collection.findOne({}))!;
    expect(found).toEqual({ ...doc, x: expected });
    expect(Object.hasOwn(found, "x")).toBe(expected !== undefined);
  });
});
