import { Binary, Decimal128, ObjectId, type Document } from "mongodb";
import { describe, expect, it } from "vitest";
import { codeOf, useStore } from "./support.ts";

const earlier = new ObjectId("650000000000000000000001");
const later = new ObjectId("650000000000000000000002");
const decimal = (text: string) => Decimal128.fromString(text);
const bytes = (...values: number[]) => new Binary(Buffer.from(values));

/** Documents get their position as `_id`; expected is the order of the `_id`s. */
const CASES: [name: string, docs: Document[], sort: Record<string, 1 | -1>, expected: number[]][] = [
  [
    "mixed types",
    [
      { a: new Date(0) },
      { a: true },
      { a: earlier },
      { a: bytes(1) },
      { a: [] },
      { a: { x: 1 } },
      { a: "s" },
      { a: 1 },
      { a: null },
    ],
    { a: 1 },
    [4, 8, 7, 6, 5, 3, 2, 1, 0],
  ],
  ["array asc uses min", [{ a: [5, 1] }, { a: 2 }, { a: [3] }], { a: 1 }, [0, 1, 2]],
  ["array desc uses max", [{ a: [5, 1] }, { a: 2 }, { a: [3] }], { a: -1 }, [0, 2, 1]],
  ["null = missing, stable", [{ b: 1 }, { a: null }, { a: 1 }], { a: 1 }, [0, 1, 2]],
  ["dotted through array", [{ a: [{ b: 3 }, { b: 1 }] }, { a: [{ b: 2 }] }], { "a.b": 1 }, [0, 1]],
  [
    "two keys",
    [
      { a: 1, b: 1 },
      { a: 1, b: 2 },
      { a: 0, b: 9 },
    ],
    { a: 1, b: -1 },
    [2, 1, 0],
  ],
  ["decimal with int", [{ a: decimal("10") }, { a: 9 }, { a: decimal("9.5") }], { a: 1 }, [1, 2, 0]],
  ["ObjectId", [{ a: later }, { a: earlier }], { a: 1 }, [1, 0]],
  ["documents by field order", [{ a: { y: 1 } }, { a: { x: 2 } }], { a: 1 }, [1, 0]],
];

const store = useStore();

describe("sorts, as MongoDB documents them", () => {
  it.each(CASES)("%s", async (_name, docs, sort, expected) => {
    const collection = await store.filled(docs);
    const found = await collection.find({}, { sort }).toArray();
    expect(found.map(({ _id }) => _id)).toEqual(expected);
  });

  it.each(CASES.filter(([name]) => !name.includes("stable")))(
    "%s, through an index",
    async (_name, docs, sort, expected) => {
      const collection = await store.filled(docs);
      await collection.createIndex(sort);
      const found = await collection.find({}, { sort }).toArray();
      expect(found.map(({ _id }) => _id)).toEqual(expected);
    },
  );

  it.each([
    ["two fields", { a: [1], b: [2] }, { a: 1, b: 1 }],
    ["arrays of any length", { a: [], b: [] }, { a: 1, b: -1 }],
    ["below one array", { a: [{ b: [1], c: [2] }] }, { "a.b": 1, "a.c": 1 }],
  ] as const)("refuse arrays in parallel: %s", async (_name, doc, sort) => {
    const collection = await store.filled([doc]);
    for (const found of [collection.find({}, { sort }), collection.aggregate([{ $sort: sort }])]) {
      await expect(found.toArray()).rejects.toMatchObject({
        code: 2,
        message: expect.stringContaining("cannot sort with keys that are parallel arrays"),
      });
    }
    expect(await codeOf(collection.createIndex(sort))).toBe(171);
  });

  it.each([
    ["one array with several fields", { a: [{ b: 1, c: 2 }] }, { "a.b": 1, "a.c": 1 }],
    ["an element by its place", { a: [1, 2], b: [1] }, { "a.0": 1, b: 1 }],
    ["an array beside none", { a: [1, 2] }, { a: 1, b: 1 }],
  ] as const)("take %s", async (_name, doc, sort) => {
    const collection = await store.filled([doc]);
    expect(await collection.find({}, { sort }).toArray()).toHaveLength(1);
    await collection.createIndex(sort);
    expect(await collection.find({}, { sort }).toArray()).toHaveLength(1);
  });
});
