import { ObjectId, type Document } from "mongodb";
import { describe, expect, it } from "vitest";
import { canonical, useStore } from "./support.ts";

const earlier = new ObjectId("650000000000000000000001");
const later = new ObjectId("650000000000000000000002");

/** The document has `_id` 1. */
const CASES: [name: string, doc: Document, filter: Document, projection: Document, expected: unknown][] = [
  ["inclusion dotted", { a: { b: 1, c: 2 }, d: 3 }, {}, { "a.b": 1 }, { _id: 1, a: { b: 1 } }],
  [
    "inclusion through array",
    { a: [{ b: 1, c: 2 }, { c: 3 }, 5] },
    {},
    { "a.b": 1, _id: 0 },
    { a: [{ b: 1 }, {}] },
  ],
  ["exclusion through array", { a: [{ b: 1, c: 2 }] }, {}, { "a.b": 0 }, { _id: 1, a: [{ c: 2 }] }],
  ["_id only", { a: 1 }, {}, { _id: 1 }, { _id: 1 }],
  ["exclude _id only", { a: 1, b: 2 }, {}, { _id: 0 }, { a: 1, b: 2 }],
  ["missing nested inclusion", { a: { c: 1 } }, {}, { "a.b": 1 }, { _id: 1, a: {} }],
  [
    "ObjectId untouched",
    { a: earlier, b: { c: later } },
    {},
    { "b.c": 1, a: 1 },
    { _id: 1, a: earlier, b: { c: later } },
  ],
  ["exclusion within inclusion fails 31254", { a: 1, b: 1 }, {}, { a: 1, b: 0 }, "error 31254"],
];

const store = useStore();

describe("projections of a find, as MongoDB documents them", () => {
  it.each(CASES)("%s", async (_name, doc, filter, projection, expected) => {
    const collection = await store.filled([{ _id: 1, ...doc }]);
    const answer = await collection
      .findOne(filter, { projection })
      .catch((error: { code?: number }) => `error ${error.code}`);
    expect(canonical(answer)).toBe(canonical(expected));
  });
});
