import { Decimal128, ObjectId, type Document } from "mongodb";
import { describe, expect, it } from "vitest";
import { canonical, useStore, TEXTS_SINCE } from "./support.ts";

/** Written so that the document is no promise to a reader that looks for `then`. */
const branch = (condition: Document, result: string) =>
  Object.fromEntries(["case", "then"].map((name, i) => [name, [condition, result][i]]));
const earlier = new ObjectId("650000000000000000000001");
const later = new ObjectId("650000000000000000000002");
const decimal = (text: string) => Decimal128.fromString(text);

/** Documents get their position as `_id`. */
const CASES: [name: string, docs: Document[], pipeline: Document[], expected: unknown, since?: number][] = [
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
    [{ $group: { _id: "$k", n: { $sum: 1 } } }, { $count: "n" }],
    [{ n: 2 }],
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
    [{ $group: { _id: "$k", n: { $sum: 1 } } }, { $project: { _id: 0 } }],
    [{ n: 3 }],
  ],
  [
    "$sum decimals",
    [{ v: decimal("0.1") }, { v: decimal("0.2") }],
    [{ $group: { _id: null, v: { $sum: "$v" } } }],
    [{ _id: null, v: decimal("0.3") }],
  ],
  [
    "$avg ignores non-numbers",
    [{ v: 1 }, { v: "x" }, { v: 3 }],
    [{ $group: { _id: null, v: { $avg: "$v" } } }],
    [{ _id: null, v: 2 }],
  ],
  [
    "$min/$max dates",
    [{ v: new Date(5) }, { v: new Date(9) }],
    [{ $group: { _id: null, a: { $min: "$v" }, b: { $max: "$v" } } }],
    [{ _id: null, a: new Date(5), b: new Date(9) }],
  ],
  [
    "$push skips missing",
    [{ v: 1 }, {}],
    [{ $group: { _id: null, v: { $push: "$v" } } }],
    [{ _id: null, v: [1] }],
  ],
  [
    "$addToSet ObjectId",
    [{ v: earlier }, { v: new ObjectId(earlier.toHexString()) }],
    [{ $group: { _id: null, v: { $addToSet: "$v" } } }],
    [{ _id: null, v: [earlier] }],
  ],
  [
    "$first/$last",
    [{ v: 1 }, { v: 2 }],
    [{ $group: { _id: null, f: { $first: "$v" }, l: { $last: "$v" } } }],
    [{ _id: null, f: 1, l: 2 }],
  ],
  [
    "$unwind index + preserve",
    [{ a: [7, 8] }, { a: [] }, {}],
    [
      { $unwind: { path: "$a", includeArrayIndex: "i", preserveNullAndEmptyArrays: true } },
      { $project: { _id: 0, a: 1, i: 1 } },
    ],
    [{ a: 7, i: 0 }, { a: 8, i: 1 }, { i: null }, { i: null }],
  ],
  [
    "$unwind scalar and empty string",
    [{ a: 5 }, { a: "" }, { a: null }],
    [{ $unwind: "$a" }, { $project: { _id: 1 } }],
    [{ _id: 0 }, { _id: 1 }],
  ],
  [
    "$unwind does not mutate store",
    [{ a: [], b: 1 }],
    [{ $unwind: { path: "$a", preserveNullAndEmptyArrays: true } }, { $project: { b: 1 } }],
    [{ _id: 0, b: 1 }],
  ],
  [
    "$cond/$ifNull/$switch",
    [{ a: 1 }],
    [
      {
        $project: {
          _id: 0,
          x: { $cond: [{ $eq: ["$a", 1] }, "y", "n"] },
          z: { $ifNull: ["$q", "d"] },
          w: { $switch: { branches: [branch({ $gt: ["$a", 0] }, "p")], default: "m" } },
        },
      },
    ],
    [{ x: "y", z: "d", w: "p" }],
  ],
  [
    "$$REMOVE",
    [{ a: 1 }],
    [{ $project: { a: 1, b: { $cond: [false, 1, "$$REMOVE"] } } }],
    [{ _id: 0, a: 1 }],
  ],
  [
    "$dateToString",
    [{ d: new Date("2024-03-05T10:20:30Z") }],
    [{ $project: { _id: 0, s: { $dateToString: { date: "$d", format: "%Y-%m-%d" } } } }],
    [{ s: "2024-03-05" }],
  ],
  [
    "$dateTrunc",
    [{ d: new Date("2024-03-05T10:20:30Z") }],
    [{ $project: { _id: 0, t: { $dateTrunc: { date: "$d", unit: "day" } } } }],
    [{ t: new Date("2024-03-05T00:00:00Z") }],
    5,
  ],
  [
    "$filter/$map/$reduce",
    [{ a: [1, 2, 3] }],
    [
      {
        $project: {
          _id: 0,
          f: { $filter: { input: "$a", as: "x", cond: { $gt: ["$$x", 1] } } },
          m: { $map: { input: "$a", as: "x", in: { $multiply: ["$$x", 2] } } },
          r: { $reduce: { input: "$a", initialValue: 0, in: { $add: ["$$value", "$$this"] } } },
        },
      },
    ],
    [{ f: [2, 3], m: [2, 4, 6], r: 6 }],
  ],
  [
    "$toString ObjectId, $toObjectId",
    [{ a: earlier }],
    [{ $project: { _id: 0, s: { $toString: "$a" }, o: { $toObjectId: later.toHexString() } } }],
    [{ s: earlier.toHexString(), o: later }],
  ],
  [
    "$type expression",
    [{ a: earlier, b: 1, c: "x" }],
    [{ $project: { _id: 0, a: { $type: "$a" }, b: { $type: "$b" }, m: { $type: "$none" } } }],
    [{ a: "objectId", b: "int", m: "missing" }],
  ],
  [
    "$add date",
    [{ d: new Date(0) }],
    [{ $project: { _id: 0, d: { $add: ["$d", 1000] } } }],
    [{ d: new Date(1000) }],
  ],
  [
    "$subtract dates",
    [{ a: new Date(5000), b: new Date(2000) }],
    [{ $project: { _id: 0, d: { $subtract: ["$a", "$b"] } } }],
    [{ d: 3000 }],
  ],
  [
    "$add decimals",
    [{ a: decimal("0.1"), b: decimal("0.2") }],
    [{ $project: { _id: 0, d: { $add: ["$a", "$b"] } } }],
    [{ d: decimal("0.3") }],
  ],
  [
    "comparison across types in $expr",
    [{ a: "x", b: 5 }],
    [{ $project: { _id: 0, g: { $gt: ["$a", "$b"] } } }],
    [{ g: true }],
  ],
  [
    "$in expression ObjectId",
    [{ a: earlier, l: [later, earlier] }],
    [{ $project: { _id: 0, x: { $in: ["$a", "$l"] } } }],
    [{ x: true }],
  ],
  [
    "$setUnion / $setIntersection",
    [{ a: [1, 2], b: [2, 3] }],
    [{ $project: { _id: 0, i: { $setIntersection: ["$a", "$b"] } } }],
    [{ i: [2] }],
  ],
  [
    "$facet",
    [{ v: 1 }, { v: 2 }],
    [
      {
        $facet: { t: [{ $count: "n" }], p: [{ $sort: { v: -1 } }, { $limit: 1 }, { $project: { _id: 0 } }] },
      },
    ],
    [{ t: [{ n: 2 }], p: [{ v: 2 }] }],
  ],
  ["$count on empty", [], [{ $count: "n" }], []],
  [
    "$addFields into array elements",
    [{ a: [{ x: 1 }, { x: 2 }] }],
    [{ $addFields: { "a.y": 1 } }, { $project: { a: 1, _id: 0 } }],
    [
      {
        a: [
          { x: 1, y: 1 },
          { x: 2, y: 1 },
        ],
      },
    ],
  ],
  [
    "$project array path",
    [{ a: [{ b: 1 }, { b: 2 }] }],
    [{ $project: { _id: 0, b: "$a.b" } }],
    [{ b: [1, 2] }],
  ],
  ["$replaceRoot", [{ a: { z: 1 } }], [{ $replaceRoot: { newRoot: "$a" } }], [{ z: 1 }]],
  [
    "$regexMatch",
    [{ s: "Hello" }],
    [{ $project: { _id: 0, m: { $regexMatch: { input: "$s", regex: "hel", options: "i" } } } }],
    [{ m: true }],
  ],
  [
    "$mergeObjects/$objectToArray",
    [{ a: { x: 1 }, b: { y: 2 } }],
    [{ $project: { _id: 0, m: { $mergeObjects: ["$a", "$b"] }, o: { $objectToArray: "$a" } } }],
    [{ m: { x: 1, y: 2 }, o: [{ k: "x", v: 1 }] }],
  ],
  [
    "$divide by zero fails",
    [{ a: 1 }],
    [{ $project: { x: { $divide: ["$a", 0] } } }],
    "error PlanExecutor error during aggregation :: caused by :: can't $divide by zero",
  ],
  [
    "$match after $group uses BSON types",
    [{ k: earlier }, { k: later }],
    [{ $group: { _id: "$k" } }, { $match: { _id: earlier } }],
    [{ _id: earlier }],
  ],
  [
    "$sort then $group $first keeps order",
    [
      { g: 1, v: 2 },
      { g: 1, v: 1 },
    ],
    [{ $sort: { v: 1 } }, { $group: { _id: "$g", f: { $first: "$v" } } }],
    [{ _id: 1, f: 1 }],
  ],
];

const store = useStore();

/** Older releases say less of where a pipeline failed. */
const CAUSE = "PlanExecutor error during aggregation :: caused by :: ";

describe("aggregations, as MongoDB documents them", () => {
  it.for(CASES)("%s", async ([_name, docs, pipeline, expected, since = 0], { skip }) => {
    skip(store.release < since, `MongoDB has it from ${since}.0 on`);
    const collection = await store.filled(docs);
    const answer = await collection
      .aggregate(pipeline)
      .toArray()
      .catch((error: Error) => `error ${error.message}`);
    const older = store.release < TEXTS_SINCE && typeof expected === "string";
    expect(canonical(answer)).toBe(canonical(older ? expected.replace(CAUSE, "") : expected));
  });
});
