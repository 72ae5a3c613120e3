import * as fc from "fast-check";
import type { Collection, Document, FindCursor, Hint, Sort } from "mongodb";
import { describe, expect, it } from "vitest";
import { type AnyDoc, codeOf, raise, useStore, isReal } from "./support.ts";

const store = useStore();

/** The stages of a plan from the outside in, with the name of the index that is read. */
async function planOf(
  collection: Collection<AnyDoc>,
  filter: Document,
  options: { sort?: Sort; limit?: number } = {},
) {
  const { queryPlanner } = await collection.find(filter, options).explain("queryPlanner");
  const stages: string[] = [];
  for (let stage = queryPlanner.winningPlan as Document | undefined; stage; stage = stage.inputStage) {
    stages.push(stage.indexName === undefined ? String(stage.stage) : `${stage.stage} ${stage.indexName}`);
  }
  return stages;
}

const companies = (count: number): Document[] =>
  Array.from({ length: count }, (_, n) => ({
    companyId: `c${n % 2}`,
    archived: n % 10 === 0,
    ref: `r${n}`,
    n,
  }));

// The shape is the server's, the choice this store's own.
describe.skipIf(isReal)("plans", () => {
  it("scan a collection without a useful index", async () => {
    const collection = await store.filled(companies(10));
    expect(await planOf(collection, { n: 1 })).toEqual(["COLLSCAN"]);
    expect(await planOf(collection, { n: { $gt: 1 } }, { sort: { n: 1 } })).toEqual(["SORT", "COLLSCAN"]);
  });

  it("take a compound index for a filter by its prefix and the order of the rest, both ways", async () => {
    const collection = await store.filled(companies(10));
    await collection.createIndex({ companyId: 1, archived: 1, _id: -1 }, { name: "page" });
    const filter = { companyId: "c1", archived: false };
    for (const sort of [{ _id: -1 }, { _id: 1 }] as const) {
      expect(await planOf(collection, filter, { sort, limit: 5 })).toEqual(["LIMIT", "FETCH", "IXSCAN page"]);
    }
    expect(await planOf(collection, { companyId: "c1" }, { sort: { _id: -1 } })).toEqual([
      "SORT",
      "FETCH",
      "IXSCAN page",
    ]);
    expect(await planOf(collection, { archived: false })).toEqual(["COLLSCAN"]);
  });

  it("read only the requested page", async () => {
    const collection = await store.filled(companies(2_000));
    await collection.createIndex({ companyId: 1, archived: 1, _id: -1 });
    const cursor = collection.find({ companyId: "c1", archived: false }, { sort: { _id: -1 }, limit: 20 });
    const { executionStats } = await cursor.explain("executionStats");
    expect(executionStats).toMatchObject({ nReturned: 20, totalKeysExamined: 20, totalDocsExamined: 20 });
  });

  it.each([
    ["dates", (n: number) => new Date(n)],
    ["documents", (n: number) => ({ currency: "EUR", value: n })],
  ])("read a page from the middle of an order of %s beside an array", async (_what, valueOf) => {
    const collection = await store.filled(
      Array.from({ length: 500 }, (_, n) => ({ lists: ["a", "b"], value: valueOf(n) })),
    );
    await collection.createIndex({ lists: 1, value: -1 }, { name: "page" });
    for (const [range, direction, first] of [
      [{ $lte: valueOf(250) }, -1, 250],
      [{ $lt: valueOf(250) }, -1, 249],
      [{ $gte: valueOf(250) }, 1, 250],
      [{ $gt: valueOf(250) }, 1, 251],
    ] as const) {
      const filter = { lists: "a", value: range };
      const cursor = collection.find(filter, { sort: { value: direction }, limit: 20, hint: "page" });
      const { executionStats } = await cursor.explain("executionStats");
      expect(executionStats).toMatchObject({ nReturned: 20, totalKeysExamined: 20 });
      expect(await cursor.clone().next()).toMatchObject({ value: valueOf(first) });
    }
  });

  it.each([
    ["an array", (n: number) => [`${n % 2 === 0 ? "ab" : "b"}${n}`, "zz", "a"]],
    ["a text", (n: number) => `${n % 2 === 0 ? "ab" : "b"}${n}`],
  ])("read no more than the texts of %s that begin as a pattern says", async (_what, wordsOf) => {
    const collection = await store.filled(
      Array.from({ length: 500 }, (_, n) => ({ company: "c", words: wordsOf(n) })),
    );
    await collection.createIndex({ company: 1, words: 1 }, { name: "by_words" });
    for (const [$regex, matches] of [
      ["^ab", 250],
      ["^ab40", 6],
      ["^b1", 56],
      ["^ac", 0],
    ] as const) {
      const cursor = collection.find({ company: "c", words: { $regex } }, { hint: "by_words" });
      const { executionStats } = await cursor.explain("executionStats");
      expect(executionStats).toMatchObject({
        nReturned: matches,
        totalKeysExamined: matches,
        totalDocsExamined: matches,
      });
    }
    for (const filter of [
      { $regex: "^AB40", $options: "i" },
      { $regex: "^ab40|^b1" },
      { $regex: "^ab4*0" },
      { $regex: "^ab40", $gte: "a" },
      { $gte: "a", $regex: "^ab40" },
    ]) {
      const found = await collection.find({ company: "c", words: filter }).hint("by_words").toArray();
      const all = await collection.find({ company: "c", words: filter }).hint({ $natural: 1 }).toArray();
      expect(new Set(found.map(({ _id }) => _id))).toEqual(new Set(all.map(({ _id }) => _id)));
      expect(all.length).toBeGreaterThan(0);
    }
  });

  it("group by fields of an index without reading documents, but not by what is a list", async () => {
    const collection = await store.filled(
      Array.from({ length: 300 }, (_, n) => ({ people: ["a", n], kind: n % 3, rest: n })),
    );
    await collection.createIndex({ people: 1, kind: 1 }, { name: "by_people" });
    const documentsOf = async (people: unknown, _id: string) => {
      const stages = [{ $match: { people } }, { $limit: 200 }, { $group: { _id, n: { $sum: 1 } } }];
      const plan = await collection.aggregate(stages, { hint: "by_people" }).explain("executionStats");
      return plan["stages"][0].$cursor.executionStats.totalDocsExamined as number;
    };
    expect(await documentsOf("a", "$kind")).toBe(0);
    expect(await documentsOf({ $in: ["a", 5] }, "$kind")).toBe(0);
    expect(await documentsOf("a", "$people")).toBe(200);
    expect(await documentsOf("a", "$rest")).toBe(200);
    expect(await documentsOf({ $ne: "b" }, "$kind")).toBe(200);
  });

  it("read no documents whose keys fail a pattern or a range behind the bounds", async () => {
    const collection = await store.filled(
      Array.from({ length: 500 }, (_, n) => ({
        company: "c",
        name: `Person ${n}`,
        at: n,
        ...(n < 9 && { mail: "x@y" }),
      })),
    );
    await collection.createIndex({ company: 1, name: 1, at: 1, mail: 1 }, { name: "by_name" });
    for (const [filter, matches] of [
      [{ name: { $regex: "PERSON 49\\d", $options: "i" } }, 10],
      [{ at: { $gte: 100, $lt: 120 } }, 20],
      [{ name: { $regex: "7$" }, at: { $lte: 100 } }, 10],
      [{ mail: { $regex: "@" } }, 9],
      [{ mail: { $lt: "a" } }, 0],
    ] as const) {
      const cursor = collection.find({ company: "c", ...filter }, { hint: "by_name" }).sort({ name: 1 });
      const { executionStats } = await cursor.explain("executionStats");
      expect(executionStats).toMatchObject({ nReturned: matches, totalDocsExamined: matches });
      const all = await collection
        .find({ company: "c", ...filter })
        .hint({ $natural: 1 })
        .toArray();
      expect(all).toHaveLength(matches);
    }
  });

  it("walk the order instead of a filter that matches half of the documents", async () => {
    const collection = await store.filled(companies(500));
    await collection.createIndex({ companyId: 1 });
    const options = { sort: { _id: -1 }, limit: 10 } as const;
    expect(await planOf(collection, { companyId: "c1" }, options)).toEqual(["LIMIT", "FETCH", "IXSCAN _id_"]);
    await collection.createIndex({ ref: 1 });
    expect(await planOf(collection, { companyId: "c1", ref: "r7" }, options)).toEqual([
      "LIMIT",
      "SORT",
      "FETCH",
      "IXSCAN ref_1",
    ]);
  });

  it("take an index for a long list of values", async () => {
    const collection = await store.filled(companies(2_000));
    await collection.createIndex({ ref: 1, n: 1 });
    const refs = Array.from({ length: 1_000 }, (_, n) => `r${n}`);
    const cursor = collection.find({ ref: { $in: refs } }, { sort: { ref: 1, n: 1 } });
    const { executionStats } = await cursor.explain("executionStats");
    expect(executionStats).toMatchObject({ nReturned: 1_000, totalDocsExamined: 1_000 });
  });

  it("use a partial index only for filters that imply its condition", async () => {
    const collection = await store.filled(companies(10));
    await collection.createIndex({ ref: 1 }, { name: "live", partialFilterExpression: { archived: false } });
    expect(await planOf(collection, { ref: "r1" })).toEqual(["COLLSCAN"]);
    expect(await planOf(collection, { ref: "r1", archived: false })).toEqual(["FETCH", "IXSCAN live"]);
    expect(await planOf(collection, { $and: [{ archived: { $eq: false } }, { ref: "r1" }] })).toEqual([
      "FETCH",
      "IXSCAN live",
    ]);
  });

  it("follow a hint to read every document or an index, and refuse a hint to a missing index", async () => {
    const collection = await store.filled(companies(10));
    await collection.createIndex({ n: 1 });
    await collection.createIndex({ ref: 1 }, { partialFilterExpression: { archived: true } });
    const hinted = async (hint: Hint) =>
      (await collection.find({ ref: "r1" }).hint(hint).explain("queryPlanner")).queryPlanner.winningPlan;
    expect(await hinted({ $natural: 1 })).toMatchObject({ stage: "COLLSCAN" });
    expect(await hinted("n_1")).toMatchObject({ inputStage: { indexName: "n_1" } });
    const aggregation = collection.aggregate([{ $match: { ref: "r1" } }], { hint: "n_1" });
    expect((await aggregation.explain("queryPlanner"))["queryPlanner"].winningPlan).toMatchObject({
      inputStage: { indexName: "n_1" },
    });
    for (const hint of ["m_1", "ref_1"]) {
      expect(await codeOf(collection.aggregate([], { hint }).toArray())).toBe(2);
      expect(await codeOf(collection.find({}).hint(hint).toArray())).toBe(2);
    }
  });

  it("merge the orders of a list's values instead of sorting all matches", async () => {
    const collection = await store.filled(companies(200));
    await collection.createIndex({ companyId: 1, archived: 1, n: -1 }, { name: "page" });
    const filter = { companyId: { $in: ["c0", "c1"] }, archived: { $in: [true, false] } };
    for (const n of [-1, 1] as const) {
      const cursor = () => collection.find(filter, { sort: { n }, limit: 5 });
      const { executionStats } = await cursor().explain("executionStats");
      expect(executionStats).toMatchObject({ nReturned: 5, totalDocsExamined: 5 });
      const found = (await cursor().toArray()).map((document) => document["n"] as number);
      expect(found).toEqual(n === 1 ? [0, 1, 2, 3, 4] : [199, 198, 197, 196, 195]);
    }
    expect(await planOf(collection, filter, { sort: { archived: 1, n: -1 } })).toContain("SORT");
  });

  it("merge the orders of a list's values within a range of the order", async () => {
    const collection = await store.filled(companies(200));
    await collection.createIndex({ companyId: 1, n: -1 }, { name: "page" });
    const filter = { companyId: { $in: ["c0", "c1"] }, n: { $gte: 20, $lt: 150 } };
    for (const n of [-1, 1] as const) {
      const cursor = () => collection.find(filter, { sort: { n }, limit: 5 });
      const { executionStats } = await cursor().explain("executionStats");
      expect(executionStats).toMatchObject({ nReturned: 5, totalDocsExamined: 5 });
      const found = (await cursor().toArray()).map((document) => document["n"] as number);
      expect(found).toEqual(n === 1 ? [20, 21, 22, 23, 24] : [149, 148, 147, 146, 145]);
    }
    const all = await collection.find(filter, { sort: { n: -1 } }).toArray();
    expect(all.map((document) => document["n"] as number)).toEqual(
      Array.from({ length: 130 }, (_, at) => 149 - at),
    );
  });

  it("are shown for the head of an aggregation", async () => {
    const collection = await store.filled(companies(10));
    await collection.createIndex({ companyId: 1 });
    const explained = await collection
      .aggregate([{ $match: { companyId: "c1" } }, { $group: { _id: "$archived", n: { $sum: 1 } } }])
      .explain("queryPlanner");
    const { $cursor: head } = explained.stages?.[0] ?? raise("no stages");
    expect(head.queryPlanner.winningPlan.inputStage.indexName).toBe("companyId_1");
  });
});

/** How a count is answered: stage, index, and the numbers of read keys and documents. */
async function examined(count: Document): Promise<unknown[]> {
  const { queryPlanner, executionStats } = await store.db.command({
    explain: count,
    verbosity: "executionStats",
  });
  const { stage, indexName } = queryPlanner.winningPlan.inputStage;
  return [stage, indexName, executionStats.totalKeysExamined, executionStats.totalDocsExamined];
}

describe.skipIf(isReal)("the cost of a count", () => {
  const people = Array.from({ length: 60 }, (_, n) => ({
    company: "c",
    people: [n % 2, 9],
    gone: n % 3 === 0 ? null : 1,
    n,
  }));

  it("is zero documents for values that the entries of an index hold unchanged", async () => {
    const count = await indexed();
    expect(await examined({ count, query: { company: "c", people: 1 } })).toEqual([
      "COUNT_SCAN",
      "by_people",
      30,
      0,
    ]);
    const query = { company: "c", people: 9, n: { $in: [3, 4] } };
    expect(await examined({ count, query, hint: "by_people" })).toEqual(["IXSCAN", "by_people", 2, 0]);
  });

  it.each([
    ["null, which is missing too", { company: "c", gone: null }, "by_gone", 20],
    ["a field outside the index", { company: "c", people: 9, gone: 1 }, "by_people", 60],
    ["a field behind one that is not pinned down", { company: "c", n: 1 }, "by_people", 60],
    [
      "a range, which may be one of several conditions",
      { company: "c", people: { $gte: 9 } },
      "by_people",
      60,
    ],
  ] as const)("is all found documents for %s", async (_name, query, hint, docs) => {
    const count = await indexed();
    expect((await examined({ count, query, hint }))[3]).toBe(docs);
  });

  it("is all found documents for an aggregation, such as the driver's countDocuments", async () => {
    const pipeline = [{ $match: { company: "c", people: 1 } }, { $group: { _id: 1, n: { $sum: 1 } } }];
    const { stages } = await store.db
      .collection(await indexed())
      .aggregate(pipeline)
      .explain("executionStats");
    expect(stages[0].$cursor.executionStats).toMatchObject({ totalDocsExamined: 30 });
  });

  /** @returns the name of a collection with indexes */
  async function indexed(): Promise<string> {
    const collection = await store.filled(people);
    await collection.createIndexes([
      { key: { company: 1, people: 1, n: 1 }, name: "by_people" },
      { key: { company: 1, gone: 1 }, name: "by_gone" },
    ]);
    return collection.collectionName;
  }
});

describe("a search", () => {
  it("stops at its time limit", async () => {
    const collection = await store.filled(companies(20_000));
    const slow = { ref: { $regex: "(r|s|t)+(r|s|t)*(r|s|t)*x$" } };
    expect(await codeOf(collection.find(slow, { maxTimeMS: 1 }).toArray())).toBe(50);
    const counted = store.db.command({ count: collection.collectionName, query: slow, maxTimeMS: 1 });
    expect(await codeOf(counted)).toBe(50);
    expect(await collection.find(slow).toArray()).toEqual([]);
  });
});

const field = fc.constantFrom("a", "b", "c.d");
const scalar = fc.oneof(
  fc.integer({ min: 0, max: 4 }),
  fc.constantFrom(null, "x", "y", true, 1.5),
  fc.date({ min: new Date(0), max: new Date(3), noInvalidDate: true }),
);
const value = fc.oneof(
  { weight: 4, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 3 }) },
);
const condition = fc.oneof(
  value,
  fc.record({ $in: fc.array(scalar, { maxLength: 3 }) }),
  fc.record({ $gt: scalar }),
  fc.record({ $gte: scalar, $lt: scalar }),
  fc.record({ $lte: scalar }),
  fc.record({ $ne: scalar }),
  fc.record({ $exists: fc.boolean() }),
);
const document = fc.record(
  { a: value, b: scalar, c: fc.oneof(fc.record({ d: value }), scalar) },
  { requiredKeys: [] },
);
const direction = fc.constantFrom(1 as const, -1 as const);
const keys = fc.dictionary(field, direction, { minKeys: 1, maxKeys: 3 });

/** The result of a search, or that it refused to sort by parallel arrays. */
const foundOrRefused = (cursor: FindCursor) =>
  cursor.toArray().catch((error: Error) => {
    if (!error.message.includes("parallel arrays")) throw error;
    return "parallel arrays";
  });

describe("an index", () => {
  it("of arrays lets different elements meet the two ends of a range", async () => {
    const collection = await store.filled([{ a: [1, 10] }, { a: [4] }, { a: [7, 9] }]);
    await collection.createIndex({ a: 1 });
    expect(await collection.distinct("_id", { a: { $gt: 5, $lt: 3 } })).toEqual([0]);
    expect(new Set(await collection.distinct("_id", { a: { $gte: 3, $lte: 5 } }))).toEqual(new Set([0, 1]));
  });

  it("of arrays does not replace a sort, which also uses elements outside the filter", async () => {
    const collection = await store.filled([{ a: [3] }, { a: [1, 5] }, { a: [2, 4] }]);
    await collection.createIndex({ a: 1 });
    const found = await collection.find({ a: { $gte: 3 } }, { sort: { a: 1 } }).toArray();
    expect(found.map(({ _id }) => _id)).toEqual([1, 2, 0]);
  });

  it("never changes the results of a query, nor their order", async () => {
    const collection = store.db.collection<AnyDoc>("indexed");
    const query = fc.record({
      filter: fc.dictionary(field, condition, { maxKeys: 3 }),
      sort: fc.dictionary(field, direction, { maxKeys: 2 }),
      limit: fc.integer({ min: 0, max: 8 }),
    });
    const property = fc.asyncProperty(
      fc.array(document, { minLength: 1, maxLength: 20 }),
      fc.array(keys, { maxLength: 3 }),
      fc.array(query, { minLength: 1, maxLength: 5 }),
      async (docs, indexes, queries) => {
        await collection.drop();
        await collection.insertMany(docs.map((doc, _id) => ({ _id, ...doc })));
        for (const [i, key] of indexes.entries()) {
          // A document with arrays at two of an index's paths cannot be indexed; then the index does not exist.
          await collection.createIndex(key, { name: `i${i}` }).catch(() => undefined);
        }
        for (const { filter, sort, limit } of queries) {
          // With the _id at the end the order is unique.
          const options = { sort: { ...sort, _id: 1 }, limit } as const;
          const planned = await foundOrRefused(collection.find(filter, options));
          const scanned = await foundOrRefused(
            collection.find(filter, { ...options, hint: { $natural: 1 } }),
          );
          expect(planned).toEqual(scanned);
        }
      },
    );
    await fc.assert(property, { numRuns: Number(process.env.PROPERTY_RUNS ?? 150) });
  });
});
