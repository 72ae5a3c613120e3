import { Binary, Decimal128, Long, ObjectId, type Document } from "mongodb";
import { describe, expect, it } from "vitest";
import { canonical, useStore } from "./support.ts";

const earlier = new ObjectId("650000000000000000000001");
const later = new ObjectId("650000000000000000000002");
const decimal = (text: string) => Decimal128.fromString(text);
const bytes = (...values: number[]) => new Binary(Buffer.from(values));

/** Documents get their position as `_id`; expected are the `_id`s found, or the error. */
const CASES: [name: string, docs: Document[], filter: Document, expected: unknown][] = [
  ["null matches missing and null", [{ a: null }, {}, { a: 1 }], { a: null }, [0, 1]],
  ["null inside array", [{ a: [1, null] }, { a: [1] }], { a: null }, [0]],
  [
    "dotted null through array of docs",
    [{ a: [{ b: 1 }, {}] }, { a: [{ b: 1 }] }, { a: 5 }],
    { "a.b": null },
    [0, 2],
  ],
  ["$ne null", [{ a: null }, {}, { a: 1 }], { a: { $ne: null } }, [2]],
  [
    "$in with null matches missing",
    [{}, { a: null }, { a: 1 }, { a: 2 }],
    { a: { $in: [null, 1] } },
    [0, 1, 2],
  ],
  ["$nin null", [{}, { a: 1 }], { a: { $nin: [null] } }, [1]],
  ["$exists false", [{}, { a: null }], { a: { $exists: false } }, [0]],
  [
    "$exists dotted array",
    [{ a: [{ b: 1 }] }, { a: [{ c: 1 }] }, { a: [] }],
    { "a.b": { $exists: false } },
    [1, 2],
  ],
  ["$lte null matches missing", [{}, { a: null }, { a: 1 }], { a: { $lte: null } }, [0, 1]],
  [
    "embedded doc equality is ordered",
    [{ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }],
    { a: { x: 1, y: 2 } },
    [0],
  ],
  ["array equality whole", [{ a: [1, 2] }, { a: [2, 1] }, { a: [[1, 2]] }], { a: [1, 2] }, [0, 2]],
  ["array range order", [{ a: [1, 5] }, { a: [3, 0] }], { a: { $gt: [2] } }, [1]],
  ["$gt on array elements", [{ a: [1, 5] }, { a: [1] }], { a: { $gt: 4 } }, [0]],
  ["range pair over different elements", [{ a: [1, 10] }], { a: { $gt: 5, $lt: 3 } }, [0]],
  ["numeric index path", [{ a: [5, 6] }, { a: { 0: 5 } }], { "a.0": 5 }, [0, 1]],
  ["nested arrays are not traversed", [{ a: [[{ b: 1 }]] }, { a: [{ b: 1 }] }], { "a.b": 1 }, [1]],
  ["type bracketing", [{ a: "5" }, { a: 5 }, { a: true }, { a: null }], { a: { $gte: 0 } }, [1]],
  ["date range", [{ a: new Date(5) }, { a: 10 }], { a: { $gt: new Date(1) } }, [0]],
  ["ObjectId equality", [{ a: earlier }, { a: later }], { a: new ObjectId(earlier.toHexString()) }, [0]],
  ["ObjectId range", [{ a: earlier }, { a: later }], { a: { $gt: earlier } }, [1]],
  ["ObjectId $in", [{ a: earlier }, { a: later }], { a: { $in: [later] } }, [1]],
  ["Decimal equals int", [{ a: decimal("5") }, { a: decimal("5.0") }, { a: 5 }], { a: 5 }, [0, 1, 2]],
  [
    "Decimal range",
    [{ a: decimal("10") }, { a: decimal("9") }, { a: 9.5 }],
    { a: { $gt: decimal("9.2") } },
    [0, 2],
  ],
  [
    "int64 beyond 2^53",
    [{ a: Long.fromString("9007199254740993") }, { a: Long.fromString("9007199254740992") }],
    { a: Long.fromString("9007199254740993") },
    [0],
  ],
  ["int64 range vs int", [{ a: Long.fromString("9007199254740993") }, { a: 5 }], { a: { $gt: 4 } }, [0, 1]],
  ["Binary bytes", [{ a: bytes(0xff) }, { a: bytes(0xfe) }], { a: bytes(0xff) }, [0]],
  [
    "regex options i and s",
    [{ a: "X\ny" }, { a: ["x-y"] }, { a: 1 }],
    { a: { $regex: "x.y", $options: "is" } },
    [0, 1],
  ],
  [
    "own field named like Object.prototype",
    [{ constructor: 1 }, {}],
    { constructor: { $exists: true } },
    [0],
  ],
  ["NaN equality", [{ a: NaN }, { a: 1 }], { a: NaN }, [0]],
  ["bool vs int", [{ a: true }, { a: 1 }], { a: 1 }, [1]],
  ["$where-free unknown operator fails", [{ a: 1 }], { a: { $foo: 1 } }, "error unknown operator: $foo"],
];

const store = useStore();

describe("filters, as MongoDB documents them", () => {
  it.each(CASES)("%s", async (_name, docs, filter, expected) => {
    const collection = await store.filled(docs);
    const found = collection.find(filter).sort({ _id: 1 }).toArray();
    const answer = await found.then(
      (hits) => hits.map(({ _id }) => _id),
      (error: Error) => `error ${error.message}`,
    );
    expect(canonical(answer)).toBe(canonical(expected));
  });
});
